import type { CommandGroup, OptionSpec } from "../command.ts";
import { SESSION_OPTION } from "./session-options.ts";

const GAP_ARGUMENT = {
  name: "GAP",
  summary: "Its id, such as GAP-FLOW-007, or the beginning of it.",
  required: true,
  completion: "nothing",
} as const;

const REASON_OPTION: OptionSpec = {
  flag: "--reason",
  summary: "Why. It is recorded as a decision.",
  value: { name: "TEXT", completion: "nothing" },
};

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
  commands: [
    {
      name: "list",
      summary: "List the gaps that are left.",
      arguments: [],
      options: [
        {
          flag: "--state",
          summary: "Only those in this state.",
          value: { name: "STATE", completion: "nothing" },
        },
        { flag: "--all", summary: "Also those that are settled." },
        SESSION_OPTION,
      ],
      examples: [
        { line: "parley gap list --state BLOCKED_EXTERNAL", does: "those that wait for input" },
        { line: "parley gap list --all --json", does: "every gap as data" },
      ],
      load: () => import("../commands/gap-list.ts"),
    },
    {
      name: "show",
      summary: "Tell all there is about a gap.",
      details: [
        "Where it comes from, who set its severity, what it builds on, its proposals and reviews by round, its issues with their fate, decisions and questions.",
      ],
      arguments: [GAP_ARGUMENT],
      options: [SESSION_OPTION],
      examples: [{ line: "parley gap show flow-007", does: "with or without GAP-" }],
      load: () => import("../commands/gap-show.ts"),
    },
    {
      name: "accept",
      summary: "Accept what is proposed for a gap, as it is.",
      details: [
        "Of a gap that is PROPOSED or NEEDS_REVISION. Every issue still open on it is overruled by the same decision. A gap that is ACCEPTED already is resolved, and needs no reason.",
      ],
      arguments: [GAP_ARGUMENT],
      options: [REASON_OPTION, SESSION_OPTION],
      examples: [{ line: "parley gap accept GAP-FLOW-007 --reason 'good enough'", does: "ACCEPTED" }],
      load: () => import("../commands/gap-accept.ts"),
    },
    {
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
          completion: "nothing",
        },
      ],
      options: [
        {
          flag: "--by",
          summary: "The gap to wait for; may be given several times.",
          value: { name: "GAP", completion: "nothing" },
          many: true,
        },
        REASON_OPTION,
        SESSION_OPTION,
      ],
      examples: [
        { line: "parley gap block GAP-FLOW-007 --by GAP-FLOW-002 --by GAP-API-001", does: "after those two" },
      ],
      load: () => import("../commands/gap-block.ts"),
    },
    {
      name: "defer",
      summary: "Leave an open gap for later.",
      details: ["It counts half in the open count, and the end of the session names it as a limitation."],
      arguments: [GAP_ARGUMENT],
      options: [REASON_OPTION, SESSION_OPTION],
      examples: [{ line: "parley gap defer GAP-FLOW-007 --reason 'next release'", does: "USER_DEFERRED" }],
      load: () => import("../commands/gap-defer.ts"),
    },
    {
      name: "close",
      summary: "Close an open gap without a solution.",
      details: [
        "A CRITICAL or HIGH gap takes the sentence that its gate would ask for at the end: for CRITICAL `I accept CRITICAL gaps knowing the spec may be unusable`, for HIGH `I acknowledge`. At a terminal you are asked for it. The end of the session names the gap as a limitation.",
      ],
      arguments: [GAP_ARGUMENT],
      options: [
        REASON_OPTION,
        {
          flag: "--phrase",
          summary: "The sentence for a CRITICAL or HIGH gap, exactly.",
          value: { name: "TEXT", completion: "nothing" },
        },
        SESSION_OPTION,
      ],
      examples: [
        { line: "parley gap close GAP-FLOW-007 --reason 'out of scope'", does: "WONT_FIX" },
        {
          line: "parley gap close GAP-API-002 --reason 'next year' --phrase 'I acknowledge'",
          does: "a HIGH gap",
        },
      ],
      load: () => import("../commands/gap-close.ts"),
    },
    {
      name: "reopen",
      summary: "Take up again what was deferred, closed or accepted.",
      details: ["What has a text is revised and reviewed anew; the reason is in the Engineer's prompt."],
      arguments: [GAP_ARGUMENT],
      options: [REASON_OPTION, SESSION_OPTION],
      examples: [
        { line: "parley gap reopen GAP-FLOW-007 --reason 'the limit is wrong'", does: "back to work" },
      ],
      load: () => import("../commands/gap-reopen.ts"),
    },
    {
      name: "severity",
      summary: "Set how grave a gap is, up or down.",
      details: ["A Reviewer does not change it after that."],
      arguments: [
        GAP_ARGUMENT,
        {
          name: "LEVEL",
          summary: "CRITICAL, HIGH, MEDIUM or LOW.",
          required: true,
          completion: "nothing",
        },
      ],
      options: [REASON_OPTION, SESSION_OPTION],
      examples: [{ line: "parley gap severity GAP-FLOW-007 LOW --reason 'cosmetic'", does: "in your words" }],
      load: () => import("../commands/gap-severity.ts"),
    },
    {
      name: "unblock",
      summary: "Give a blocked gap what it waits for.",
      details: ["The same as answering its question with `input`; the question is closed by it."],
      arguments: [GAP_ARGUMENT],
      options: [
        { flag: "--text", summary: "Your words.", value: { name: "TEXT", completion: "nothing" } },
        { flag: "--file", summary: "Your words, from a file.", value: { name: "FILE", completion: "file" } },
        SESSION_OPTION,
      ],
      examples: [{ line: "parley gap unblock GAP-FLOW-007 --text 'Ten years.'", does: "OPEN again" }],
      load: () => import("../commands/gap-unblock.ts"),
    },
    {
      name: "split",
      summary: "Split an open gap into several.",
      details: [
        "Its parts get letters, its severity, its open issues and what it builds on. They do not count as new gaps.",
      ],
      arguments: [
        GAP_ARGUMENT,
        {
          name: "TITLE",
          summary: "What each part is about; two or more.",
          required: true,
          many: true,
          completion: "nothing",
        },
      ],
      options: [REASON_OPTION, SESSION_OPTION],
      examples: [
        {
          line: "parley gap split GAP-FLOW-007 'When it starts' 'When it ends'",
          does: "GAP-FLOW-007a and GAP-FLOW-007b",
        },
      ],
      load: () => import("../commands/gap-split.ts"),
    },
  ],
};
