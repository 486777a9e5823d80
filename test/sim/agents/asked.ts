import { type CallKeyParts, callKeyParts } from "../../../src/core/shared/call-key.ts";
import type { AgentRequest } from "../../../src/engine/ports.ts";

/** What an agent can know of its task: it sees its prompt and the name of its call, and nothing else. */
export interface Asked {
  readonly call: CallKeyParts;
  /** The gaps it is to resolve, or the proposals it is to review. */
  readonly gaps: readonly string[];
  readonly titles: ReadonlyMap<string, string>;
  /** Every other gap that the prompt speaks of. */
  readonly otherGaps: readonly string[];
  readonly issues: readonly string[];
  /** Those that the prompt lists as open. */
  readonly openIssues: readonly string[];
  /** What the prompt shows of where the texts belong. */
  readonly passages: readonly Passage[];
  /** The specification as the prompt shows it. */
  readonly draft: string;
  /** What a survey has to speak of, by heading path, and the source that it is about. */
  readonly sections: readonly string[];
  readonly source: string;
}

export interface Passage {
  /** Those that one text is to settle. */
  readonly gaps: readonly string[];
  /** What the text takes the place of; `null` where its place has to be named. */
  readonly text: string | null;
  /** The heading path it stands under, or that is proposed for a place. */
  readonly path: string | null;
  /** An entry of a list, which may be removed. */
  readonly entry: boolean;
  /** Only a heading stands there. */
  readonly emptySection: boolean;
}

const GAP = /GAP-[A-Z]{2,10}-\d{3}[a-z]?\b/g;
const ISSUE = /ISSUE-R\d{1,2}-\d{3}/g;
const TASK_ITEM = /^- (GAP-[A-Z]{2,10}-\d{3}[a-z]?)(?: \([A-Z]+\))?: `+ ?(.*?) ?`+(?:, together with .*)?$/;
const HEADINGS = /^# What your document has this time$/m;
const OPEN_ISSUE = /^- (ISSUE-R\d{1,2}-\d{3}) \([A-Z]+, raised in round/gm;
const PASSAGE = "The passage of ";
const SECTION_ITEM = /^- `+ ?(.*?) ?`+$/;
const SOURCE = "The specification";
const SPECIFICATION = "The specification as it stands now";

export type Said = Pick<AgentRequest, "key" | "prompt" | "standingChars">;

/** `before`: what the agent remembers, where it goes on. */
export function askedOf(request: Said, before: readonly Said[] = []): Asked {
  const { key } = request;
  const body = bodyOf([...before, request]);
  const parts = partsOf(body);
  const titles = new Map(
    parts
      .filter(({ title }) => title === "Your task")
      .flatMap(({ lines }) => lines)
      .flatMap((line) => {
        const [, gap, title] = TASK_ITEM.exec(line) ?? [];
        return gap === undefined ? [] : [[gap, title ?? ""] as const];
      }),
  );
  const gaps = [...titles.keys()];
  return {
    call: callKeyParts(key),
    gaps,
    titles,
    otherGaps: unique(body.match(GAP) ?? []).filter((gap) => !titles.has(gap)),
    issues: unique(body.match(ISSUE) ?? []),
    openIssues: unique([...body.matchAll(OPEN_ISSUE)].flatMap(([, id]) => id ?? [])),
    passages: parts.filter(({ title }) => title.startsWith(PASSAGE)).map(passageOf),
    draft: quotedUnder(SPECIFICATION, parts),
    sections: parts
      .filter(({ title }) => title === "Your task")
      .flatMap(({ lines }) => lines)
      .flatMap((line) => SECTION_ITEM.exec(line)?.[1] ?? []),
    source: quotedUnder(SOURCE, parts),
  };
}

/** The task as it stands now: a section that was sent again takes the place of what it said before. */
function bodyOf(said: readonly Said[]): string {
  const sections = new Map<string, string>();
  for (const { prompt, standingChars } of said) {
    const task = prompt.slice(standingChars);
    const end = task.search(HEADINGS);
    for (const section of sectionsOf(end < 0 ? task : task.slice(0, end))) {
      sections.set(section.slice(0, section.indexOf("\n")), section);
    }
  }
  return [...sections]
    .map(([title, text]) => ({ text, rank: rankOf(title) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ text }) => text)
    .join("");
}

/** What is asked for is looked at first, wherever it stands. */
const LOOKED_AT = ["# RETRY", "# Decisions that bind", "# Your task", "# What the user says for this turn"];

function rankOf(title: string): number {
  const at = LOOKED_AT.findIndex((start) => title.startsWith(start));
  return at < 0 ? LOOKED_AT.length : at;
}

/** From one heading of the first rank to the next; headings in quotations are none. */
function sectionsOf(text: string): readonly string[] {
  const sections: string[] = [];
  let fence: string | null = null;
  for (const line of text.split("\n")) {
    const mark = /^(`{3,})\w*$/.exec(line)?.[1];
    const starts = fence === null && line.startsWith("# ");
    if (fence === null) fence = mark ?? null;
    else if (line === fence) fence = null;
    if (starts || sections.length === 0) sections.push("");
    sections.push(`${sections.pop() ?? ""}${line}\n`);
  }
  return sections;
}

function quotedUnder(title: string, parts: readonly PromptPart[]): string {
  return parts
    .filter((part) => part.title === title)
    .flatMap(({ quotes }) => quotes)
    .join("\n");
}

/** What stands under one heading of the prompt; headings in quotations are none. */
interface PromptPart {
  readonly title: string;
  /** Outside of quotations. */
  readonly lines: string[];
  readonly quotes: string[];
}

function partsOf(body: string): readonly PromptPart[] {
  const parts: PromptPart[] = [{ title: "", lines: [], quotes: [] }];
  let quote: { readonly mark: string; readonly lines: string[] } | null = null;
  for (const line of body.split("\n")) {
    const part = parts.at(-1);
    if (quote !== null) {
      if (line === quote.mark) {
        part?.quotes.push(quote.lines.join("\n"));
        quote = null;
      } else quote.lines.push(line);
      continue;
    }
    const mark = /^(`{3,})\w*$/.exec(line)?.[1];
    const title = /^#{1,6} (.*)$/.exec(line)?.[1];
    if (mark !== undefined) quote = { mark, lines: [] };
    else if (title !== undefined) parts.push({ title, lines: [], quotes: [] });
    else part?.lines.push(line);
  }
  return parts;
}

function passageOf({ title, lines, quotes }: PromptPart): Passage {
  const [text = null] = quotes;
  const said = lines.join("\n");
  const path = /under `+ ?(.*?) ?`+\./.exec(said)?.[1] ?? /^`+ ?After: (.*?) ?`+$/m.exec(said)?.[1] ?? null;
  return {
    gaps: title.slice(PASSAGE.length).split(", "),
    text,
    path: path === "<heading path>" ? null : path,
    entry: said.includes("This is an entry of a list"),
    emptySection: said.includes("Nothing stands below this heading"),
  };
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
