// Where a person who plays a role of a build finds what to write: the form, and what was written so far.
import { relative } from "node:path";
import { layOut } from "../../adapters/agent-human/lay-out.ts";
import { findTask } from "../../core/board/board.ts";
import { type BoardEvent, upcast } from "../../core/board/board-event.ts";
import type { BuildCall } from "../../core/build/build-state.ts";
import { findTurnOfCall, findWork } from "../../core/build/evolve-work.ts";
import { ATTEMPTS_MAX, RED_MAX } from "../../core/build/limits.ts";
import type { CallKey } from "../../core/shared/call-key.ts";
import type { BoardEngine } from "../../engine/board-engine.ts";
import type { EventLog, HumanInbox } from "../../engine/ports.ts";
import { type BuildSheet, buildSheet, type SheetReturn } from "../../prompts/build/build-sheet.ts";
import { callFolder, readKeptText } from "../call-folder.ts";
import type { Project } from "../project.ts";
import { submitWords } from "../sessions/session-words.ts";
import { awaitedFor } from "./awaited-work.ts";

interface Place extends Pick<Project, "root" | "folder"> {
  readonly store: Pick<EventLog, "load">;
}

export function workInbox(project: Place, board: BoardEngine): HumanInbox {
  return {
    layOut: ({ key, prompt, document }) =>
      layOut({
        folder: callFolder(project, key),
        prompt,
        document,
        sheet: async () => {
          const call = callOf(board, key);
          const former = await findFormerText(project, board, call);
          const sheet = { ...sheetFor(project, board, call), back: returnOf(board, call, former) };
          const kept = await readKeptText(project, key, document);
          return buildSheet(sheet, kept ?? former?.text ?? null);
        },
      }),
  };
}

function callOf({ state }: BoardEngine, key: CallKey): BuildCall {
  const call = state.build.calls.find((started) => started.key === key);
  if (call === undefined) throw new Error(`${key} is not under way`);
  return call;
}

export function sheetFor(
  project: Pick<Place, "root" | "folder">,
  { state }: BoardEngine,
  call: BuildCall,
): BuildSheet {
  const awaited = awaitedFor(project, state, call);
  const turn = findTurnOfCall(state, call);
  if (awaited === null || turn === null) throw new Error(`${call.key} is not awaited from a person`);
  const { findings = [], guidance = [] } = findWork(state, call.task) ?? {};
  return {
    form: awaited.role,
    task: awaited.task,
    open: findings.filter(({ state: standing }) => standing === "open").map(({ id }) => id),
    guidance: guidance.filter(({ kind }) => kind !== "draft").map(({ text }) => text),
    side: awaited.side,
    mayDispute: awaited.role === "reviewer" || (findTask(state, call.task)?.rejectionCount ?? 0) > 0,
    back: null,
    worktree: awaited.worktree,
    prompt: relative(project.root, awaited.prompt),
    commands: { resume: "parley build", submit: `parley ${submitWords(awaited, null)}` },
  };
}

const GOES_BACK = ["form", "red", "alarms", "unchanged"] as const;

/** Why what was written did not end the turn. */
function returnOf({ state }: BoardEngine, call: BuildCall, former: FormerText | null): SheetReturn | null {
  const turn = findTurnOfCall(state, call);
  const because = GOES_BACK.find((cause) => cause === turn?.retry?.because);
  if (turn === null || turn.retry === null || because === undefined) return null;
  const { messages, lines = [] } = turn.retry;
  const linesAbove = former?.linesAbove ?? 0;
  const faults = messages.map((message, at) => {
    const line = lines[at] ?? null;
    return { line: line === null ? null : line - linesAbove, message };
  });
  const counted =
    because === "red"
      ? { failed: turn.failed.red, of: RED_MAX }
      : { failed: turn.failed.form, of: ATTEMPTS_MAX };
  return { because, faults, attempt: counted.failed + 1, of: counted.of };
}

interface FormerText {
  readonly text: string;
  /** Of the file in which it was handed in, above the text. */
  readonly linesAbove: number;
}

/** The document that the same turn has brought, where it goes back. */
async function findFormerText(
  { store }: Pick<Place, "store">,
  board: BoardEngine,
  call: BuildCall,
): Promise<FormerText | null> {
  const turn = findTurnOfCall(board.state, call);
  if (turn === null || !GOES_BACK.some((cause) => cause === turn.retry?.because)) return null;
  const { purpose, round, lane } = turn;
  const isOfTurn = ({ type, data }: BoardEvent): boolean =>
    type === "AgentCallFinished" &&
    data.document !== null &&
    data.task === call.task &&
    data.purpose === purpose &&
    data.round === round &&
    data.lane === lane;
  const last = (await store.load(board.stream)).map(upcast).findLast(isOfTurn);
  const document = last?.type === "AgentCallFinished" ? last.data.document : null;
  if (document === null) return null;
  const text = await board.texts.text(document.sha256);
  const kept = text.replace(/^(?:[ \t]*\n)+/, "");
  return { text: kept, linesAbove: text.slice(0, text.length - kept.length).split("\n").length - 1 };
}

/** The document that could not be taken; `null` where the same one may be handed in again. */
export async function findWorkToMend(
  project: Pick<Place, "store">,
  board: BoardEngine,
  key: CallKey,
): Promise<string | null> {
  const call = callOf(board, key);
  if (findTurnOfCall(board.state, call)?.retry?.because !== "form") return null;
  return (await findFormerText(project, board, call))?.text ?? null;
}
