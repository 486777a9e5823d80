import { type Failure, isFailure } from "../../app/failure.ts";
import { closingPhraseFor } from "../../app/sessions/change-gap.ts";
import { type AskTerminal, askTerminal } from "../ask/ask-terminal.ts";
import type { Answer, Request } from "../command.ts";
import { changedAnswer } from "../gap-lines.ts";
import { optionText } from "../option-text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  return await closeAndAsk(request, askTerminal(request));
}

/** Where somebody is there, they are asked for the sentence that a grave gap takes. */
export async function closeAndAsk(request: Request, terminal: AskTerminal | null): Promise<Answer | Failure> {
  const given = optionText(request, "--phrase");
  const mayAsk = terminal !== null && given === undefined && (optionText(request, "--reason") ?? "") !== "";
  const phrase = mayAsk ? await askPhrase(request, terminal) : given;
  return isFailure(phrase) ? phrase : await changedAnswer(request, { do: "close", phrase });
}

async function askPhrase(request: Request, terminal: AskTerminal): Promise<string | undefined | Failure> {
  const { surroundings } = request;
  const wanted = await closingPhraseFor(surroundings, {
    session: optionText(request, "--session"),
    gap: request.arguments[0] ?? "",
  });
  if (isFailure(wanted) || wanted === null) return wanted ?? undefined;
  const [{ openPrompts }, { askSentence }] = await Promise.all([
    import("../ask/prompts.ts"),
    import("../ask/gather-answer.ts"),
  ]);
  const prompts = await openPrompts(terminal, surroundings.cancel);
  const reply = await askSentence(prompts, wanted);
  if (reply.at === "interrupted") {
    return { failed: "interrupted", code: "interrupted", message: "Stopped. Nothing was changed." };
  }
  return reply.at === "given" ? reply.value : undefined;
}
