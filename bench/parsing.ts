import { readEngineerDocument } from "../src/document/engineer/read-engineer.ts";
import { parseMarkdown } from "../src/document/markdown/blocks.ts";
import { readReviewerDocument } from "../src/document/reviewer/read-reviewer.ts";
import { lintSpec } from "../src/lint/lint-spec.ts";
import { corpusTexts } from "../test/support/corpus.ts";
import { type Measured, workRatioOf } from "./ratio.ts";
import { workedMs } from "./thread-clock.ts";

let renewals = 0;

/** Another one every time. */
function newWord(): string {
  renewals += 1;
  return Array.from(String(renewals), (digit) => "bcdfghjklm"[Number(digit)]).join("");
}

/** What was read is at hand the next time: so most titles, items and sentences are others every time. */
function renewText(text: string): string {
  return text.replaceAll(/(?<=\p{Ll}{3}) (?=\p{Ll}{3})/gu, ` ${newWord()} `);
}

const READERS: { readonly [name: string]: (text: string) => unknown } = {
  "reading an engineer document": readEngineerDocument,
  "reading a reviewer document": readReviewerDocument,
  "linting a spec": (text) => lintSpec({ text, file: "bench.md" }),
};

/** So many characters each, and with a word in every line that is another in every text. */
const HOSTILE: { readonly [name: string]: (size: number) => string } = {
  "an unclosed fence": (size) => repeatTo(size, "```md\n", `## Verdict: APPROVED ${newWord()}\n`),
  "nested quotes": (size) => repeatTo(size, "", `${">".repeat(50)} a ${newWord()}\n\n`),
  "a deep list": (size) => {
    const item = `- a ${newWord()}`;
    return Array.from({ length: Math.sqrt(size) }, (_, n) => `${"  ".repeat(n)}${item}`).join("\n");
  },
  "emphasis without end": (size) => repeatTo(size, "", `${"a*".repeat(500)} ${newWord()}\n\n`),
  "headings without end": (size) => repeatTo(size, "", `# heading ${newWord()}\n`),
  "issues without end": (size) =>
    repeatTo(size, "", `- **ISSUE-R1-001 (High)**: GAP-AB-001 is wrong ${newWord()}\n`),
};

function repeatTo(size: number, first: string, line: string): string {
  return first + line.repeat((size - first.length) / line.length);
}

/** Ten times the size may take twelve times as long. */
const LINEAR = 1.2;
const SMALL = 100_000;
/** With three, the first ones, in which V8 still compiles, were half of what counted. */
const RUNS = 7;
/** What a reader may cost over the parse it rests on. */
const READERS_SHARE = 8;
const REVIEW_SHARE = 3;

export async function* parsing(): AsyncIterable<Measured> {
  // A fence left open would hide all that follows it.
  const whole = corpusTexts().filter((text) => parseMarkdown(text).notes.length === 0);
  const all = whole.join("\n\n");
  const document = (size: number): string => all.repeat(Math.ceil(size / all.length)).slice(0, size);
  yield await perKilobyte(document(SMALL));
  for (const [what, read] of Object.entries(READERS)) {
    yield await linearity(what, "real-looking documents", read, (size) => renewText(document(size)));
    const texts = Array.from({ length: RUNS }, () => renewText(document(SMALL)));
    const [readOnce, parseOnce] = [[...texts], [...texts]];
    yield {
      what,
      against: "reading its Markdown alone",
      ratio: await workRatioOf(
        RUNS,
        () => void read(readOnce.pop() ?? ""),
        () => void parseMarkdown(parseOnce.pop() ?? ""),
      ),
      budget: read === readReviewerDocument ? REVIEW_SHARE : READERS_SHARE,
    };
  }
  yield {
    what: "reading 2 MB of real-looking Markdown",
    against: "ten times 200 KB",
    ratio: await workRatioOf(
      RUNS,
      () => void parseMarkdown(document(2_000_000)),
      () => {
        for (let n = 0; n < 10; n++) parseMarkdown(document(200_000));
      },
    ),
    budget: LINEAR,
  };
  for (const [name, text] of Object.entries(HOSTILE)) {
    yield await linearity("reading a reviewer document", name, readReviewerDocument, text);
  }
}

async function linearity(
  what: string,
  of: string,
  read: (text: string) => unknown,
  /** Another text with each call. */
  make: (size: number) => string,
): Promise<Measured> {
  const others = Array.from({ length: RUNS }, () => make(SMALL * 10));
  const smaller = Array.from({ length: RUNS * 10 }, () => make(SMALL));
  read(make(SMALL));
  const ratio = await workRatioOf(
    RUNS,
    () => void read(others.pop() ?? ""),
    () => {
      for (let n = 0; n < 10; n++) read(smaller.pop() ?? "");
    },
  );
  return {
    what: `${what}: ten times the size (${of})`,
    against: "ten times the document",
    ratio,
    budget: LINEAR,
  };
}

/** The one figure that is not a ratio of two works: milliseconds a kilobyte. */
async function perKilobyte(text: string): Promise<Measured> {
  const times: number[] = [];
  for (let run = 0; run < RUNS * 2; run++) {
    const start = workedMs();
    parseMarkdown(text);
    times.push(workedMs() - start);
  }
  return {
    what: "reading Markdown: milliseconds",
    against: "kilobytes",
    ratio: Math.min(...times) / (text.length / 1024),
    budget: 1,
  };
}
