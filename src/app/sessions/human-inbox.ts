// Where a person finds what to write: the form to fill in, what was written so far, and why the last try failed.
import { relative } from "node:path";
import { layOut } from "../../adapters/agent-human/lay-out.ts";
import { openRemarks } from "../../core/refinement/open-remarks.ts";
import { turnsOf } from "../../core/refinement/records/round-log.ts";
import { pendingDisagreements } from "../../core/refinement/session/disputed.ts";
import { sessionFold } from "../../core/refinement/session/evolve.ts";
import { engineerAsKnown } from "../../core/refinement/session/known-names.ts";
import { isRemarksTurn } from "../../core/refinement/session/remarks-round.ts";
import { findTurnOfCall, issuesOf, type LiveSession } from "../../core/refinement/session/session.ts";
import type { Turn } from "../../core/refinement/session/turn.ts";
import type { CallKey } from "../../core/shared/call-key.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import { compareIssueIds, type IssueId } from "../../core/shared/issue-id.ts";
import { gapsByPassage } from "../../engine/default-target.ts";
import { sectionsOn } from "../../engine/own-words.ts";
import type { HumanInbox } from "../../engine/ports.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import {
  formOf,
  type HandwrittenFailure,
  type HandwrittenTask,
  handwrittenSheet,
} from "../../prompts/human-template.ts";
import { callFolder, readKeptText } from "../call-folder.ts";
import type { OpenProject, Project } from "../project.ts";
import { awaitedDocument } from "./awaited-documents.ts";
import { submitWords } from "./session-words.ts";

export function humanInbox(project: OpenProject, engine: SessionEngine): HumanInbox {
  return {
    layOut: ({ key, prompt, document }) =>
      layOut({
        folder: callFolder(project, key),
        prompt,
        document,
        sheet: () => sheetOf(project, engine, { key, document, prompt }),
      }),
  };
}

async function sheetOf(
  project: OpenProject,
  engine: SessionEngine,
  { key, document, prompt }: { readonly key: CallKey; readonly document: string; readonly prompt: string },
): Promise<string> {
  const turn = findTurnOfCall(engine.live, key);
  if (turn === null) throw new Error(`${key} belongs to no turn`);
  const task = taskOf(project, engine.live, { turn, key });
  const text = (await readKeptText(project, key, document)) ?? (await findDocumentToMend(engine, turn, task));
  const underReview =
    turn.role === "reviewer" ? await partsUnderReview(project, engine, { key, prompt }) : [];
  return handwrittenSheet({ ...task, underReview }, text);
}

/** Proposals with what they change, and the issues on them with their answers: as the prompt has them. */
const REVIEWED_PARTS = ["gap", "proposal", "edits", "losses", "new gaps", "issues", "answers"];

async function partsUnderReview(
  { store }: OpenProject,
  { stream }: SessionEngine,
  { key, prompt }: { readonly key: CallKey; readonly prompt: string },
): Promise<readonly string[]> {
  const started = (await store.load(stream))
    .map(sessionFold.upcast)
    .findLast((event) => event.type === "AgentCallStarted" && event.data.key === key);
  if (started?.type !== "AgentCallStarted") return [];
  let from = 0;
  return (started.data.prompt?.parts ?? []).flatMap(({ name, chars }) => {
    from += chars;
    const isReviewed = REVIEWED_PARTS.some((kind) => name.startsWith(`${kind} GAP-`));
    return isReviewed ? [prompt.slice(from - chars, from)] : [];
  });
}

export function taskOf(
  project: Project,
  session: LiveSession,
  { turn, key }: { readonly turn: Turn; readonly key: CallKey },
): HandwrittenTask {
  const awaited = awaitedDocument(project, session, { key });
  const gaps = awaited.gaps.flatMap((id) => session.work.gaps[id] ?? []);
  const disagreements = turn.role === "reviewer" ? pendingDisagreements(session, turn.round) : [];
  const disputed = disagreements.map(({ issue }) => issue);
  return {
    role: turn.role,
    round: turn.round,
    gaps,
    passages: gapsByPassage(gaps, session.work.proposals).map((group) => group.map(({ id }) => id)),
    taken: [...new Set(turn.kept.flatMap((kept) => kept.gaps))].filter((id) => !awaited.gaps.includes(id)),
    remarks: isRemarksTurn(session, turn),
    openIssues: issuesFor(session, turn, awaited.gaps).filter((id) => !disputed.includes(id)),
    disagreements: disputed,
    openRemarks: turn.role === "final" ? openRemarks(session.work).map(({ issue }) => issue) : [],
    guidance: turn.guidance,
    failure: failureOf(turn),
    prompt: relative(project.root, awaited.prompt),
    commands: { resume: `parley resume ${session.id}`, submit: `parley ${submitWords(awaited, null)}` },
  };
}

/** Those that the user asks about, or that are open on the gaps at hand. */
function issuesFor(session: LiveSession, turn: Turn, gaps: readonly GapId[]): readonly IssueId[] {
  const asked = session.work.answering.find((one) => one.turn.lane === turn.lane);
  if (turn.role === "answer-issue") return asked?.issues ?? [];
  return issuesOf(session)
    .filter(({ state, gaps: on }) => state.at === "OPEN" && on.some((gap) => gaps.includes(gap)))
    .map(({ id }) => id)
    .sort(compareIssueIds);
}

function failureOf({ state }: Turn): HandwrittenFailure | null {
  if (state.at === "settled" || state.retry === null) return null;
  const { number, because, message, line } = state.retry;
  return { retry: number, because, message, line };
}

/** The last document of a turn that is taken once more; where a part of it was taken, what it says on the rest. */
export async function findDocumentToMend(
  engine: SessionEngine,
  turn: Turn,
  task: HandwrittenTask,
): Promise<string | null> {
  if (failureOf(turn) === null) return null;
  const { now, past } = engine.live.work;
  const log = [now, ...past].find(({ round }) => round === turn.round);
  const attempts =
    log === undefined ? [] : turnsOf(log, turn.role).find(({ lane }) => lane === turn.lane)?.attempts;
  const last = attempts?.findLast(({ document }) => document !== null)?.document ?? null;
  if (last === null) return null;
  const text = await engine.documents.text(last);
  const isTakenInPart = turn.kept.some(({ document }) => document.sha256 === last);
  const read = isTakenInPart ? await engine.engineerDocument(last) : null;
  if (read === null) return text;
  const document = engineerAsKnown(read, engine.live.work);
  const former = task.gaps.flatMap(({ id: gap }) => {
    const said = sectionsOn(gap, document, text);
    return said === "" ? [] : [[gap, said] as const];
  });
  return formOf({ ...task, former: new Map(former) });
}
