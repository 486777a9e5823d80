// Which titles open a resolution rather than speak of one, and how far each reaches.
import { findGapIds, type GapId } from "../../core/shared/gap-id.ts";
import type { Block } from "../markdown/blocks.ts";
import { statedLabel } from "../markdown/spans.ts";
import { stripMarkup, wordSet, wordsOf } from "../reading/dress.ts";
import { labelledText } from "../reading/labelled-fields.ts";
import { confidenceInTitle, findConfidence } from "./confidence.ts";
import { isJustificationTitle, isResolutionPart, isRoundSummary, withoutNumber } from "./section-names.ts";
import { BOLD_LEVEL, LABEL_LEVEL, type Outline, type Part, type Title } from "./titles.ts";

export interface ResolutionPlace {
  readonly title: Title;
  readonly named: ResolutionTitle;
  /** The parts of the section, the title itself excluded. */
  readonly parts: readonly Part[];
  /** Whether the ids come from a label below the title. */
  readonly labelled: boolean;
}

interface Candidate {
  readonly title: Title;
  readonly named: ResolutionTitle;
  /** The parts up to the next candidate. */
  readonly own: readonly Part[];
}

export function resolutionPlaces(outline: Outline): readonly ResolutionPlace[] {
  const candidates = candidatesOf(outline);
  const anyStated = candidates.some(({ named }) => named.strength === "stated");
  const accepted: Candidate[] = [];
  for (const candidate of candidates) {
    if (candidate.named.strength === "stated" || isBorneOut(candidate, accepted.at(-1), anyStated)) {
      accepted.push(candidate);
    }
  }
  const kept = withoutCovers(accepted);
  const labelled = kept.length === 0 ? labelledPlace(outline) : null;
  if (labelled !== null) return [labelled];
  return kept.map(({ title, named }, index) => {
    const end = endOf(outline, title, kept[index + 1]?.title.at ?? outline.parts.length);
    return { title, named, parts: outline.parts.slice(title.at + 1, end), labelled: false };
  });
}

function candidatesOf(outline: Outline): readonly Candidate[] {
  const { titles, parts } = outline;
  const found = titles.flatMap((title) => {
    const named = title.level === LABEL_LEVEL ? null : readResolutionTitle(title.text);
    return named === null || isElsewhere(title) ? [] : [{ title, named }];
  });
  return found.map(({ title, named }, index) => {
    const next = found[index + 1]?.title.at ?? parts.length;
    return { title, named, own: parts.slice(title.at + 1, ownEnd(outline, title, next)) };
  });
}

/** What may bear out a title: its own section; below a bold line, what comes before the next heading. */
function ownEnd(outline: Outline, title: Title, next: number): number {
  if (title.level < BOLD_LEVEL) return endOf(outline, title, next);
  for (let index = title.index + 1; index < outline.titles.length; index++) {
    const later = outline.titles[index];
    if (later !== undefined && (later.level < BOLD_LEVEL || later.at >= next))
      return Math.min(later.at, next);
  }
  return next;
}

function isElsewhere({ parent, roles }: Title): boolean {
  return (
    roles.disagrees || roles.newGaps || parent?.roles.inExample === true || parent?.roles.inAside === true
  );
}

function isBorneOut(candidate: Candidate, before: Candidate | undefined, anyStated: boolean): boolean {
  if (confidenceInTitle(candidate.title.text) !== null || findConfidence(candidate.own)?.confidence)
    return true;
  const inside = before !== undefined && before.title.level < candidate.title.level;
  if (inside && before.named.strength === "stated") return false;
  if (candidate.own.some(({ title }) => title !== null && isResolutionPart(title.text))) return !inside;
  return !anyStated && !inside && candidate.named.idFirst && candidate.own.length > 0;
}

/** A document's title may name what the sections below resolve; then those sections are the resolutions. */
function withoutCovers(accepted: readonly Candidate[]): readonly Candidate[] {
  const below = new Map<Candidate, Set<GapId>>();
  const open: Candidate[] = [];
  for (const candidate of accepted) {
    while ((open.at(-1)?.title.level ?? 0) >= candidate.title.level) open.pop();
    for (const cover of open) for (const gap of candidate.named.gaps) below.get(cover)?.add(gap);
    below.set(candidate, new Set());
    open.push(candidate);
  }
  const sure = new Set(accepted.filter(isSure).flatMap(({ named }) => named.gaps));
  return accepted.flatMap((candidate) => {
    const { named } = candidate;
    if (!isSure(candidate) && named.gaps.every((gap) => sure.has(gap))) return [];
    const left = named.gaps.filter((gap) => below.get(candidate)?.has(gap) !== true);
    return left.length === 0 ? [] : [{ ...candidate, named: { ...named, gaps: left } }];
  });
}

/** Whether it says how sure it is, as a resolution must; a list of what is resolved below does not. */
function isSure({ title, own }: Candidate): boolean {
  return confidenceInTitle(title.text) !== null || findConfidence(own)?.confidence != null;
}

/** The first part that is no longer of the resolution: the document's own next section. */
function endOf({ titles }: Outline, start: Title, next: number): number {
  const level = start.level === BOLD_LEVEL ? BOLD_TITLE_REACH : start.level;
  let embedded = Number.POSITIVE_INFINITY;
  for (let index = start.index + 1; index < titles.length; index++) {
    const title = titles[index];
    if (title === undefined || title.at >= next) break;
    if (title.roles.disagrees) return title.at;
    if (title.level > level) continue;
    if (isDocumentSection(title)) return title.at;
    if (isRoundSummary(title.text) && title.level <= embedded) return title.at;
    embedded = Math.min(embedded, title.level);
  }
  return next;
}

/** Sections that only the document itself has. */
function isDocumentSection({ text, roles }: Title): boolean {
  return roles.newGaps || roles.responses || isJustificationTitle(text);
}

/** Below a bold title, sections of this level or a higher one are the document's. */
const BOLD_TITLE_REACH = 2;

const GAP_LABEL =
  /^(?:target |resolved )?gaps?(?: ids?)?(?: (?:addressed|resolved))?$|^(?:resolves|addresses|resolving|addressing)$/i;
const LABEL_REACH = 6;

/** `# Engineer Output` / `**Gap:** GAP-X-001` / `**Confidence:** HIGH`: the title takes its gap from the label. */
function labelledPlace({ parts, titles }: Outline): ResolutionPlace | null {
  for (const title of titles) {
    if (title.roles.inAside || title.roles.inExample) continue;
    const head = parts.slice(
      title.at + 1,
      Math.min(title.at + 1 + LABEL_REACH, titles[title.index + 1]?.at ?? parts.length),
    );
    const gaps = head.flatMap(({ block }) => labelledGaps(block));
    const inPreamble = title.index === 0 && title.level === 1;
    if (gaps.length === 0 || !(inPreamble || findConfidence(head)?.confidence)) continue;
    const named: ResolutionTitle = {
      gaps: [...new Set(gaps)],
      title: title.text,
      strength: "likely",
      idFirst: false,
      plain: false,
    };
    return { title, named, parts: parts.slice(title.at + 1), labelled: true };
  }
  return null;
}

function labelledGaps(block: Block): readonly GapId[] {
  if (block.kind === "table") {
    return block.rows.flatMap(({ cells: [label, value] }) =>
      label !== undefined && value !== undefined && GAP_LABEL.test(statedLabel(label).trim())
        ? findGapIds(statedLabel(value)).map(({ id }) => id)
        : [],
    );
  }
  if (block.kind !== "paragraph" && block.kind !== "item") return [];
  return labelledText(block.spans)
    .fields.filter(({ label }) => GAP_LABEL.test(label))
    .flatMap(({ stated }) => findGapIds(stated).map(({ id }) => id));
}

interface ResolutionTitle {
  readonly gaps: readonly GapId[];
  /** What the title says beside the ids and the words for a resolution. */
  readonly title: string;
  /** `stated` says that it resolves; `likely` needs to be borne out by its section. */
  readonly strength: "stated" | "likely";
  /** Whether the title begins with the id. */
  readonly idFirst: boolean;
  /** `Gap Resolution: GAP-X-001`, as asked for. */
  readonly plain: boolean;
}

const RESOLVING = wordSet(
  "resolution resolutions revision revisions revised revising revises solution solutions proposal proposals resolving resolved resolves addressing addressed addresses closing closes closed fix fixes fixed fixing answer answers answering rework reworked reworking response amendment amended",
);
const BESIDE_RESOLVING = wordSet(
  "gap gaps engineer engineer's engineers engineering proposed updated final complete full round to of for on the a an draft first second third detailed spec specification design version rev re and by this document output work in regarding concerning about v1 v2 v3 v4",
);
const SUFFIX_RESOLVING =
  /^(?:\W*)(?:fully |partially |re-?)?(?:resolution|revision|revised|resolved|solution|proposal|proposed|updated|reworked|rework|addressed|answer|fix|fixed|amended)\b/i;

export function readResolutionTitle(text: string): ResolutionTitle | null {
  const [first] = findGapIds(text);
  if (first === undefined) return null;
  const run = idRun(text, first.start);
  const lead = leadOf(text.slice(0, first.start));
  const after = text.slice(run.end);
  if (isNegated(lead)) return null;
  const strength = lead === "" ? strengthOfAfter(after) : strengthOfLead(lead, after);
  if (strength === null) return null;
  const plain = /^gap resolution$/i.test(lead) && /^\s*(?:$|[:(–—-])/.test(after);
  return {
    gaps: run.gaps,
    title: titleOf(lead, after, strength),
    strength,
    idFirst: /^(?:gaps?|gap id)?$/i.test(lead),
    plain,
  };
}

function leadOf(text: string): string {
  return stripMarkup(withoutNumber(stripMarkup(text)).replace(/[([]\s*$/, ""));
}

interface IdRun {
  readonly gaps: readonly GapId[];
  readonly end: number;
}

/** Ids one after the other, with only commas, `and` or a remark in brackets between them. */
function idRun(text: string, start: number): IdRun {
  const gaps: GapId[] = [];
  let end = start;
  for (const { id, start: at, end: idEnd } of findGapIds(text)) {
    if (gaps.length > 0 && !BETWEEN_IDS.test(text.slice(end, at))) break;
    if (!gaps.includes(id)) gaps.push(id);
    end = idEnd;
  }
  return { gaps, end };
}

const BETWEEN_IDS = /^\]?\s*(?:\([^()]*\)\s*)?(?:(?:[,;&+/]|and|as well as|with)\s*)+\[?(?:also\s+)?$/i;

const REVISED = /\b(?:revised|revision|resolved|resolution|updated|reworked|amended)\b/i;

function isNegated(lead: string): boolean {
  return wordsOf(lead).some((word) => /^(?:not|no|un[a-z]+ed|without|never)$/.test(word));
}

function strengthOfLead(lead: string, after: string): ResolutionTitle["strength"] | null {
  const said = wordsOf(lead).filter((word) => !/^\d+$/.test(word));
  const last = said.at(-1) ?? "";
  const resolves = said.some((word) => RESOLVING.has(word));
  if (resolves && said.every((word) => RESOLVING.has(word) || BESIDE_RESOLVING.has(word))) return "stated";
  if (resolves && (RESOLVING.has(last) || BESIDE_RESOLVING.has(last))) return "likely";
  if (said.every((word) => BESIDE_RESOLVING.has(word))) return "likely";
  // `Due dates (GAP-X-001)`, `Due dates — GAP-X-001`
  return /^[\s)\]:.]*(?:\([^()]*\))?$/.test(after) ? "likely" : null;
}

function strengthOfAfter(after: string): ResolutionTitle["strength"] | null {
  const rest = after.replace(/^[\s\])]*/, "");
  if (
    SUFFIX_RESOLVING.test(rest) ||
    (rest.match(/\([^()]*\)/g) ?? []).some((bracket) => REVISED.test(bracket))
  ) {
    return "stated";
  }
  return SENTENCE.test(rest) ? null : "likely";
}

/** `GAP-X-001 is now unblocked.` speaks of a gap, it is no name for a section. */
const SENTENCE = /^\p{Ll}|[.!?]$/u;

function titleOf(lead: string, after: string, strength: ResolutionTitle["strength"]): string {
  const said = after.replace(/^[\s\]):–—|-]+/, "").trim();
  const withoutRevised = said.replace(/(?<!\s)\s*\((?:revised|revision|resolved|updated|reworked)\)$/i, "");
  if (withoutRevised !== "" && !/^(?:resolution|revision|revised|resolved)$/i.test(withoutRevised))
    return withoutRevised;
  return strength === "likely" ? lead : "";
}
