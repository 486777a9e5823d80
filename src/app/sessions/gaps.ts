// The gaps of a session, as a list and one by one with all that was said about it.

import type { Gap } from "../../core/refinement/gap.ts";
import { GAP_STATES, type GapStateName, isLeft } from "../../core/refinement/gap-state.ts";
import { originText, stateDetail } from "../../core/refinement/records/gap-words.ts";
import { gapsOf } from "../../core/refinement/session/session.ts";
import { compareGapIds, type GapId } from "../../core/shared/gap-id.ts";
import { nearestWord } from "../../core/shared/nearest.ts";
import { compareSeverities } from "../../core/shared/severity.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, type Outcome, usageFailure } from "../failure.ts";
import type { GapStory, GapView } from "../wire/gap.ts";
import { notesOn } from "./change-gap.ts";
import { findGap } from "./find-gap.ts";
import { gapStory } from "./gap-story.ts";
import { type SessionWithEvents, withSessionEvents } from "./look-at-session.ts";

interface ListGapsInput {
  readonly session: string | undefined;
  readonly state: string | undefined;
  /** Also those that are settled. */
  readonly all: boolean;
}

export async function listGaps(context: CommandContext, input: ListGapsInput): Outcome<readonly GapView[]> {
  const state = input.state === undefined ? null : stateNamed(input.state);
  if (isFailure(state)) return state;
  return await withSessionEvents(context, input.session, ({ session }) => {
    const wanted = ({ state: { at } }: Gap) => (state === null ? input.all || isLeft(at) : at === state);
    return gapsOf(session).filter(wanted).sort(byWeight).map(viewOf);
  });
}

export async function showGap(
  context: CommandContext,
  input: { readonly session: string | undefined; readonly gap: string },
): Outcome<GapView & GapStory> {
  return await withSessionEvents(context, input.session, (looked) => {
    const gap = findGap(gapsOf(looked.session), input.gap);
    return isFailure(gap) ? gap : storyOf(gap, looked);
  });
}

function storyOf(gap: Gap, { session, events }: SessionWithEvents): GapView & GapStory {
  const alias = gap.alias ?? null;
  const { origin } = gap;
  const inSource = origin.from === "source" ? origin : null;
  return {
    session: session.id,
    ...viewOf(gap),
    description: gap.description,
    enteredAs: gap.severity.enteredAs,
    origin: {
      words: originText(origin, alias),
      file: inSource === null ? null : session.spec.path,
      line: inSource?.line ?? null,
      heading: inSource?.heading ?? null,
      alias,
    },
    foundations: gap.blockedBy.map((id) => ({ id, state: stateOf(session, id) })),
    dependents: gapsOf(session)
      .filter(({ blockedBy }) => blockedBy.includes(gap.id))
      .map(({ id }) => id),
    notes: notesOn(session, gap.id),
    inputs: session.work.inputs[gap.id] ?? [],
    ...gapStory(events, gap.id, session),
  };
}

function stateOf({ work: { gaps, settled } }: SessionWithEvents["session"], id: GapId): string {
  return gaps[id]?.state.at ?? settled.find((entry) => entry.id === id)?.state ?? "unknown";
}

function viewOf({ id, title, severity, state, blockedBy, roundEntered, roundUpdated }: Gap): GapView {
  return {
    id,
    title,
    severity: severity.level,
    severitySetBy: severity.setBy,
    state: state.at,
    detail: stateDetail(state),
    blockedBy,
    roundEntered,
    roundUpdated,
  };
}

function byWeight(a: Gap, b: Gap): number {
  return compareSeverities(a.severity.level, b.severity.level) || compareGapIds(a.id as GapId, b.id as GapId);
}

/** In any case; a part of its name that no other has is enough, as in `blocked`. */
function stateNamed(word: string): GapStateName | Failure {
  const typed = word.toUpperCase().replaceAll(/[\s-]/g, "_");
  const exact = GAP_STATES.find((state) => state === typed);
  if (exact !== undefined) return exact;
  const named = GAP_STATES.filter((state) => state.split("_").includes(typed));
  const [only] = named;
  if (only !== undefined && named.length === 1) return only;
  const part = nearestWord(
    typed,
    GAP_STATES.flatMap((state) => [state, ...state.split("_")]),
  );
  const meant = GAP_STATES.find((state) => state === part || state.split("_").includes(part ?? ""));
  return usageFailure(
    "state",
    `${word} is not a state of a gap`,
    meant === undefined ? `one of ${GAP_STATES.join(", ")}` : `did you mean ${meant}?`,
  );
}
