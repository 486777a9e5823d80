// What a survey brought, for people and programs; the gaps of the linter among it.

import type { Finder, Gap } from "../../core/refinement/gap.ts";
import { findersOf } from "../../core/refinement/questions/survey-question.ts";
import { gapsOf, type LiveSession } from "../../core/refinement/session/session.ts";
import type { CommandContext } from "../command-context.ts";
import type { Outcome } from "../failure.ts";
import type { SurveyedGap, SurveyView } from "../wire/gap.ts";
import { withFoldedSession } from "./look-at-session.ts";

export async function showSurvey(context: CommandContext, wanted: string): Outcome<SurveyView> {
  return await withFoldedSession(context, wanted, async (session) => surveyView(session));
}

function surveyView(session: LiveSession): SurveyView {
  const { survey } = session.work;
  const inventory = survey.at === "asking" ? survey.inventory : null;
  const confirmed = new Map(inventory?.confirmed.map(({ gap, foundBy }) => [gap, foundBy]));
  const question = session.work.questions.find(({ kind }) => kind === "survey");
  return {
    session: session.id,
    state: survey.at,
    surveys: inventory?.surveys ?? 0,
    gaps: [...gapsOf(session), ...(inventory?.gaps ?? [])]
      .map((gap) => surveyedGap(gap, confirmed.get(gap.id) ?? findersOf(gap)))
      .toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    leftOut: inventory?.leftOut ?? 0,
    question: question === undefined ? null : { id: question.id, why: question.why },
  };
}

function surveyedGap(gap: Gap, foundBy: readonly Finder[]): SurveyedGap {
  const { id, title, severity, origin, description, blockedBy, state } = gap;
  const path = origin.from === "survey" || origin.from === "source" ? (origin.path ?? []) : [];
  return {
    gap: id,
    title,
    severity: severity.level,
    section: path.length === 0 ? null : path.join(" > "),
    line: origin.from === "survey" || origin.from === "source" ? origin.line : null,
    description,
    foundBy,
    blockedBy,
    state: state.at,
  };
}
