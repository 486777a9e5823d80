// An Engineer's document in the plain form that parley asks for; `readEngineerDocument` gives it back.
//
// Titles, names of headings and the texts of markers are one line; bodies, answers and the fields of a disagreement
// are lines of Markdown. A text stands in the open where reading it there says nothing but itself; otherwise it is
// shown in code or in a fence. What follows from the texts (`has`, `gapsNamed`) is not written.
import type {
  Disagreement,
  EngineerDocument,
  GapMarker,
  IssueResponse,
  ProposedGap,
  Resolution,
  SpecText,
} from "../../core/documents/engineer-document.ts";
import { readEngineerDocument } from "../engineer/read-engineer.ts";
import { factsOf } from "../engineer/resolution-facts.ts";
import { outlineOf } from "../engineer/titles.ts";
import { parseMarkdown } from "../markdown/blocks.ts";
import { oneLine, someLines } from "./free-lines.ts";
import { escapeText, quoteText } from "./free-text.ts";
import { renderNewGaps } from "./new-gap-table.ts";
import { codeSpan, fencedText } from "./shield.ts";
import { statedIn } from "./stated.ts";

export function renderEngineerDocument(document: EngineerDocument): string {
  const { resolutions, newGaps, responses, disagreements, blocked, uncertain, justification } = document;
  const sections = [
    ["# Engineer"],
    ...blocked.map((marker) => renderMarker("BLOCKED_NEEDS_INPUT", marker)),
    ...uncertain.map((marker) => renderMarker("UNCERTAINTY", marker)),
    ...resolutions.map(renderResolution),
    ...(listsNewGaps(newGaps, resolutions) ? [renderNewGaps("## New Gaps Introduced", newGaps)] : []),
    ...responses.map(renderResponse),
    ...disagreements.map(renderDisagreement),
    ...(justification === null ? [] : [renderJustification(justification)]),
  ];
  return `${sections.map((section) => section.join("\n")).join("\n\n")}\n`;
}

/** Also where a resolution says that it looked for new gaps, and its own text does not. */
function listsNewGaps(newGaps: readonly ProposedGap[], resolutions: readonly Resolution[]): boolean {
  return newGaps.length > 0 || resolutions.some(({ has, body }) => has.newGaps && !factsInBody(body).newGaps);
}

export function factsInBody(body: string): Resolution["has"] {
  return factsOf(outlineOf(parseMarkdown(body)).parts);
}

type Lines = readonly string[];

/** How free text enters a section. */
interface Dress {
  line(text: string): string;
  lines(text: string): Lines;
}

const OPEN: Dress = {
  line: (text) => escapeText(oneLine(text)),
  lines: (text) => someLines(text).split("\n"),
};
const SHOWN: Dress = {
  line: (text) => (oneLine(text) === "" ? "" : codeSpan(oneLine(text))),
  lines: (text) => fencedText(someLines(text), "markdown"),
};

function renderMarker(kind: "BLOCKED_NEEDS_INPUT" | "UNCERTAINTY", { gap, text }: GapMarker): Lines {
  const write = ({ line }: Dress) => {
    const said = line(text);
    return [
      [`${kind}:`, gap ?? "", gap === null || said === "" ? "" : "-", said]
        .filter((word) => word !== "")
        .join(" "),
    ];
  };
  return undoubted(write, {
    [kind === "UNCERTAINTY" ? "uncertain" : "blocked"]: [{ gap, text: oneLine(text) }],
  });
}

function renderResolution({ gaps, title, confidence, body, specText }: Resolution): Lines {
  const write = (dress: Dress) => {
    const name = dress.line(title);
    return [
      `## Gap Resolution: ${gaps.join(", ")}${name === "" ? "" : `: ${name}`}`,
      ...(confidence === null ? [] : ["", `**Confidence:** ${confidence}`]),
      ...(someLines(body) === "" ? [] : ["", ...dress.lines(body)]),
      ...(specText === null ? [] : ["", ...renderSpecText(specText, dress)]),
    ];
  };
  const stated = specText === null ? null : { place: placeOf(specText), text: someLines(specText.text) };
  const resolution = { gaps, title: oneLine(title), confidence, body: someLines(body), specText: stated };
  return undoubted(write, { resolutions: [resolution] });
}

function placeOf({ place }: SpecText): SpecText["place"] {
  return place.at === "marker" ? place : { ...place, headingPath: place.headingPath.map(oneLine) };
}

function renderSpecText({ text, place }: SpecText, { line }: Dress): Lines {
  const named = place.at === "marker" ? null : place.headingPath.map(line).join(" > ");
  return [
    "### Spec Text",
    ...(named === null ? [] : ["", `${place.at === "after" ? "After" : "Replaces"}: ${named}`]),
    "",
    ...fencedText(someLines(text), "markdown"),
  ];
}

function renderResponse({ issueId, kind, text }: IssueResponse): Lines {
  const write = (dress: Dress) => [
    `## Response to ${issueName(issueId)}`,
    "",
    `**Status:** ${kind}`,
    "",
    ...dress.lines(text),
  ];
  return undoubted(write, { responses: [{ issueId, kind, text: someLines(text) }] });
}

/** A number alone names nothing. */
function issueName(issueId: string): string {
  return /^\d/.test(issueId) ? `Issue ${issueId}` : issueId;
}

function renderDisagreement(disagreement: Disagreement): Lines {
  const { issueId, line: _, ...fields } = disagreement;
  const write = ({ lines }: Dress) => [
    `## DISAGREE: ${issueName(issueId)}`,
    ...field("Reviewer Concern", fields.reviewerConcern, quoted),
    ...field("Engineer Position", fields.engineerPosition, lines),
    ...field("Rationale", fields.rationale, lines),
    ...field("Alternative Approach", fields.alternative, lines),
    ...field("Request", fields.request, lines),
  ];
  const stated = Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, text === null ? null : someLines(text) || null]),
  );
  return undoubted(write, { disagreements: [{ issueId, ...stated }] });
}

function quoted(text: string): Lines {
  return quoteText(someLines(text));
}

function field(label: string, text: string | null, lines: (text: string) => Lines): Lines {
  return text === null || someLines(text) === "" ? [] : ["", `**${label}:**`, "", ...lines(text)];
}

function renderJustification(text: string): Lines {
  return undoubted(({ lines }) => ["## Justification", "", ...lines(text)], {
    justification: someLines(text) || null,
  });
}

const DERIVED: ReadonlySet<string> = new Set(["has", "gapsNamed"]);
const WITNESS_ISSUE = "ISSUE-R99-999";
const WITNESS = ["", `## DISAGREE: ${WITNESS_ISSUE}`, "", "**Rationale:** witness"];
const NOTHING = {
  resolutions: [],
  newGaps: [],
  responses: [],
  disagreements: [],
  blocked: [],
  uncertain: [],
  justification: null,
};

/**
 * A section with its texts in the open, if it is read as what it is meant to say, nothing more and nothing less,
 * and what follows it still counts; otherwise with its texts shown.
 */
function undoubted(write: (dress: Dress) => Lines, meant: object): Lines {
  const open = write(OPEN);
  const source = open.join("\n");
  if (parseMarkdown(source).blocks.filter((block) => block.kind === "heading" && block.level <= 2).length > 1)
    return write(SHOWN);
  const { document } = readEngineerDocument([source, ...WITNESS].join("\n"));
  const { disagreements, ...rest } = document;
  const [witness, ...own] = [...disagreements].reverse();
  const read = { ...rest, disagreements: own.reverse() };
  const said = statedIn(read, DERIVED) === statedIn({ ...NOTHING, ...meant }, DERIVED);
  return said && witness?.issueId === WITNESS_ISSUE && witness.rationale === "witness" ? open : write(SHOWN);
}
