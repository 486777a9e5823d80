// `parley gap`: look at the gaps of a session, and change them.

import { isFailure, type Outcome, usageFailure } from "../../app/failure.ts";
import type { ChangeGapInput } from "../../app/sessions/change-gap.ts";
import type { ChangedGap, GapStory, GapView } from "../../app/wire/gap.ts";
import { type AskTerminal, askTerminal } from "../ask/ask-terminal.ts";
import {
  type Answer,
  type CommandGroup,
  command,
  fileOption,
  flagOption,
  namedOption,
  type Request,
  textArgument,
  textOption,
} from "../command.ts";
import { SESSION_ARGUMENT, SESSION_OPTION } from "../session-options.ts";
import { type Line, labelledText, paintText, shortenText, wrapText } from "../text.ts";

const GAP_ARGUMENT = {
  ...textArgument("GAP", "Its id, such as GAP-FLOW-007, or the beginning of it."),
  completion: "gap",
} as const;
const REASON = textOption("--reason", "Why. It is recorded as a decision.");

const LIST = command({
  name: "list",
  summary: "List the gaps that are left.",
  arguments: [SESSION_ARGUMENT],
  options: [
    textOption("--state", "Only those in this state.", "STATE"),
    flagOption("--all", "Also those that are settled."),
    SESSION_OPTION,
  ],
  examples: [
    { line: "parley gap list --state BLOCKED_EXTERNAL", does: "those that wait for input" },
    { line: "parley gap list --all --json", does: "every gap as data" },
  ],
  run: ({ app, options }) => app.gaps.list(options),
  lines: (gaps, { options: { all, state }, quiet, width }) => {
    if (quiet) return gaps.map(({ id }) => id);
    if (gaps.length > 0) return gaps.map((gap) => rowLine(gap, width));
    const none = state === undefined ? "No gap is left." : "No gap is in that state.";
    return all || state !== undefined ? [none] : [none, "see all: parley gap list --all"];
  },
});

const ID_COLUMN = 18;
const SEVERITY_COLUMN = 10;
const STATE_COLUMN = 18;

function rowLine({ id, severity, state, title, detail }: GapView, width: number): Line {
  const room = Math.max(20, width - ID_COLUMN - SEVERITY_COLUMN - STATE_COLUMN);
  const said = detail === null ? title : `${title} (${detail})`;
  return [
    paintText("bold", id.padEnd(ID_COLUMN)),
    severity.padEnd(SEVERITY_COLUMN),
    state.padEnd(STATE_COLUMN),
    shortenText(said, room),
  ];
}

const SHOW = command({
  name: "show",
  summary: "Tell all there is about a gap.",
  details: [
    "Where it comes from, who set its severity, what it builds on, its proposals and reviews by round, its issues with their fate, decisions and questions.",
  ],
  arguments: [GAP_ARGUMENT, SESSION_ARGUMENT],
  options: [SESSION_OPTION],
  examples: [{ line: "parley gap show flow-007", does: "with or without GAP-" }],
  run: ({ app, args, options }) => app.gaps.show({ ...args, ...options }),
  lines: (gap, { quiet, width }) => (quiet ? [headline(gap)] : gapLines(gap, width)),
});

const LABEL_COLUMN = 12;

function headline({ id, title, state }: GapView): Line {
  return [paintText("bold", id), `  ${state}  ${title}`];
}

function gapLines(gap: GapView & GapStory, width: number): Line[] {
  const row = labelledText({ term: LABEL_COLUMN, width });
  return [
    headline(gap),
    ...row("", gap.description),
    ...row("severity", severityText(gap)),
    ...row("state", stateText(gap)),
    ...row("from", originLine(gap)),
    ...row("builds on", gap.foundations.map(({ id, state }) => `${id} (${state})`).join(", ")),
    ...row("holds up", gap.dependents.join(", ")),
    ...gap.notes.flatMap((note) => row("note", note)),
    ...gap.inputs.flatMap((input) => row("input", input)),
    ...gap.proposals.flatMap(({ round, confidence, file, line }) =>
      row("proposal", `round ${round}, confidence ${confidence}, ${file}:${line}`),
    ),
    ...gap.reviews.flatMap(({ round, needsRevision, file }) =>
      row("review", `round ${round}, ${needsRevision ? "needs revision" : "no revision asked for"}, ${file}`),
    ),
    ...gap.issues.flatMap(({ id, severity, title, fate }) =>
      row("issue", `${id} (${severity}, ${fate}) ${title}`),
    ),
    ...gap.decisions.flatMap(({ id, decision, rationale, decidedBy }) =>
      row(
        "decision",
        `${id} by ${decidedBy}: ${decision}${rationale === null ? "" : ` Because: ${rationale}`}`,
      ),
    ),
    ...gap.questions.flatMap(({ id, kind, fate, why }) => row("question", `${id} (${kind}, ${fate}) ${why}`)),
  ];
}

/** With its reason, or that of the move that led there. */
function stateText({ state, detail, moves }: GapView & GapStory): string {
  const last = moves.at(-1);
  const why = detail ?? (last?.to === state ? last.reason : null);
  return why === null ? state : `${state}: ${why}`;
}

function severityText({ severity, severitySetBy, enteredAs }: GapView & GapStory): string {
  const before = enteredAs === severity ? "" : `, entered as ${enteredAs}`;
  return `${severity}, set by ${SETTERS[severitySetBy] ?? severitySetBy}${before}`;
}

const SETTERS: Readonly<Record<string, string>> = {
  stated: "whoever found it",
  default: "default",
  reviewer: "the Reviewer",
  user: "the user",
};

function originLine({ origin, roundEntered }: GapView & GapStory): string {
  const { words, file, line, heading, alias } = origin;
  const place = file === null ? words : `${file}:${line}${heading === null ? "" : ` (${heading})`}`;
  const since = roundEntered === 0 ? "" : `, round ${roundEntered}`;
  return `${place}${file !== null && alias !== null ? `, written as ${alias}` : ""}${since}`;
}

const ACCEPT = command({
  name: "accept",
  summary: "Accept what is proposed for a gap, as it is.",
  details: [
    "Of a gap that is PROPOSED or NEEDS_REVISION. Every issue still open on it is overruled by the same decision. A gap that is ACCEPTED already is resolved, and needs no reason.",
  ],
  arguments: [GAP_ARGUMENT, SESSION_ARGUMENT],
  options: [REASON, SESSION_OPTION],
  examples: [{ line: "parley gap accept GAP-FLOW-007 --reason 'good enough'", does: "ACCEPTED" }],
  run: (request) => changeGap(request, { do: "accept" }),
});

const BLOCK = command({
  name: "block",
  summary: "Let a gap wait for others.",
  details: [
    "Those it waits for are taken up first, or together with it. An unknown gap, or one that waits for this one in turn, is noted and holds nothing up.",
  ],
  arguments: [
    GAP_ARGUMENT,
    {
      name: "MORE",
      summary: "Further gaps to wait for.",
      required: false,
      many: true,
      completion: "gap",
    },
  ],
  options: [
    { ...namedOption("--by", "The gap to wait for; may be given several times.", "gap"), many: true },
    REASON,
    SESSION_OPTION,
  ],
  examples: [
    { line: "parley gap block GAP-FLOW-007 --by GAP-FLOW-002 --by GAP-API-001", does: "after those two" },
  ],
  run: async (request) => {
    const { args, options } = request;
    // The shell has no list: further ones may follow the first.
    const named = [...options.by, ...(options.by.length === 0 ? [] : args.more)];
    const by = named.flatMap((one) => one.split(",").filter((word) => word.trim() !== ""));
    if (by.length > 0) return await changeGap(request, { do: "block", by });
    return usageFailure(
      "by",
      "what the gap waits for is missing",
      "as in parley gap block GAP-FLOW-007 --by GAP-FLOW-002",
    );
  },
});

const DEFER = command({
  name: "defer",
  summary: "Leave an open gap for later.",
  details: ["It counts half in the open count, and the end of the session names it as a limitation."],
  arguments: [GAP_ARGUMENT, SESSION_ARGUMENT],
  options: [REASON, SESSION_OPTION],
  examples: [{ line: "parley gap defer GAP-FLOW-007 --reason 'next release'", does: "USER_DEFERRED" }],
  run: (request) => changeGap(request, { do: "defer" }),
});

const CLOSE = command({
  name: "close",
  summary: "Close an open gap without a solution.",
  details: [
    "A CRITICAL or HIGH gap takes the sentence that its gate would ask for at the end: for CRITICAL `I accept CRITICAL gaps knowing the spec may be unusable`, for HIGH `I acknowledge`. At a terminal you are asked for it. The end of the session names the gap as a limitation.",
  ],
  arguments: [GAP_ARGUMENT, SESSION_ARGUMENT],
  options: [
    REASON,
    textOption("--phrase", "The sentence for a CRITICAL or HIGH gap, exactly."),
    SESSION_OPTION,
  ],
  examples: [
    { line: "parley gap close GAP-FLOW-007 --reason 'out of scope'", does: "WONT_FIX" },
    {
      line: "parley gap close GAP-API-002 --reason 'next year' --phrase 'I acknowledge'",
      does: "a HIGH gap",
    },
  ],
  run: (request) => closeAndAsk(request, askTerminal(request)),
});

/** Where somebody is there, they are asked for the sentence that a grave gap takes. */
export async function closeAndAsk(
  request: ChangeRequest & { readonly options: { readonly phrase: string | undefined } },
  terminal: AskTerminal | null,
): Outcome<Answer> {
  const { reason = "", phrase: given } = request.options;
  const mayAsk = terminal !== null && given === undefined && reason !== "";
  const phrase = mayAsk ? await askPhrase(request, terminal) : given;
  return isFailure(phrase) ? phrase : await changeGap(request, { do: "close", phrase });
}

async function askPhrase(
  { app, args, options, context }: ChangeRequest,
  terminal: AskTerminal,
): Outcome<string | undefined> {
  const wanted = await app.gaps.closingPhrase({ session: options.session, gap: args.gap });
  if (isFailure(wanted) || wanted === null) return wanted ?? undefined;
  const [{ openPrompts }, { askSentence }] = await Promise.all([
    import("../ask/prompts.ts"),
    import("../ask/gather-answer.ts"),
  ]);
  const prompts = await openPrompts(terminal, context.cancel);
  const reply = await askSentence(prompts, wanted);
  if (reply.at === "interrupted") {
    return { failed: "interrupted", code: "interrupted", message: "Stopped. Nothing was changed." };
  }
  return reply.at === "given" ? reply.value : undefined;
}

const REOPEN = command({
  name: "reopen",
  summary: "Take up again what was deferred, closed or accepted.",
  details: ["What has a text is revised and reviewed anew; the reason is in the Engineer's prompt."],
  arguments: [GAP_ARGUMENT, SESSION_ARGUMENT],
  options: [REASON, SESSION_OPTION],
  examples: [{ line: "parley gap reopen GAP-FLOW-007 --reason 'the limit is wrong'", does: "back to work" }],
  run: (request) => changeGap(request, { do: "reopen" }),
});

const SEVERITY = command({
  name: "severity",
  summary: "Set how grave a gap is, up or down.",
  details: ["A Reviewer does not change it after that."],
  arguments: [GAP_ARGUMENT, textArgument("LEVEL", "CRITICAL, HIGH, MEDIUM or LOW."), SESSION_ARGUMENT],
  options: [REASON, SESSION_OPTION],
  examples: [{ line: "parley gap severity GAP-FLOW-007 LOW --reason 'cosmetic'", does: "in your words" }],
  run: (request) => changeGap(request, { do: "severity", level: request.args.level }),
});

const UNBLOCK = command({
  name: "unblock",
  summary: "Give a blocked gap what it waits for.",
  details: ["The same as answering its question with `input`; the question is closed by it."],
  arguments: [GAP_ARGUMENT, SESSION_ARGUMENT],
  options: [
    textOption("--text", "Your words."),
    fileOption("--file", "Your words, from a file."),
    SESSION_OPTION,
  ],
  examples: [{ line: "parley gap unblock GAP-FLOW-007 --text 'Ten years.'", does: "OPEN again" }],
  run: async (request) => {
    const { text, file } = request.options;
    if (text === undefined || file === undefined) {
      return await changeGap(request, { do: "unblock", text, file });
    }
    return usageFailure("input", "--text and --file say the same thing", "give one of them");
  },
});

const PARTS_MIN = 2;

const SPLIT = command({
  name: "split",
  summary: "Split an open gap into several.",
  details: [
    "Its parts get letters, its severity, its open issues and what it builds on. They do not count as new gaps.",
  ],
  arguments: [
    GAP_ARGUMENT,
    { ...textArgument("TITLE", "What each part is about; two or more."), many: true },
  ],
  options: [REASON, SESSION_OPTION],
  examples: [
    {
      line: "parley gap split GAP-FLOW-007 'When it starts' 'When it ends'",
      does: "GAP-FLOW-007a and GAP-FLOW-007b",
    },
  ],
  run: async (request) => {
    const titles = request.args.title;
    if (titles.length >= PARTS_MIN) return await changeGap(request, { do: "split", titles });
    return usageFailure(
      "titles",
      `a split needs ${PARTS_MIN} titles or more`,
      "as in parley gap split GAP-FLOW-007 'When it starts' 'When it ends'",
    );
  },
});

/** What every change of a gap takes. */
interface ChangeRequest extends Request {
  readonly args: { readonly gap: string };
  readonly options: { readonly session: string | undefined; readonly reason?: string | undefined };
}

/** Changes the gap that the command line names, and tells so. */
async function changeGap(
  { app, args, options, quiet }: ChangeRequest,
  change: ChangeGapInput["change"],
): Outcome<Answer> {
  const { session, reason } = options;
  const changed = await app.gaps.change({ session, gap: args.gap, reason, change });
  if (isFailure(changed)) return changed;
  return { data: changed, lines: (width) => (quiet ? [] : changedLines(changed, width)) };
}

function changedLines(changed: ChangedGap, width: number): Line[] {
  const { session, gap, decision, parts } = changed;
  const what = describeChange(changed);
  return [
    [paintText("bold", gap), ` ${what}`, paintText("dim", decision === null ? "" : `  ${decision}`)],
    ...parts.map(({ id, title }): Line => ["  ", paintText("cyan", id), ` ${title}`]),
    ...notes(changed).flatMap((note) => wrapText(note, width)),
    [paintText("dim", "go on: "), `parley resume ${session}`],
  ];
}

function describeChange({ change, severity, blockedBy, from, state }: ChangedGap): string {
  if (change === "severity") return `is ${severity} now`;
  return change === "block" ? `waits for ${blockedBy.join(", ")}` : `${from} → ${state}`;
}

function notes(changed: ChangedGap): readonly string[] {
  const { closedQuestions, openQuestions, atWork, gap, overruled } = changed;
  return [
    ...changed.notes.map((note) => `note: ${note}`),
    ...(overruled.length === 0 ? [] : [`overruled by this: ${overruled.join(", ")}`]),
    ...(closedQuestions.length === 0
      ? []
      : [`${closedQuestions.join(", ")} ${closedQuestions.length === 1 ? "is" : "are"} settled by this`]),
    ...(openQuestions.length === 0 ? [] : [`still open: ${openQuestions.join(", ")}`]),
    ...(atWork ? [`an agent is at work on ${gap}: what it brings for it is not taken`] : []),
  ];
}

export const GAP: CommandGroup = {
  name: "gap",
  summary: "Look at the gaps of a session, and change them.",
  details: [
    "A change is recorded as a decision, and later prompts repeat it. What an agent that is at work brings for a gap that was taken from it does not count.",
  ],
  examples: [
    { line: "parley gap list", does: "what is left, gravest first" },
    { line: "parley gap show GAP-FLOW-007", does: "all that was said about a gap" },
    { line: "parley gap defer GAP-FLOW-007 --reason 'not in this release'", does: "leave it for later" },
  ],
  commands: [LIST, SHOW, ACCEPT, BLOCK, DEFER, CLOSE, REOPEN, SEVERITY, UNBLOCK, SPLIT],
};
