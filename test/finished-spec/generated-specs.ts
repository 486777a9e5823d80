// Specs of every make with marks anywhere, and answers that try to break them.
import fc from "fast-check";
import type { Answer } from "../support/made-up-session.ts";

const WORDS =
  "order basket card refund limit server client queue retry lender parcel ledger größe 表 naïve".split(" ");
const word = fc.constantFrom(...WORDS);
const words = (min: number, max: number): fc.Arbitrary<string> =>
  fc.array(word, { minLength: min, maxLength: max }).map((parts) => parts.join(" "));
const sentence = words(3, 7).map((text) => `The ${text} holds.`);

const mark = fc.constantFrom(
  "TODO: who is told?",
  "TBD",
  "FIXME",
  "???",
  "[NEEDS CLARIFICATION: how often?]",
  "[NEEDS CLARIFICATION: is [x] meant?]",
  "(TBD)",
  "**TODO**: which one?",
  "**TBD**",
  "TODO (Ann): say more",
);

const markedSentence = fc
  .tuple(words(1, 3), mark, words(0, 3))
  .map(([before, given, after]) => `The ${before} is ${given} ${after}`.trimEnd());

/** A sentence that is nowhere else, so that its loss shows. */
const fact = fc
  .tuple(fc.integer({ min: 100_000, max: 999_999 }), words(1, 4))
  .map(([number, text]) => `The fact${number} ${text} holds.`);
const FACT = /The fact\d{6} [^.]* holds\.|half\d{6}/g;

const half = fc.integer({ min: 100_000, max: 999_999 }).map((number) => `half${number}`);

/** A sentence that lacks one thing and says two others. */
const halved = fc
  .tuple(half, fc.constantFrom("TBD", "???", "[NEEDS CLARIFICATION: how much?]"), words(1, 3), half)
  .map(
    ([first, given, text, second]) => `The ${first} limit is ${given} for ${text} and ${second} for others.`,
  );

export interface HalfAnswered {
  readonly source: string;
  readonly answer: string;
}

/** The same with a text that says again as much of it as it likes, in every place where a sentence can stand. */
export const halfAnswered: fc.Arbitrary<HalfAnswered> = fc
  .record({
    asked: fc.tuple(half, words(1, 3), half),
    value: half,
    say: fc.constantFrom<(first: string, value: string, text: string) => string>(
      (first, value, text) => `The ${first} limit is ${value} for ${text}.`,
      (first, value) => `The ${first} limit is ${value}.`,
      (first, value, text) => `The ${first} limit is ${value} for ${text}, unless the tide is high.`,
      (first, value, text) => `For ${text} the ${first} limit is ${value}. It is never raised.`,
      (first, value) => `The limit is ${value}, as it is with ${first}.`,
      (_, value) => `${value}.`,
    ),
    put: fc.constantFrom<(sentence: string) => string>(
      (sentence) => sentence,
      (sentence) => `Before. ${sentence} After.`,
      (sentence) => `- one\n- ${sentence}`,
      (sentence) => `1. **FR-001**: ${sentence}\n2. two`,
      (sentence) => `| a | b |\n|---|---|\n| c | ${sentence} |`,
    ),
  })
  .map(({ asked: [first, text, second], value, say, put }) => ({
    source: `# S\n\n${put(`The ${first} limit is TBD for ${text} and ${second} for others.`)}\n`,
    answer: say(first, value, text),
  }));

/** The facts of a text, each on one line. */
export function factsIn(text: string): readonly string[] {
  return text.replace(/\s+/g, " ").match(FACT) ?? [];
}

/** Marks that come to an end of their own, so that what follows is the author's. */
const endedMark = fc.constantFrom(
  "TODO: who is told?",
  "TODO(legal): confirm the period with counsel.",
  "FIXME: rename it!",
  "TBD.",
  "(TBD)",
  "**TODO**: which one?",
  "[NEEDS CLARIFICATION: how often?]",
  "[NEEDS CLARIFICATION: is [x] meant?]",
  "TODO: pick A or B. TODO: and when?",
);
const spacing = fc.constantFrom(" ", " ", "\n");
const surrounded = fc
  .tuple(fc.option(fact), spacing, endedMark, spacing, fact, fc.option(markedSentence))
  .map(([before, left, given, right, after, more]) =>
    [
      before === null ? "" : before + left,
      given,
      right,
      after.replace(" holds", right === "\n" ? " holds" : "\nholds"),
      more === null ? "" : ` ${more}.`,
    ].join(""),
  );
const onOneLine = surrounded.map((text) => text.replaceAll("\n", " "));
const line = fc.oneof(
  { weight: 4, arbitrary: sentence },
  { weight: 2, arbitrary: surrounded },
  { weight: 2, arbitrary: markedSentence.map((text) => `${text}.`) },
  { weight: 1, arbitrary: halved },
  { weight: 1, arbitrary: mark },
  { weight: 1, arbitrary: fc.tuple(sentence, mark).map((parts) => parts.join(" ")) },
);

let id = 0;
const gapEntry = words(1, 3).map((title) => {
  id = (id % 900) + 1;
  return [`GAP-ENTRY-${String(id).padStart(3, "0")}`, title] as const;
});

const paragraph = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join("\n"));
const items = fc
  .array(fc.tuple(line, fc.boolean(), fc.option(line)), { minLength: 1, maxLength: 4 })
  .map((rows) =>
    rows
      .map(
        ([text, box, nested]) =>
          `- ${box ? "[ ] " : ""}${text.replaceAll("\n", "\n  ")}${nested === null ? "" : `\n  - ${nested.replaceAll("\n", "\n    ")}`}`,
      )
      .join("\n"),
  );
const numbered = fc.array(line, { minLength: 1, maxLength: 3 }).map((rows) =>
  rows
    .map((text) => text.replace(/\n/g, " "))
    .map((text, index) => `${index + 1}. ${text}\n\n   ${text}`)
    .join("\n"),
);
const entries = fc
  .array(fc.tuple(gapEntry, fc.constantFrom("? ", ". ", "\n  ", ""), fact), { minLength: 1, maxLength: 3 })
  .map((rows) =>
    rows
      .map(
        ([[gap, title], end, after]) => `- **${gap}** (HIGH): ${title}${end === "" ? "?" : `${end}${after}`}`,
      )
      .join("\n"),
  );
const definition = fc
  .tuple(gapEntry, fc.constantFrom("? ", "\n"), fact)
  .map(([[gap, title], end, after]) => `${gap}: ${title}${end}${after}`);
const table = fc
  .array(fc.tuple(words(1, 2), fc.oneof(words(1, 3), mark, markedSentence, onOneLine)), {
    minLength: 1,
    maxLength: 3,
  })
  .map((rows) => ["| What | How |", "|---|---|", ...rows.map(([a, b]) => `| ${a} | ${b} |`)].join("\n"));
const inventory = fc
  .array(fc.tuple(gapEntry, fact, fact), { minLength: 1, maxLength: 2 })
  .map((rows) =>
    [
      "| Gap | What | Severity | Notes |",
      "|---|---|---|---|",
      ...rows.map(([[gap, title], first, second]) => `| ${gap} | ${title}? ${first} | HIGH | ${second} |`),
    ].join("\n"),
  );
const fence = fc
  .tuple(fc.constantFrom("```", "~~~", "````"), fc.constantFrom("", "js", "text"), line)
  .map(([sign, info, text]) => `${sign}${info}\n# no heading\n${text}\n${sign}`);
const quote = line.map((text) => `> ${text.replace(/\n/g, "\n> ")}`);
const comment = line.map((text) => `<!-- ${text.replaceAll("\n", " ")} -->`);

const block = fc.oneof(
  { weight: 5, arbitrary: paragraph },
  { weight: 3, arbitrary: items },
  { weight: 1, arbitrary: numbered },
  { weight: 1, arbitrary: entries },
  { weight: 1, arbitrary: definition },
  { weight: 2, arbitrary: table },
  { weight: 1, arbitrary: inventory },
  { weight: 1, arbitrary: fence },
  { weight: 1, arbitrary: quote },
  { weight: 1, arbitrary: comment },
);

const title = fc.oneof(
  { weight: 5, arbitrary: words(1, 3) },
  {
    weight: 1,
    arbitrary: fc.tuple(words(1, 2), fc.constantFrom("TODO", "(TBD)", "???")).map((parts) => parts.join(" ")),
  },
  { weight: 1, arbitrary: gapEntry.map(([gap, text]) => `${gap}: ${text}`) },
);
const heading = fc
  .tuple(fc.integer({ min: 2, max: 5 }), title)
  .map(([level, text]) => `${"#".repeat(level)} ${text}`);
const underlined = words(1, 3).map((text) => `${text}\n${"-".repeat(Math.max(4, text.length))}`);

const section = fc
  .tuple(
    fc.oneof({ weight: 5, arbitrary: heading }, { weight: 1, arbitrary: underlined }),
    fc.array(block, { maxLength: 4 }),
  )
  .map(([head, blocks]) => [head, ...blocks].join("\n\n"));

export const sourceText: fc.Arbitrary<string> = fc
  .record({
    front: fc.constantFrom("", "---\ntitle: Loans\nowner: TBD\n---\n", "---\na: 1\n---\n\n"),
    title: fc.constantFrom("# The spec\n\n", "The spec\n========\n\n", ""),
    intro: fc.array(block, { maxLength: 2 }),
    sections: fc.array(section, { maxLength: 5 }),
    end: fc.constantFrom("", "\n", "\n\n", "\n\n```\nleft open", "\n\n<!-- left open"),
    lineEnd: fc.constantFrom("\n", "\n", "\r\n"),
  })
  .map(({ front, title: name, intro, sections, end, lineEnd }) =>
    (front + name + [...intro, ...sections].join("\n\n") + end).replaceAll("\n", lineEnd),
  );

/** Words of their own: an answer that says the author's words again may replace them. */
const answerSentence = fc
  .array(fc.constantFrom("walrus", "oyster", "tide", "gryphon", "tortoise"), { minLength: 3, maxLength: 7 })
  .map((parts) => `Every ${parts.join(" ")} dances.`);
const answerText = fc.oneof(
  { weight: 4, arbitrary: answerSentence },
  { weight: 1, arbitrary: fc.constant("5 seconds") },
  ...[
    "## Rules\n\nThe answer stands here.\n\n### Details\n\nMore of it.",
    "# Decisions\n\nAnother one of that name.",
    "```js\nconst open = true;",
    "Text\n<!-- a comment that stays open",
    "<details>\n<summary>More</summary>\n\nInside.",
    "- one rule\n- another rule",
    "1. first\n2. second",
    "| a | b |\n|---|---|\n| c | d |",
    "Underlined\n---\nand on",
    "Big\n===",
    "As ISSUE-R1-001 says, the card is kept (GAP-MARK-001).",
    "**Confidence:** HIGH\n\nThe answer of round 2 stands (see ISSUE-R1-002, as of Round 2).\n\n### Rationale\n\nBecause.",
    "    indented code",
    "> a quote",
    "<pre>\nnever closed",
    "a | b",
  ].map((text) => ({ weight: 1, arbitrary: fc.constant(text) })),
);
const path = fc.oneof(
  words(1, 2),
  fc.constantFrom("The spec", "the SPEC > nothing", "§4.2", "", "Known Limitations", "Decisions"),
);
const answer: fc.Arbitrary<Answer> = fc.oneof(
  { weight: 5, arbitrary: answerText },
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.record({ text: answerText, after: path }) },
  {
    weight: 1,
    arbitrary: answerText.map((body) => ({
      body: `### Proposed Solution\n\n${body}\n\n### Trade-offs\n\nNone.`,
    })),
  },
);

export const answers: fc.Arbitrary<readonly Answer[]> = fc.array(answer, { minLength: 40, maxLength: 40 });
/** Also those that replace what the author wrote. */
export const anyAnswers: fc.Arbitrary<readonly Answer[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: answer },
    { weight: 1, arbitrary: fc.record({ text: answerText, replaces: path }) },
  ),
  { minLength: 40, maxLength: 40 },
);
