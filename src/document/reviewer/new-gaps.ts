// Gaps that a review brings up: listed under a heading for them, or announced in a line.
import type { ProposedGap } from "../../core/documents/engineer-document.ts";
import type { Note } from "../../core/documents/note.ts";
import { findGapIds, type GapId } from "../../core/shared/gap-id.ts";
import { describedGaps } from "../engineer/gap-description.ts";
import { newGapRows } from "../engineer/new-gaps.ts";
import { plainText } from "../markdown/spans.ts";
import { stripMarkup } from "../reading/dress.ts";
import { names } from "../reading/field-names.ts";
import { gapField, withField } from "../reading/gap-fields.ts";
import { leadingGap } from "../reading/gap-mentions.ts";
import { labelledText } from "../reading/labelled-fields.ts";
import { nodesBelow, type OutlineNode, type SectionNode } from "../reading/outline.ts";
import { readRating, readRatingTag } from "../reading/severity-words.ts";
import type { StatedLine } from "../reading/stated-lines.ts";
import { readBareStatus } from "../reading/status-words.ts";
import { saysNone } from "./issue-title.ts";
import { sectionRole } from "./section-roles.ts";

interface FoundGaps {
  readonly newGaps: readonly ProposedGap[];
  readonly notes: readonly Note[];
}

export function readNewGaps(
  root: SectionNode,
  lines: readonly StatedLine[],
  reviewed: ReadonlySet<GapId>,
): FoundGaps {
  const found: ProposedGap[] = [];
  visitNodes(root.children, false, found);
  const newGaps = filterNew([...found, ...announcedGaps(lines)], reviewed);
  return { newGaps, notes: newGaps.flatMap(noteOn) };
}

function noteOn({ alias, line }: ProposedGap): readonly Note[] {
  if (alias === undefined) return [];
  const message = `${alias} is no id of the form GAP-XXXX-000; it is kept as an alias`;
  return [{ code: "new-gap-alias", line, message }];
}

function filterNew(found: readonly ProposedGap[], reviewed: ReadonlySet<GapId>): readonly ProposedGap[] {
  const seen = new Set<GapId>(reviewed);
  return found.filter(({ id }) => {
    if (id === null) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

/** Under a title for new gaps everything listed is one. */
function visitNodes(nodes: readonly OutlineNode[], listing: boolean, found: ProposedGap[]): void {
  for (const node of nodes) {
    if (node.kind === "section") {
      const role = sectionRole(node.title);
      const inside = role === null ? listing : role.role === "new-gaps";
      if (listing && leadingGap(plainText(node.spans)) !== null) pushGap(node, found);
      else visitNodes(node.children, inside, found);
    } else if (listing) collectListed(node, found);
  }
}

function collectListed(node: Exclude<OutlineNode, SectionNode>, found: ProposedGap[]): void {
  if (node.kind === "leaf" && node.block.kind === "table") {
    for (const gap of newGapRows(node.block, true)) found.push(gap);
    return;
  }
  const text = plainText(node.spans).trim();
  const gap = leadingGap(text);
  const names = gap !== null || findGapIds(text).length > 0;
  if (text === "" || saysNone(text) || (gap !== null && readBareStatus(gap.rest) !== null)) return;
  if (gap !== null || (node.kind === "item" && !names)) pushGap(node, found);
}

/** The gap with what stands below it: a severity, a place, what it waits for; all else describes it. */
function pushGap(node: OutlineNode, found: ProposedGap[]): void {
  const { ids, alias, title, severity, description } = describedGaps(node.spans, node.line);
  const start: ProposedGap = {
    id: ids[0] ?? null,
    line: node.line,
    title,
    severity,
    ...(description === null ? {} : { description }),
    ...(alias === null ? {} : { alias }),
  };
  found.push(nodesBelow(node.kind === "leaf" ? [] : node.children).reduce(withNode, start));
}

function withNode(gap: ProposedGap, node: OutlineNode): ProposedGap {
  const { lead, fields } = labelledText(node.spans);
  const described = withField(gap, gapField("", lead));
  const added = fields.filter(({ label }) => !names(label, "severity"));
  const rated = fields.filter(({ label }) => names(label, "severity"));
  const severity = gap.severity ?? readRating(rated[0]?.value ?? "")?.severity ?? null;
  const whole = added.reduce(
    (known, { label, value }) => withField(known, gapField(label, value)),
    described,
  );
  return { ...whole, severity };
}

const HEADED =
  /(?:^|[.!?]\s)\W{0,6}(?:new|additional|follow-?up) gap(?: \([^()]{1,40}\))?\s?(?:[:–—-]|(?=GAP-))/i;
const LINE_LENGTH_MAX = 2_000;

function announcedGaps(lines: readonly StatedLine[]): readonly ProposedGap[] {
  return lines.flatMap(({ text, line }) => {
    const said = text.slice(0, LINE_LENGTH_MAX);
    const match = HEADED.exec(said);
    const [gap] = match === null ? [] : findGapIds(said.slice(match.index));
    if (match === null || gap === undefined) return [];
    return [{ id: gap.id, line, ...readTitle(said.slice(match.index + gap.end)) }];
  });
}

/** A title with its severity taken out. */
function readTitle(rest: string): Pick<ProposedGap, "title" | "severity"> {
  const text = rest.replace(/^[\s*_:)\]–—-]+/, "");
  const tag = readRatingTag(text);
  return { title: stripMarkup(tag?.rest ?? text), severity: tag?.rating.severity ?? null };
}
