// An Engineer's document as data: what a careful person would read without doubt, and a note for every deviation
// from the form that was asked for.
import type { EngineerDocument, PlacedGap } from "../../core/documents/engineer-document.ts";
import type { Note } from "../../core/documents/note.ts";
import { findGapIds, type GapId } from "../../core/shared/gap-id.ts";
import { type Block, type Markdown, parseMarkdown } from "../markdown/blocks.ts";
import { statedLabel, statedText } from "../markdown/spans.ts";
import { readDisagreements } from "./disagreements.ts";
import { readMarkers } from "./markers.ts";
import { readNewGaps } from "./new-gaps.ts";
import { readResolutions } from "./resolutions.ts";
import { readResponses } from "./responses.ts";
import { isJustificationTitle } from "./section-names.ts";
import { sectionText } from "./source-text.ts";
import { type Outline, outlineOf, sectionOf } from "./titles.ts";

interface ReadEngineer {
  readonly document: EngineerDocument;
  readonly notes: readonly Note[];
}

export function readEngineerDocument(text: string): ReadEngineer {
  const markdown = parseMarkdown(text);
  const outline = outlineOf(markdown);
  const { resolutions, places, notes: onResolutions } = readResolutions(outline);
  const resolved = new Set(resolutions.flatMap(({ gaps }) => gaps));
  const { newGaps, notes: onNewGaps } = readNewGaps(outline, resolved);
  const { disagreements, notes: onDisagreements } = readDisagreements(outline);
  const { blocked, uncertain, notes: onMarkers } = readMarkers(outline, places);
  const document: EngineerDocument = {
    resolutions,
    newGaps,
    responses: readResponses(outline),
    disagreements,
    blocked,
    uncertain,
    justification: readJustification(outline),
    gapsNamed: readGapsNamed(markdown),
  };
  const notes = [
    markdown.notes,
    noteWholeFence(markdown),
    onResolutions,
    onNewGaps,
    onDisagreements,
    onMarkers,
  ].flat();
  return { document, notes: notes.sort((a, b) => a.line - b.line) };
}

function readJustification(outline: Outline): string | null {
  const title = outline.titles.find(
    ({ text, parent }) => isJustificationTitle(text) && parent?.roles.inExample !== true,
  );
  if (title === undefined) return null;
  const parts = sectionOf(outline, title);
  const end = outline.parts[title.at + 1 + parts.length]?.block.line ?? outline.lines.length + 1;
  return sectionText(outline.lines.slice(title.line, end - 1)) || null;
}

/** Each gap once, where it is first named; code, quotes and comments only mention. */
function readGapsNamed({ blocks }: Markdown): readonly PlacedGap[] {
  const named = new Map<GapId, number>();
  for (const block of blocks) {
    for (const { gap, line } of gapsIn(block)) if (!named.has(gap)) named.set(gap, line);
  }
  return [...named].map(([gap, line]) => ({ gap, line }));
}

function gapsIn(block: Block): readonly PlacedGap[] {
  switch (block.kind) {
    case "heading":
      return findGapIds(statedLabel(block.spans)).map(({ id }) => ({ gap: id, line: block.line }));
    case "paragraph":
    case "item":
      return findGapIds(statedText(block.spans)).map(({ id }) => ({ gap: id, line: block.line }));
    case "table":
      return block.rows.flatMap(({ line, cells }) =>
        cells.flatMap((cell) => findGapIds(statedLabel(cell)).map(({ id }) => ({ gap: id, line }))),
      );
    default:
      return [];
  }
}

/** A whole document inside a fence says nothing; the note tells why. */
function noteWholeFence({ blocks }: Markdown): readonly Note[] {
  const [only, further] = blocks;
  if (only?.kind !== "code" || further !== undefined) return [];
  return [
    {
      code: "document-in-fence",
      line: only.line,
      message: "the whole document stands in a fence, so nothing in it counts",
    },
  ];
}
