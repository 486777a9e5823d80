import { type Failure, isFailure } from "../../app/failure.ts";
import { answer } from "../../app/sessions/answer-question.ts";
import type { Answer, Request } from "../command.ts";
import { wrapped } from "../text.ts";

export async function run({
  surroundings,
  arguments: given,
  options,
  lists,
  quiet,
}: Request): Promise<Answer | Failure> {
  const text = (flag: string): string | undefined => {
    const value = options.get(flag);
    return typeof value === "string" ? value : undefined;
  };
  const answered = await answer(surroundings, {
    question: given[0] ?? "",
    option: given[1] ?? "",
    session: text("--session"),
    text: text("--text"),
    file: text("--file"),
    rationales: lists.get("--rationale") ?? [],
    gaps: lists.get("--gap") ?? [],
    phrase: text("--phrase"),
  });
  if (isFailure(answered)) return answered;
  const { session, question, option, effect, openQuestions, ended } = answered;
  const goOn =
    openQuestions.length === 0
      ? `go on: parley resume ${session}`
      : `still open: ${openQuestions.join(", ")}`;
  const left = ended ? `${session} has ended` : goOn;
  return {
    data: answered,
    lines: (width) => (quiet ? [] : [`${question} answered ${option}`, ...wrapped(effect, width), left]),
  };
}
