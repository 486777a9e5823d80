// What a user does to a gap of their own accord.

import { blockerNotes } from "../../core/refinement/foundations.ts";
import type { Gap } from "../../core/refinement/gap.ts";
import { closingPhrase } from "../../core/refinement/gate.ts";
import { stateDetail } from "../../core/refinement/records/gap-words.ts";
import {
  type GapChange,
  type GapChangeName,
  needsReason,
  possibleChanges,
} from "../../core/refinement/session/gap-change.ts";
import { gapsOf, type LiveSession } from "../../core/refinement/session/session.ts";
import type { SessionEvent, SessionEventOf } from "../../core/refinement/session/session-event.ts";
import { type GapId, parseGapId } from "../../core/shared/gap-id.ts";
import { SEVERITIES, type Severity } from "../../core/shared/severity.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, type Outcome, usageFailure } from "../failure.ts";
import { suggestOr } from "../nearest.ts";
import { readDocument } from "../read-document.ts";
import type { ChangedGap } from "../wire/gap.ts";
import { eventWords } from "./event-words.ts";
import { findGap } from "./find-gap.ts";
import { layOutRenewed } from "./lay-out-renewed.ts";
import { asView, submitAsPerson, withSession } from "./open-session.ts";
import { viaOf, whoami } from "./system-ports.ts";

export interface ChangeGapInput {
  readonly session: string | undefined;
  readonly gap: string;
  readonly reason: string | undefined;
  readonly change:
    | { readonly do: "defer" | "reopen" | "accept" }
    | { readonly do: "close"; readonly phrase: string | undefined }
    | { readonly do: "block"; readonly by: readonly string[] }
    | { readonly do: "severity"; readonly level: string }
    | { readonly do: "unblock"; readonly text: string | undefined; readonly file: string | undefined }
    | { readonly do: "split"; readonly titles: readonly string[] };
}

export async function changeGap(context: CommandContext, input: ChangeGapInput): Outcome<ChangedGap> {
  const { change: asked, reason = "" } = input;
  return await withSession(context, input.session, async ({ project, engine }) => {
    const gaps = gapsOf(engine.live);
    const gap = findGap(gaps, input.gap);
    if (isFailure(gap)) return gap;
    if (needsReason(asked.do, gap) && reason.trim() === "") return noReason(asked.do);
    const change = await changeOf(context, asked, gaps);
    if (isFailure(change)) return change;
    const command = { type: "ChangeGap", gap: gap.id, change, reason, by: whoami() } as const;
    const events = await submitAsPerson(engine, { ...command, ...viaOf(context) });
    if (isFailure(events)) return events;
    await asView({ project, engine }, () => layOutRenewed({ project, engine }, events), []);
    await engine.sync();
    return changeResult(engine, { gap: gap.id, from: gap.state.at, change: change.do, events });
  });
}

interface AppliedChange {
  readonly gap: GapId;
  readonly from: string;
  readonly change: GapChangeName;
  readonly events: readonly SessionEvent[];
}

function changeResult(
  { id, live }: SessionEngine,
  { gap: gapId, from, change, events }: AppliedChange,
): ChangedGap {
  const gap = live.work.gaps[gapId];
  if (gap === undefined) throw new Error(`${gapId} is gone`);
  const of = <Type extends SessionEvent["type"]>(type: Type) =>
    events.filter((event): event is SessionEventOf<Type> => event.type === type);
  return {
    session: id,
    gap: gapId,
    change,
    from,
    state: gap.state.at,
    detail: stateDetail(gap.state),
    severity: gap.severity.level,
    decision: of("DecisionRecorded")[0]?.data.decision.id ?? null,
    parts: of("GapEntered").map(({ data }) => ({ id: data.gap.id, title: data.gap.title })),
    blockedBy: gap.blockedBy,
    notes: [
      ...notesOn(live, gapId),
      ...of("GapMoved")
        .filter(({ data }) => data.gap !== gapId)
        .map(eventWords),
    ],
    overruled: of("IssueMoved").map(({ data }) => data.issue),
    closedQuestions: [
      ...of("QuestionAnswered").map(({ data }) => data.answer.question),
      ...of("QuestionWithdrawn").map(({ data }) => data.question),
    ],
    openQuestions: live.work.questions.map((question) => question.id),
    atWork:
      from !== gap.state.at && live.ledger.calls.some(({ key }) => isWorkOn(live.work.round, key, gapId)),
  };
}

function isWorkOn(round: SessionEngine["live"]["work"]["round"], key: string, gap: GapId): boolean {
  const turns = [...(round?.lanes ?? []), ...(round?.reviewer ? [round.reviewer] : [])];
  return turns.some(({ state, gaps }) => state.at === "running" && state.key === key && gaps.includes(gap));
}

export function notesOn({ work: { gaps, settled } }: LiveSession, gap: GapId): readonly string[] {
  const notes = blockerNotes(
    Object.values(gaps),
    settled.map(({ id }) => id),
  );
  return notes.filter((note) => note.gap === gap).map(({ text }) => text);
}

/** What closing a gap must be acknowledged with; `null` where nothing is asked for. */
export async function closingPhraseFor(
  context: CommandContext,
  input: Pick<ChangeGapInput, "session" | "gap">,
): Outcome<string | null> {
  return await withSession(context, input.session, async ({ engine }) => {
    const gap = findGap(gapsOf(engine.live), input.gap);
    if (isFailure(gap)) return gap;
    return possibleChanges(gap).includes("close") ? closingPhrase([gap]) : null;
  });
}

async function changeOf(
  context: CommandContext,
  asked: ChangeGapInput["change"],
  gaps: readonly Gap[],
): Outcome<GapChange> {
  switch (asked.do) {
    case "close":
      return { do: "close", ...(asked.phrase === undefined ? {} : { phrase: asked.phrase }) };
    case "block": {
      const blockers = asked.by.map((word) => blockerNamed(gaps, word));
      const failed = blockers.find((one) => isFailure(one));
      return failed ?? { do: "block", by: blockers.flatMap((one) => (isFailure(one) ? [] : [one])) };
    }
    case "severity": {
      const level = severityNamed(asked.level);
      return isFailure(level) ? level : { do: "severity", level };
    }
    case "unblock": {
      const input = await inputOf(context, asked);
      return isFailure(input) ? input : { do: "unblock", input };
    }
    default:
      return asked;
  }
}

/** An id that nobody knows is taken down all the same, with a note that it holds nothing up. */
function blockerNamed(gaps: readonly Gap[], word: string): GapId | Failure {
  const found = findGap(gaps, word);
  return isFailure(found) ? (parseGapId(word.trim()) ?? found) : found.id;
}

function severityNamed(word: string): Severity | Failure {
  const found = SEVERITIES.find((severity) => severity === word.toUpperCase());
  if (found !== undefined) return found;
  const fix = suggestOr(word, SEVERITIES, `one of ${SEVERITIES.join(", ")}`);
  return usageFailure("severity", `${word} is not a severity`, fix);
}

async function inputOf(
  context: CommandContext,
  { text, file }: { readonly text: string | undefined; readonly file: string | undefined },
): Outcome<string> {
  const read = file === undefined ? { text: text ?? "" } : await readDocument(context, file);
  if (isFailure(read)) return read;
  if (read.text.trim() !== "") return read.text;
  return usageFailure("input", "what the gap waits for is missing", "--text '…', or --file FILE");
}

function noReason(change: GapChangeName): Failure {
  return usageFailure("reason", `${change} needs a reason: it is recorded as a decision`, "--reason '…'");
}
