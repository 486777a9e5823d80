// The gaps of a session, as a list and one by one with all that was said about it.

import type { Gap } from "../../core/refinement/gap.ts";
import { GAP_STATES, type GapStateName, isLeft } from "../../core/refinement/gap-state.ts";
import { originText, stateDetail } from "../../core/refinement/records/gap-words.ts";
import { sessionDecider } from "../../core/refinement/session/decide.ts";
import { gapsOf, type LiveSession } from "../../core/refinement/session/session.ts";
import type { SessionEvent } from "../../core/refinement/session/session-event.ts";
import { compareGapIds, type GapId } from "../../core/shared/gap-id.ts";
import { nearestWord } from "../../core/shared/nearest.ts";
import { compareSeverities } from "../../core/shared/severity.ts";
import type { EventLog } from "../../engine/ports.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure } from "../failure.ts";
import type { GapRow, GapView } from "../wire/gap.ts";
import { notesOn } from "./change-gap.ts";
import { findGap } from "./find-gap.ts";
import { findSession, streamOf } from "./find-session.ts";
import { gapStory } from "./gap-story.ts";
import { withProject } from "./with-project.ts";

interface ListGapsInput {
  readonly session: string | undefined;
  readonly state: string | undefined;
  /** Also those that are settled. */
  readonly all: boolean;
}

export async function listGaps(
  context: CommandContext,
  input: ListGapsInput,
): Promise<readonly GapRow[] | Failure> {
  const state = input.state === undefined ? null : stateNamed(input.state);
  if (isFailure(state)) return state;
  return await withProject(context, "read-only", async ({ store }) => {
    const looked = await lookAt(store, input.session);
    if (isFailure(looked)) return looked;
    const wanted = ({ state: { at } }: Gap) => (state === null ? input.all || isLeft(at) : at === state);
    return gapsOf(looked.session).filter(wanted).sort(byWeight).map(rowOf);
  });
}

export async function showGap(
  context: CommandContext,
  input: { readonly session: string | undefined; readonly gap: string },
): Promise<GapView | Failure> {
  return await withProject(context, "read-only", async ({ store }) => {
    const looked = await lookAt(store, input.session);
    if (isFailure(looked)) return looked;
    const gap = findGap(gapsOf(looked.session), input.gap);
    return isFailure(gap) ? gap : viewOf(gap, looked);
  });
}

function viewOf(gap: Gap, { session, events }: SessionWithEvents): GapView {
  const alias = gap.alias ?? null;
  const { origin } = gap;
  const inSource = origin.from === "source" ? origin : null;
  return {
    session: session.id,
    ...rowOf(gap),
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

type SessionWithEvents = {
  readonly session: LiveSession;
  readonly events: readonly SessionEvent[];
};

/** Folds every event: what is told of a gap is in all of them. */
async function lookAt(log: EventLog, wanted: string | undefined): Promise<SessionWithEvents | Failure> {
  const listed = await findSession(log, wanted);
  if (isFailure(listed)) return listed;
  const events = (await log.load(streamOf(listed))).map(sessionDecider.upcast);
  const session = events.reduce(sessionDecider.evolve, sessionDecider.initial);
  if (session.at === "none") throw new Error(`${listed.session} is listed, but has no events`);
  return { session, events };
}

function rowOf({ id, title, severity, state, blockedBy, roundEntered, roundUpdated }: Gap): GapRow {
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
  return {
    failed: "usage",
    code: "state",
    message: `${word} is not a state of a gap`,
    fix: meant === undefined ? `one of ${GAP_STATES.join(", ")}` : `did you mean ${meant}?`,
  };
}
