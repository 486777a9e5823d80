import type { Question } from "../../questions/question.ts";
import type { Draft } from "../draft.ts";
import { findTurn } from "../find-turn.ts";
import type { Turn } from "../turn.ts";

/** A question about a turn is withdrawn with it, so an open one has one. */
export function turnOf(draft: Draft, { id, subject }: Question): Turn {
  const turn = subject.of === "turn" ? findTurn(draft.session, subject) : null;
  if (turn === null) throw new Error(`${id} is about no turn`);
  return turn;
}
