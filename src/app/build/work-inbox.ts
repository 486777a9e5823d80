// Where a person who plays a role of a build finds what to write: the form, and what was written so far.
import { relative } from "node:path";
import { layOut } from "../../adapters/agent-human/lay-out.ts";
import { type BoardEvent, upcast } from "../../core/board/board-event.ts";
import type { BuildCall } from "../../core/build/build-state.ts";
import { findTurnOfCall, findWork } from "../../core/build/evolve-work.ts";
import type { CallKey } from "../../core/shared/call-key.ts";
import type { BoardEngine } from "../../engine/board-engine.ts";
import { formRetry } from "../../engine/build-prompt.ts";
import type { EventLog, HumanInbox } from "../../engine/ports.ts";
import { type BuildSheet, buildSheet } from "../../prompts/build/build-sheet.ts";
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
          const sheet = sheetFor(project, board, callOf(board, key));
          const text =
            (await readKeptText(project, key, document)) ?? (await findWorkToMend(project, board, key));
          return buildSheet(sheet, text);
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
    failure: formRetry({ key: call.key, retry: turn.retry }),
    worktree: awaited.worktree,
    prompt: relative(project.root, awaited.prompt),
    commands: { resume: "parley build", submit: `parley ${submitWords(awaited, null)}` },
  };
}

/** The document that could not be taken, where the turn is for another try at its form. */
export async function findWorkToMend(
  { store }: Pick<Place, "store">,
  board: BoardEngine,
  key: CallKey,
): Promise<string | null> {
  const call = callOf(board, key);
  const turn = findTurnOfCall(board.state, call);
  if (turn?.retry?.because !== "form") return null;
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
  return document === null ? null : await board.texts.text(document.sha256);
}
