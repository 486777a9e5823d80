// The two sections at the end of a finished spec: what was decided, and what is left open.
import type { DecisionEntry } from "../../core/documents/decisions-document.ts";
import type { LineOrigin, SpecGap } from "../../core/documents/finished-spec.ts";
import type { GapMarkerPlace } from "../../core/documents/source-spec.ts";
import type { KnownLimitation } from "../../core/documents/summary-document.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import { oneLine } from "../render/free-lines.ts";
import { slugOf } from "./anchors.ts";
import { ADDED, type Draft, type DraftLine, insertAfter, removeLines } from "./draft.ts";
import { type TitleOf, withoutCitations } from "./process-talk.ts";
import { restates, tellingWords } from "./restating.ts";
import { type Section, type SourceLayout, writtenTitle } from "./source-layout.ts";
import { titleKey } from "./title-key.ts";
import { unmarked } from "./unmarked.ts";

export const DECISIONS = "Decisions";
export const LIMITATIONS = "Known Limitations";
const NO_DECISIONS = "None.";
const NO_LIMITATIONS = "None known.";

export interface ClosingSections {
  readonly decisions: Section | null;
  readonly limitations: Section | null;
  /** The anchor of the list of what is left open. */
  readonly anchor: string;
}

/** Those that the source has already. */
export function closingSectionsOf({ sections }: SourceLayout): ClosingSections {
  const named = (name: string): Section | null =>
    sections.findLast(({ heading }) => titleKey(writtenTitle(heading)) === titleKey(name)) ?? null;
  const limitations = named(LIMITATIONS);
  return { decisions: named(DECISIONS), limitations, anchor: limitations?.anchor ?? slugOf(LIMITATIONS) };
}

export interface Closing {
  readonly layout: SourceLayout;
  readonly draft: Draft;
  readonly there: ClosingSections;
  readonly titleOf: TitleOf;
}

type Entry = readonly DraftLine[];

export function putClosingSections(
  closing: Closing,
  decisions: readonly DecisionEntry[],
  limitations: readonly Limitation[],
): void {
  const { there, titleOf } = closing;
  const decided = decisions.filter(isOnContent).map((entry) => decisionLines(entry, titleOf));
  const open = limitations.map((entry) => limitationLines(entry, titleOf));
  putSection(closing, { title: DECISIONS, section: there.decisions, entries: decided, none: NO_DECISIONS });
  putSection(closing, {
    title: LIMITATIONS,
    section: there.limitations,
    entries: open,
    none: NO_LIMITATIONS,
  });
}

interface Put {
  readonly title: string;
  readonly section: Section | null;
  readonly entries: readonly Entry[];
  readonly none: string;
}

function putSection(closing: Closing, { title, section, entries, none }: Put): void {
  const { draft, layout } = closing;
  const said: DraftLine[] = [{ text: none, origin: ADDED }];
  if (section !== null) {
    joinSection(closing, section, { entries, none: said });
    return;
  }
  const heading: DraftLine = { text: `${"#".repeat(layout.topLevel)} ${title}`, origin: ADDED };
  const body = entries.length === 0 ? said : entries.flat();
  const lines = [heading, { text: "", origin: ADDED }, ...body];
  insertAfter(draft, layout.lastLine, { lines, joins: false });
}

const NOTHING = /^(?:none|none known|nothing|n\/a|-|—)\.?$/i;

function joinSection(
  { draft, layout }: Closing,
  { headEnd, bodyEnd }: Section,
  { entries, none }: { readonly entries: readonly Entry[]; readonly none: Entry },
): void {
  const body = layout.lines.slice(headEnd, bodyEnd);
  const known = new Set(body.map((line) => line.trim()));
  const fresh = entries.filter(([first]) => first !== undefined && !known.has(first.text.trim()));
  const said = body.filter((line) => line.trim() !== "");
  const empty = said.every((line) => NOTHING.test(line.trim()));
  if (fresh.length === 0) {
    if (said.length === 0) insertAfter(draft, headEnd, { lines: none, joins: false });
    return;
  }
  if (empty && said.length > 0) removeLines(draft, headEnd + 1, bodyEnd);
  const inList = !empty && /^(?:- |\s+\S)/.test(said.at(-1) ?? "");
  insertAfter(draft, bodyEnd, { lines: fresh.flat(), joins: inList });
}

/** Decisions about how the work went on say nothing to a reader of the spec. */
const ON_THE_PROCESS: ReadonlySet<string> = new Set(
  "split reopen retry skip reassign context narrow pause rollback extend normal prioritise retry-fresh other-agent review-again same several force refresh review raise keep delete recent cold request revise other end-round".split(
    " ",
  ),
);

function isOnContent({ about }: DecisionEntry): boolean {
  return about.of === "conflict" || !ON_THE_PROCESS.has(about.option.toLowerCase());
}

function decisionLines(entry: DecisionEntry, titleOf: TitleOf): Entry {
  const { id, title, decision, rationale, constraints, decidedBy, timestamp } = entry;
  const origin: LineOrigin = { of: "decision", decision: id };
  const parts = [
    `**${sentence(bold(title), titleOf)}**`,
    // What the title says already need not be said twice.
    restates(tellingWords(plain(title, titleOf)), plain(decision, titleOf), 1)
      ? ""
      : sentence(decision, titleOf),
    rationale === null ? "" : `Rationale: ${sentence(rationale, titleOf)}`,
    constraints === null ? "" : `Constraints: ${sentence(constraints, titleOf)}`,
    `(${oneLine(decidedBy).replace(/^human:/, "")}, ${timestamp.slice(0, "2026-01-01".length)})`,
  ];
  return [{ text: `- ${parts.filter((part) => part !== "").join(" ")}`, origin }];
}

/** What is said of something left open. */
export interface Limitation {
  readonly gap: GapId | null;
  readonly title: string;
  readonly severity: string | null;
  readonly rationale: string | null;
  readonly heading: string | null;
  readonly quotes: readonly string[];
}

function limitationLines(entry: Limitation, titleOf: TitleOf): Entry {
  const { gap, title, severity, rationale, heading, quotes } = entry;
  const origin: LineOrigin = { of: "limitation", gap };
  const parts = [
    `**${capital(unmarked(plain(bold(title), titleOf))).replace(/[.:]$/, "")}**`,
    severity === null ? "" : ` (${severity})`,
    heading === null ? "" : `, in "${unmarked(plain(heading, titleOf))}"`,
    rationale === null || rationale.trim() === "" ? "." : `: ${unmarked(sentence(rationale, titleOf))}`,
  ];
  const quoted = quotes.flatMap((quote) => [`  > ${plain(quote, titleOf)}`]);
  return [`- ${parts.join("")}`, ...quoted].map((text) => ({ text, origin }));
}

/** On one line; a comment must not open in it. */
function plain(text: string, titleOf: TitleOf): string {
  return withoutCitations(oneLine(text), titleOf).replaceAll("<!--", "&lt;!--").trim();
}

function capital(text: string): string {
  return text.replace(/^\p{Ll}(?=[\p{Ll}\s])/u, (letter) => letter.toUpperCase());
}

function bold(text: string): string {
  return text.replaceAll("**", "");
}

function sentence(text: string, titleOf: TitleOf): string {
  const said = plain(text, titleOf);
  return said === "" || /[.!?…]["'”’)*]*$/.test(said) ? said : `${said}.`;
}

export interface LeftOpen {
  readonly layout: SourceLayout;
  readonly unsettled: readonly SpecGap[];
  readonly markers: ReadonlyMap<GapId, readonly GapMarkerPlace[]>;
  readonly limitations: readonly KnownLimitation[];
  /** The mark in its own words, question included. */
  readonly wordsOf: (marker: GapMarkerPlace) => string;
}

/** What the session lists, then what it does not. */
export function limitationsOf({
  layout,
  unsettled,
  markers,
  limitations,
  wordsOf,
}: LeftOpen): readonly Limitation[] {
  const gaps = new Map(unsettled.map((gap) => [gap.id, gap]));
  const listed = new Set<GapId>();
  const told = limitations.map((limitation): Limitation => {
    const gap = limitation.about.of === "gap" ? limitation.about.gap : null;
    if (gap !== null) listed.add(gap);
    return { ...limitation, gap, ...whereOf(gap) };
  });
  const untold = unsettled
    .filter(({ id }) => !listed.has(id))
    .map(
      ({ id, title }): Limitation => ({ gap: id, title, severity: null, rationale: null, ...whereOf(id) }),
    );
  return [...told, ...untold];

  function whereOf(id: GapId | null): Pick<Limitation, "heading" | "quotes"> {
    const gap = id === null ? undefined : gaps.get(id);
    if (id === null || gap === undefined) return { heading: null, quotes: [] };
    const marks = markers.get(id) ?? [];
    const line = marks[0]?.line ?? (gap.origin.from === "source" ? gap.origin.line : null);
    const section = line === null ? null : layout.sectionAt(line);
    const heading = section?.heading.title ?? (gap.origin.from === "source" ? gap.origin.heading : null);
    return { heading, quotes: marks.map(wordsOf).filter((words) => words !== "") };
  }
}
