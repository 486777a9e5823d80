import type { Question, QuestionAnswer } from "../core/refinement/questions/question.ts";
import type { Fence } from "../engine/ports.ts";
import type { SessionEngine } from "../engine/session-engine.ts";

/** A policy that gives an answer the session refuses would give it for ever. */
export class PolicyRefused extends Error {
  readonly question: Question;
  readonly answer: QuestionAnswer;

  constructor(question: Question, answer: QuestionAnswer, why: string) {
    super(
      `the policy answers ${question.id} (${question.kind}) with ${answer.option}, which is refused: ${why}`,
    );
    this.name = "PolicyRefused";
    this.question = question;
    this.answer = answer;
  }
}

export interface Policy {
  /** Answers for the user where a policy does; `null`: the question stays open. */
  answerByPolicy(question: Question): QuestionAnswer | null;
}

/** Answers one open question; `null` where the policy has nothing to say to any. */
export async function answerOne(
  engine: SessionEngine,
  fence: Fence,
  policy: Policy,
): Promise<"done" | "fenced" | null> {
  for (const question of engine.live.work.questions) {
    const answer = policy.answerByPolicy(question);
    // An option that is not offered here answers nothing: the question stays open.
    if (answer === null || !question.options.some(({ id }) => id === answer.option)) continue;
    const submitted = await engine.submit(
      { type: "AnswerQuestion", answer, document: null, role: null },
      { id: `${engine.stream}/${question.id}/policy`, actor: answer.by, fence },
    );
    if (submitted.at === "refused") throw new PolicyRefused(question, answer, submitted.refusal.message);
    if (submitted.at === "fenced") return "fenced";
    return "done";
  }
  return null;
}
