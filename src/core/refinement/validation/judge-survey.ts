import type { Note } from "../../documents/note.ts";
import type { SurveyDocument, WrittenHole } from "../../documents/survey-document.ts";
import { formatCount } from "../../shared/format-count.ts";
import type { FoundPlace, SurveyPlaces } from "../survey/hole.ts";
import {
  boundedWarnings,
  deviations,
  type FailedVerdict,
  failVerdict,
  type HandedIn,
  hiddenText,
  type Judgement,
  quoteLine,
  unreadFailure,
  type Warning,
  writtenFailure,
} from "./judgement.ts";

interface SurveyOutput extends HandedIn<SurveyDocument> {
  readonly places: SurveyPlaces | null;
}

/** A message names so many faults; the rest is counted. */
const FAULTS_NAMED_MAX = 10;

/** Form and places: whether something is a hole is not for code to say. */
export function judgeSurvey({ written, document, places, notes }: SurveyOutput): Judgement {
  const unwritten = writtenFailure(written);
  if (unwritten !== null || document === null || places === null) {
    return { verdict: unwritten ?? unreadFailure(), warnings: [], gapsAddressed: [] };
  }
  const failure =
    formFailure(document, notes) ?? placeFailure(document.holes, places) ?? coverageFailure(document, places);
  const found =
    document.holes.length === 0 ? "no gap found" : `${formatCount(document.holes.length, "gap")} found`;
  return {
    verdict: failure ?? {
      ok: true,
      message: `${found}, ${formatCount(places.complete.length, "section")} called complete`,
    },
    warnings: boundedWarnings([...deviations(notes), ...unknownSections(places)]),
    gapsAddressed: [],
  };
}

const LABELS: readonly (readonly [keyof WrittenHole, string])[] = [
  ["severity", "Severity (CRITICAL, HIGH, MEDIUM or LOW)"],
  ["place", "Place"],
  ["why", "Why it matters"],
  ["settledBy", "What would settle it"],
];

function formFailure({ holes, nothingFound }: SurveyDocument, notes: readonly Note[]): FailedVerdict | null {
  if (holes.length === 0 && nothingFound === null) {
    const hidden = hiddenText(notes);
    return failVerdict("WRONG_FORMAT", {
      message: `The survey lists no gap in the form asked for, and does not say NO_GAPS_FOUND on a line of its own.${hidden?.hint ?? ""}`,
      line: hidden?.line ?? null,
    });
  }
  if (holes.length > 0 && nothingFound !== null) {
    return failVerdict("WRONG_FORMAT", {
      message: "The survey says NO_GAPS_FOUND and lists gaps: only one of them can hold.",
      line: nothingFound,
    });
  }
  const faults = holes.flatMap((hole) => {
    const missing = LABELS.filter(([field]) => (hole[field] ?? null) === null).map(([, label]) => label);
    const untitled = hole.title.endsWith("?")
      ? []
      : ["a title that is a question and ends with a question mark"];
    return [...untitled, ...missing].length === 0
      ? []
      : [{ line: hole.line, text: `${nameHole(hole)} lacks ${[...untitled, ...missing].join(", ")}` }];
  });
  return faultsFailure("WRONG_FORMAT", faults);
}

function placeFailure(holes: readonly WrittenHole[], { places }: SurveyPlaces): FailedVerdict | null {
  const faults = holes.flatMap((hole, index) => {
    const problem = placeProblem(hole, places[index]);
    return problem === null ? [] : [{ line: hole.line, text: `${nameHole(hole)}: ${problem}` }];
  });
  return faultsFailure("INCONSISTENT_REFS", faults);
}

function placeProblem({ place, passage }: WrittenHole, found: FoundPlace | undefined): string | null {
  if (found === undefined) return "its place was not looked up";
  if (found.path === null)
    return `there is no section "${quoteLine(place ?? "")}", or several: name it with the headings above it, or quote words of it`;
  if (found.passage === "missing") return `the specification does not say "${quoteLine(passage ?? "")}"`;
  return null;
}

/** Whoever is to name a section needs its whole path. */
const PATH_LENGTH_MAX = 300;

function coverageFailure({ holes }: SurveyDocument, { notSpokenOf }: SurveyPlaces): FailedVerdict | null {
  if (notSpokenOf.length === 0) return null;
  const named = notSpokenOf
    .slice(0, FAULTS_NAMED_MAX)
    .map((path) => `"${quoteLine(path.join(" > "), PATH_LENGTH_MAX)}"`);
  const more = notSpokenOf.length - named.length;
  const rest = more === 0 ? "" : ` and ${formatCount(more, "more section")}`;
  const where = holes.length === 0 ? "" : " has no gap and";
  return failVerdict("WRONG_FORMAT", {
    message: `Each section needs an answer: ${named.join(", ")}${rest}${where} is not listed under "## Sections found complete". List it there, or list its gaps.`,
  });
}

function faultsFailure(
  type: "WRONG_FORMAT" | "INCONSISTENT_REFS",
  faults: readonly { readonly line: number; readonly text: string }[],
): FailedVerdict | null {
  const [first] = faults;
  if (first === undefined) return null;
  const more = faults.length - FAULTS_NAMED_MAX;
  const told = faults.slice(0, FAULTS_NAMED_MAX).map(({ line, text }) => `line ${line}, ${text}`);
  const rest = more > 0 ? ` And ${formatCount(more, "more")}.` : "";
  return failVerdict(type, { message: `${told.join("; ")}.${rest}`, line: first.line });
}

function nameHole({ title, number }: WrittenHole): string {
  return title === "" ? `gap ${number ?? ""}`.trim() : `"${quoteLine(title)}"`;
}

function unknownSections({ unknown }: SurveyPlaces): readonly Warning[] {
  return unknown.map(({ line, path }) => ({
    type: "DEVIATION" as const,
    message: `there is no section "${quoteLine(path)}"`,
    line,
  }));
}
