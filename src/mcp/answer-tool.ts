// `answer`: a question is answered with an option; where none is given, the client may put the options to the user.
import { acceptedContent, inputRequired, inputResponse } from "@modelcontextprotocol/server";
import { z } from "zod";
import { isFailure } from "../app/failure.ts";
import { questionDocument } from "../app/questions/inbox.ts";
import { optionMissing, rationalesOf } from "../app/questions/said-answer.ts";
import { flag, SESSION, text, texts, word, words } from "./inputs.ts";
import { changingTool, type ToolCall } from "./tool.ts";

type Found = Exclude<Awaited<ReturnType<ToolCall["app"]["questions"]["find"]>>, { readonly failed: unknown }>;
type AskedQuestion = Found["question"];

export const answerTool = changingTool(
  {
    name: "answer",
    title: "Answer a question as the user said",
    description:
      "Answers a question of a session (Q…) or of the build (B…) with the option that the user chose; what an option needs stands beside it in `inbox`. Never choose for the user. Without `option` the user is asked through the client, where it can. The first answer wins; `amend` gives one of a session otherwise while nothing was built on it. Then `resume`, or after B… the user runs `parley build`.",
    input: {
      question: word("Its number, such as Q3, or B3 for one of the build."),
      option: word("The id of the option.").optional(),
      session: SESSION,
      text: text("The user's words, where the option needs text.").optional(),
      rationale: texts("Why; `GAP-…=text` or `ISSUE-…=text` for a single one.").optional(),
      gaps: words("The gaps that the answer is about.").optional(),
      phrase: text("The sentence that a gate asks for, exactly, as the user typed it.").optional(),
      severities: words("ISSUE=SEVERITY, where issues are rated.").optional(),
      constraints: text("On what conditions a conflict is decided this way.").optional(),
      findings: words("The findings that the answer is about, such as F2.").optional(),
      amend: flag("Give an answer otherwise on which nothing was built yet.").optional(),
    },
    run: async (call, input) => {
      const { question, session, amend = false } = input;
      const said = { ...input, option: input.option };
      if (said.option !== undefined) return await submit(call, { ...said, option: said.option });
      const found = await call.app.questions.find({ question, session, amend });
      if (isFailure(found)) return found;
      return await askUser(call, found.question, said);
    },
  },
  { destructive: true, reachesOut: false },
);

interface Said {
  readonly question: string;
  readonly option: string;
  readonly session?: string | undefined;
  readonly text?: string | undefined;
  readonly rationale?: readonly string[] | undefined;
  readonly gaps?: readonly string[] | undefined;
  readonly phrase?: string | undefined;
  readonly severities?: readonly string[] | undefined;
  readonly constraints?: string | undefined;
  readonly findings?: readonly string[] | undefined;
  readonly amend?: boolean | undefined;
}

async function submit({ app }: ToolCall, said: Said) {
  const { question, option, session, text: words, rationale = [], gaps = [], phrase } = said;
  const answered = await app.questions.answer({
    ...{ question, option, session, text: words, file: undefined, gaps, phrase },
    rationales: rationalesOf(rationale),
    severities: said.severities ?? [],
    constraints: said.constraints,
    findings: said.findings ?? [],
    amend: said.amend ?? false,
  });
  if (isFailure(answered)) return answered;
  return { ...answered, next: answered.next === null ? null : questionDocument(answered.next) };
}

const FORM = "answer";

/** As a courtesy: whoever cannot put a form to the user gets the options named. */
async function askUser(call: ToolCall, question: AskedQuestion, said: Omit<Said, "option">) {
  if (!call.mayElicit) return optionMissing(question);
  const reply = inputResponse(call.request.inputResponses, FORM);
  if (reply.kind === "missing") {
    const message = `${question.id} (${question.kind}) of ${question.session ?? "the build"}: ${question.why}`;
    return inputRequired({
      inputRequests: { [FORM]: inputRequired.elicit({ message, requestedSchema: formFor(question) }) },
    });
  }
  const given = acceptedContent(call.request.inputResponses, FORM, FILLED_FORM);
  if (given === undefined) {
    return {
      failed: "waiting",
      code: "not-answered",
      message: `the user did not answer ${question.id}; it stays open`,
      fix: "ask them again later, or call answer with the option they choose",
    } as const;
  }
  return await submit(call, { ...said, ...filledIn(given) });
}

/** A field that was left empty says nothing. */
function filledIn({ option, ...fields }: z.output<typeof FILLED_FORM>): Omit<Said, "question" | "session"> {
  const { text: words, rationale, gaps, findings, phrase } = fields;
  return {
    option,
    ...(words ? { text: words } : {}),
    ...(rationale ? { rationale: [rationale] } : {}),
    ...(gaps ? { gaps: [gaps] } : {}),
    ...(findings ? { findings: [findings] } : {}),
    ...(phrase ? { phrase } : {}),
  };
}

/** What a client may hand back, whatever it was asked for. */
const FILLED_FORM = z.object({
  option: word(""),
  text: text("").optional(),
  rationale: text("").optional(),
  gaps: text("").optional(),
  findings: text("").optional(),
  phrase: text("").optional(),
});

const FIELDS = {
  text: "Your words, where the option needs them.",
  rationale: "Why.",
  gaps: "The gaps it is about, as in GAP-API-001, GAP-API-002.",
  findings: "The findings it is about, as in F1, F2.",
  phrase: "The sentence that it takes, exactly.",
} as const;

/** A field for the option, and one for each thing that some option needs and a form can ask for. */
function formFor({ options, recommended }: AskedQuestion) {
  const labels = options.map(
    ({ id, label }) => `${id}: ${label}${id === recommended ? " (recommended)" : ""}`,
  );
  const needed = Object.entries(FIELDS).filter(([need]) =>
    options.some(({ needs }) => needs.some((one) => one === need)),
  );
  const texts = needed.map(([need, description]) => [need, { type: "string" as const, description }]);
  return {
    type: "object" as const,
    properties: {
      option: {
        type: "string" as const,
        enum: options.map(({ id }): string => id),
        description: labels.join("; "),
      },
      ...Object.fromEntries(texts),
    },
    required: ["option"],
  };
}
