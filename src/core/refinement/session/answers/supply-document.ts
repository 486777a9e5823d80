// A person writes what an agent did not.
import type { Refusal } from "../../../shared/refusal.ts";
import { USAGE_UNKNOWN } from "../../../shared/usage.ts";
import { takeOutput } from "../agent-call.ts";
import type { Draft } from "../draft.ts";
import { findTurn } from "../session.ts";
import { nextKey, placeOf, type Turn } from "../turn.ts";
import type { AnsweredQuestion } from "./answered-question.ts";

/** It goes through the same gate; a person whose document fails is told so, and may mend it. */
export function supplyDocument(draft: Draft, before: Turn, { output }: AnsweredQuestion): Refusal | null {
  if (output === null)
    return { refused: "answer-incomplete", message: "the document is missing", fix: "--text …" };
  const turn = { ...before, attempt: before.attempt + 1, launch: 1 };
  const key = nextKey(draft.session.id, turn);
  const { attempt, launch } = turn;
  const place = placeOf(turn);
  draft.emit("AgentCallStarted", {
    ...place,
    key,
    attempt,
    launch,
    agent: "human",
    prompt: null,
    retry: null,
    example: null,
  });
  draft.emit("AgentCallFinished", {
    ...place,
    key,
    outcome: "ok",
    document: output.ref,
    usage: USAGE_UNKNOWN,
    elapsedMs: 0,
    evidence: [],
  });
  takeOutput(draft, findTurn(draft.session, place) ?? turn, output);
  const failed = draft.events.find((event) => event.type === "OutputJudged" && event.data.failure !== null);
  if (failed?.type !== "OutputJudged") return null;
  const { failure, message, line } = failed.data;
  const where = line === null ? "" : ` (line ${line})`;
  return { refused: "document", message: `the document does not pass: ${failure}: ${message}${where}` };
}
