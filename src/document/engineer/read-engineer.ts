// An Engineer's document as data: what a careful person would read without doubt, and a note for every deviation
// from the form that was asked for.
import type { EngineerDocument, PlacedGap } from "../../core/documents/engineer-document.ts";
import type { Note, ReadDocument } from "../../core/documents/note.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import { type Markdown, parseMarkdown } from "../markdown/blocks.ts";
import { gapsNamedIn, statedLines } from "../reading/stated-lines.ts";
import { readDisagreements } from "./disagreements.ts";
import { readMarkers } from "./markers.ts";
import { readNewGaps } from "./new-gaps.ts";
import { readResolutions } from "./resolutions.ts";
import { readResponses } from "./responses.ts";
import { isJustificationTitle } from "./section-names.ts";
import { sectionText } from "./source-text.ts";
import { lineOfPart, type Outline, outlineOf, sectionOf } from "./titles.ts";

export function readEngineerDocument(text: string): ReadDocument<EngineerDocument> {
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
  const end = lineOfPart(outline, title.at + 1 + sectionOf(outline, title).length);
  return sectionText(outline.lines.slice(title.line, end - 1)) || null;
}

/** Each gap once, where it is first named. */
function readGapsNamed({ blocks }: Markdown): readonly PlacedGap[] {
  const named = new Map<GapId, number>();
  for (const { gap, line } of gapsNamedIn(statedLines(blocks))) if (!named.has(gap)) named.set(gap, line);
  return [...named].map(([gap, line]) => ({ gap, line }));
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
