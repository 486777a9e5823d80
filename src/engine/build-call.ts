// Calls of agents and people about tasks: how one is prepared, begun again, and taken in.
import { findDispute } from "../core/board/board.ts";
import { type DisputeId, disputeIdFromHex, freshIds } from "../core/board/board-id.ts";
import type { BoardRole, Who } from "../core/board/who.ts";
import type { BuildCallOrder } from "../core/build/build-effect.ts";
import type { BuildRole } from "../core/build/build-settings.ts";
import type { BuildCall } from "../core/build/build-state.ts";
import { findTurnOfCall, findWork } from "../core/build/evolve-work.ts";
import { wallMs } from "../core/build/who-plays.ts";
import { resumeTurn } from "../core/build/work-turn.ts";
import { PERSON } from "../core/refinement/role.ts";
import { type CallKey, callKeyParts } from "../core/shared/call-key.ts";
import { USAGE_UNKNOWN } from "../core/shared/usage.ts";
import type { BoardEngine } from "./board-engine.ts";
import { buildPrompt } from "./build-prompt.ts";
import { type BoardOutcome, type BuildCallContext, mendWorktree, whoIs } from "./build-step.ts";
import { broughtBy } from "./call-result.ts";
import type { AgentRequest, AgentResult, AgentTask, Fence } from "./ports.ts";
import { MEDIATOR, modelActor } from "./step.ts";
import { purposeOfCall } from "./stored-board-command.ts";
import { WORK_DOCUMENTS } from "./work-documents.ts";

const PARLEY = whoIs(MEDIATOR, "system");

export type PreparedBuildCall =
  | { readonly at: "started"; readonly request: AgentRequest }
  | Exclude<BoardOutcome, { readonly at: "done" }>;

/** Says in the log that a call starts, before it does. */
export async function prepareBuildCall(
  context: BuildCallContext,
  order: BuildCallOrder,
  fence: Fence,
): Promise<PreparedBuildCall> {
  const { board, seals } = context;
  const { key, agent } = order;
  const { text, standingChars, parts } = await buildPrompt(context, order);
  const prompt = board.texts.blobOf(text);
  if (inWorktree(order.purpose)) await mendWorktree(context, order);
  const mark = await markBefore(context, order);
  const { nonce, sealKey, sealWith } = seals.make();
  const submitted = await board.submit(
    () => ({
      type: "StartCall",
      key,
      agent,
      prompt: { sha256: prompt.sha256, chars: text.length, standingChars, parts },
      mark: mark?.sha256 ?? null,
      ...(agent === PERSON ? {} : { seal: { nonce, sealKey } }),
    }),
    { by: PARLEY, id: `${key}/start`, fence, blobs: mark === null ? [prompt] : [prompt, mark] },
  );
  if (submitted.at !== "done") return submitted;
  const task = taskOf(context, { ...order, prompt: text, standingChars });
  return {
    at: "started",
    request: { ...task, mark: { nonce, promptHash: prompt.sha256, sealKey }, sealWith },
  };
}

/** Beside a coder that is at work nobody touches its worktree. */
function inWorktree(purpose: string): boolean {
  return purpose === "coder" || purpose === "reviewer";
}

/** How the repository is before a coder works in it. */
async function markBefore(
  { board, repository }: BuildCallContext,
  { purpose, task, incarnation, agent }: BuildCallOrder,
) {
  // A person goes on with what is theirs, for days if they like.
  if (purpose !== "coder" || agent === PERSON) return null;
  return board.texts.blobOf(JSON.stringify(await repository.mark({ task, incarnation })));
}

type ToDo = Pick<BuildCallOrder, "key" | "task" | "incarnation" | "purpose" | "wallMs" | "resume"> &
  Pick<AgentTask, "prompt" | "standingChars">;

/** A coder has the worktree to itself; whoever judges gets a copy of what is in it, as long as it is there. */
function taskOf({ board, repository }: BuildCallContext, toDo: ToDo): AgentTask {
  const { key, purpose, prompt, standingChars, resume, task, incarnation } = toDo;
  const isCoder = purpose === "coder";
  const worktree = repository.worktreePath({ task, incarnation });
  const work = findWork(board.state, toDo.task);
  const isOpen = work !== null && work.worktree !== null && work.incarnation === incarnation;
  const folder = isCoder ? { worktree } : isOpen ? { projectFolder: worktree } : {};
  return {
    ...{ key, prompt, standingChars, resume, wallMs: toDo.wallMs },
    document: WORK_DOCUMENTS[purpose],
    access: isCoder ? "write" : "read-only",
    readsProject: !isCoder && isOpen,
    ...folder,
  };
}

/** What a started call was asked for, with the very prompt that the log has. */
export async function taskOfBuildCall(context: BuildCallContext, call: BuildCall): Promise<AgentTask> {
  const { board } = context;
  const { key, agent, task, prompt, standingChars } = call;
  const purpose = purposeOfCall(key);
  const turn = findTurnOfCall(board.state, call);
  const { settings } = board.state.build;
  if (purpose === null || prompt === null || settings === null)
    throw new Error(`${key} is no call of a build`);
  return taskOf(context, {
    ...{ key, task, purpose, standingChars, incarnation: callKeyParts(key).incarnation },
    prompt: await board.texts.text(prompt),
    wallMs: wallMs(settings),
    resume: turn === null ? null : resumeTurn(turn, agent),
  });
}

/** Whoever said in the log that it starts is gone, with the key to seal it: it is given another, and begins. */
export async function prepareBuildCallAgain(
  context: BuildCallContext,
  call: BuildCall,
  fence: Fence,
): Promise<PreparedBuildCall> {
  const { key, prompt } = call;
  if (prompt === null) throw new Error(`${key} was started without a prompt`);
  const { purpose, incarnation } = callKeyParts(key);
  if (inWorktree(purpose)) await mendWorktree(context, { task: call.task, incarnation });
  const { nonce, sealKey, sealWith } = context.seals.make();
  const submitted = await context.board.submit(() => ({ type: "SealCall", key, seal: { nonce, sealKey } }), {
    by: PARLEY,
    id: `${key}/seal/${nonce}`,
    fence,
  });
  if (submitted.at !== "done") return submitted;
  const mark = { nonce, promptHash: prompt, sealKey };
  return { at: "started", request: { ...(await taskOfBuildCall(context, call)), mark, sealWith } };
}

const BOARD_ROLE: Readonly<Record<BuildRole, BoardRole>> = {
  coder: "coder",
  reviewer: "reviewer",
  drafter: "system",
};

/** Takes in what a call brought: its document is stored with the events that refer to it. */
export async function finishBuildCall(
  { board }: BuildCallContext,
  { key, agent, role }: BuildCall,
  result: AgentResult,
  fence: Fence,
): Promise<BoardOutcome> {
  const { brought, blobs } = broughtBy(result, board.texts);
  return await board.submit(() => ({ type: "FinishCall", key, ...brought, dispute: disputeOf(board, key) }), {
    by: whoIs(modelActor(agent), BOARD_ROLE[role]),
    id: `${key}/finish`,
    fence,
    blobs,
  });
}

/** Takes in what a person has written for a call that waits for it. */
export async function submitBuildDocument(
  board: BoardEngine,
  { key }: BuildCall,
  { text, by, id }: { readonly text: string; readonly by: Who; readonly id: string },
): Promise<BoardOutcome> {
  const blob = board.texts.blobOf(text);
  const document = { sha256: blob.sha256, bytes: blob.bytes.length, from: "human" } as const;
  // The time a person takes is not an agent's at work.
  const finish = { outcome: "ok", usage: USAGE_UNKNOWN, elapsedMs: 0, evidence: [] } as const;
  return await board.submit(
    () => ({ type: "FinishCall", key, ...finish, document, dispute: disputeOf(board, key) }),
    { by, id, blobs: [blob] },
  );
}

/** What a dispute is called that a call may raise: the same whoever takes it in. */
function disputeOf({ state, texts }: BoardEngine, key: CallKey): DisputeId {
  let drawn = 0;
  const draw = (): DisputeId => {
    drawn += 1;
    return disputeIdFromHex(texts.hashOf(`${key} ${drawn}`));
  };
  const [id] = freshIds(1, draw, (one) => findDispute(state, one) !== null);
  return id as DisputeId;
}
