import { join } from "node:path";
import { answerWords } from "../app/sessions/session-words.ts";
import type { Precedent } from "../app/wire/conflict.ts";
import type { GapBackground, OpenQuestion } from "../app/wire/question.ts";
import { precedentLines } from "./precedent-lines.ts";
import { besideTerm, commandLines, type Line, paintText, shortenText, wrapText } from "./text.ts";

type Option = OpenQuestion["options"][number];

const OPTION_COLUMN = 16;

interface QuestionStyle {
  /** Of its evidence, as it is to be shown; without it files are named as the session knows them. */
  readonly folder?: string;
  /** It is about to be asked: the options follow as choices, and nobody needs a command line. */
  readonly asking?: boolean;
  /** How like cases were decided. */
  readonly precedents?: readonly Precedent[];
  /** The gaps that it is about. */
  readonly background?: readonly GapBackground[];
}

/** A question as a person reads it: why, what it rests on, what may be answered and what that does. */
export function questionLines(
  question: OpenQuestion,
  width: number,
  { folder, asking = false, precedents = [], background = [] }: QuestionStyle = {},
): Line[] {
  const { id, session, kind, why, evidence, options, recommended, blocks, continues, askedAt } = question;
  const told = evidence.filter((one) => !isSaidAbove(one, { why, background }));
  const since = paintText("dim", `  ${session ?? "build"}, since ${askedAt}`);
  return [
    [paintText("yellow", id), " ", paintText("bold", kind), since],
    ...why.split("\n").flatMap((line) => besideTerm("", line, { term: 2, width })),
    ...background.flatMap((gap) => backgroundLines(gap, { question, folder, width })),
    ...told.flatMap((one, index) => {
      const place = placeOf(one, folder);
      const repeats = index > 0 && place === placeOf(told[index - 1], folder);
      const chars = session === null ? WORK_EVIDENCE_MAX : EVIDENCE_MAX;
      return evidenceLines(repeats ? null : place, shortenText(one.text.trim(), chars), width);
    }),
    ...precedentLines(precedents, width),
    ...(asking
      ? []
      : options.flatMap((option: Option) => optionLines(option, width, option.id === recommended))),
    ...list("held up:", blocks, width),
    ...list("not held up:", continues, width),
    ...(asking ? [] : answerLines(question, width)),
  ];
}

/** What parley puts before words that may stand in the question, or in the passage of the spec, already. */
const LABEL = /^(?:BLOCKED_NEEDS_INPUT:?\s*(?:GAP-\S+)?\s*[-:–—]?\s*|lost: |The passage: )/;

/** A sentence is read once, whoever else has said it. */
function isSaidAbove(
  { text, gap }: OpenQuestion["evidence"][number],
  { why, background }: { readonly why: string; readonly background: readonly GapBackground[] },
): boolean {
  if (background.some((one) => one.gap === gap && one.source !== null)) return true;
  const passages = background.flatMap(({ source }) => (source === null ? [] : [source.lines.join(" ")]));
  const said = onOneLine(text.replace(LABEL, ""));
  return said !== "" && [why, ...passages].some((above) => onOneLine(above).includes(said));
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

interface BackgroundStyle {
  readonly question: OpenQuestion;
  readonly folder: string | undefined;
  readonly width: number;
}

/** Where the spec leaves a gap open, what is held against its text, and how that has changed. */
function backgroundLines(about: GapBackground, { question, folder, width }: BackgroundStyle): Line[] {
  const { gap, title, severity, source, openIssues, texts } = about;
  const said = [question.why, ...question.evidence.map(({ text }) => text)].join("\n");
  const issues = openIssues.filter(({ id }) => !said.includes(id));
  const named = question.why.includes(title) ? [] : [`${gap} (${severity}): ${title}`];
  const place = source === null ? undefined : { ...source, text: "", from: "project" as const };
  return [
    ...named.flatMap((words) => besideTerm("", words, { term: 2, width })),
    ...(place === undefined ? [] : quotedLines(placeOf(place, folder), place.lines, width)),
    ...issues.flatMap((issue) =>
      besideTerm("", `still open: ${issue.id} (${issue.severity}): ${issue.title}`, { term: 2, width }),
    ),
    ...(texts === null
      ? []
      : quotedLines(
          `the text of round ${texts.rounds[1]}, beside that of round ${texts.rounds[0]}`,
          texts.lines,
          width,
        )),
  ];
}

const QUOTED_MAX = 24;

function quotedLines(place: string | null, lines: readonly string[], width: number): Line[] {
  const more = lines.length - QUOTED_MAX;
  return [
    ...lines
      .slice(0, QUOTED_MAX)
      .flatMap((line, index) =>
        evidenceLines(index === 0 ? place : null, shortenText(line.trimEnd(), EVIDENCE_MAX), width),
      ),
    ...(more > 0 ? evidenceLines(null, `… ${more} more lines`, width) : []),
  ];
}

const EVIDENCE_MAX = 320;
/** What coder and reviewer ask and hold stands nowhere else in so few words. */
const WORK_EVIDENCE_MAX = 1_500;
const EVIDENCE_MARGIN = "  │ ";

/** From a session's folder to the project's. */
const UP_TO_ROOT = join("..", "..", "..");

function placeOf(
  one: OpenQuestion["evidence"][number] | undefined,
  folder: string | undefined,
): string | null {
  if (one === undefined || one.file === null) return null;
  const around = one.from === "project" ? UP_TO_ROOT : "";
  const path = folder === undefined ? one.file : join(folder, around, one.file);
  return one.line === null ? path : `${path}:${one.line}`;
}

/** Agents write it: without a blank to break at, it is broken anywhere. */
function evidenceLines(place: string | null, text: string, width: number): Line[] {
  const room = Math.max(20, width - EVIDENCE_MARGIN.length);
  const margin = paintText("dim", EVIDENCE_MARGIN);
  const said = wrapText(text, room).flatMap((one) => breakText(one, room));
  return [
    ...(place === null ? [] : [[margin, paintText("dim", place)]]),
    ...said.map((one): Line => [margin, one]),
  ];
}

function breakText(text: string, room: number): string[] {
  const parts: string[] = [];
  for (let from = 0; from === 0 || from < text.length; from += room)
    parts.push(text.slice(from, from + room));
  return parts;
}

function optionLines({ id, label, effect, needs }: Option, width: number, recommended: boolean): Line[] {
  const needed = needs.length === 0 ? "" : ` [needs ${needs.join(", ")}]`;
  const star = recommended ? " (recommended)" : "";
  const does = effect.replaceAll(/\s+/g, " ");
  return besideTerm(paintText("cyan", `  ${id}`), `${label}${star}.${needed} ${does}`, {
    term: OPTION_COLUMN,
    width,
  });
}

function list(label: string, parts: readonly string[], width: number): Line[] {
  return parts.length === 0
    ? []
    : besideTerm(paintText("dim", `  ${label}`), parts.join(", "), { term: 16, width });
}

function answerLines(question: OpenQuestion, width: number): Line[] {
  const { id, session, options, recommended } = question;
  const of = session === null ? "" : ` --session ${session}`;
  const line = (option: string): string => `parley answer ${id} ${option}${of}`;
  const shown = options.find((option: Option) => option.id === recommended) ?? options[0];
  const words = shown === undefined ? [] : [line(shown.id), ...answerWords(question, shown)];
  return [
    ...commandLines("  answer: ", line("OPTION"), width),
    ...(words.length === 0 ? [] : commandLines("  as in:  ", words.join(" "), width)),
  ];
}
