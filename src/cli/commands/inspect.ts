import { type Failure, isFailure } from "../../app/failure.ts";
import { inspectFile } from "../../app/inspect-file.ts";
import type { Answer, Request } from "../command.ts";
import { type Line, painted, wrapped } from "../text.ts";

type Inspection = Exclude<Awaited<ReturnType<typeof inspectFile>>, Failure>;

interface Entry {
  readonly line: number | null;
  readonly words: string;
}

export async function run(request: Request): Promise<Answer | Failure> {
  const { surroundings, arguments: given, options, quiet } = request;
  const [file = ""] = given;
  const role = options.get("--role");
  const found = await inspectFile(surroundings, file, typeof role === "string" ? role : undefined);
  if (isFailure(found)) return found;
  return { data: found, lines: (width) => inspectionLines(found, width, quiet) };
}

function inspectionLines(found: Inspection, width: number, quiet: boolean): Line[] {
  const notes: Entry[] = quiet
    ? []
    : found.notes.map(({ line, code, message }) => entry(line, `${code}: ${message}`));
  const sections: readonly (readonly [string, readonly Entry[]])[] = [
    [
      "Resolves",
      found.gapsResolved.map(({ id, line, confidence }) =>
        entry(line, said(id, [confidence ?? "no confidence"])),
      ),
    ],
    ["Disagrees with", found.disagreements.map(({ issueId, line }) => entry(line, issueId))],
    [
      "Answers",
      found.responses.map(({ issueId, line, status }) => entry(line, said(issueId, [status ?? "no status"]))),
    ],
    ["Issues", found.issues.map((issue) => entry(issue.line, issueWords(issue)))],
    [
      "Earlier issues",
      found.priorIssues.map(({ issueId, line, status }) => entry(line, said(issueId, [status]))),
    ],
    ["New gaps", found.newGaps.map(({ id, line, title }) => entry(line, `${id ?? "no id"}: ${title}`))],
    ["Notes", notes],
  ];
  const shown = sections.filter(([, entries]) => entries.length > 0);
  return [
    [painted("bold", `${found.role} document`), verdictWords(found)],
    ...shown.flatMap(([title, entries]) => ["", title, ...entries.flatMap((one) => entryLines(one, width))]),
  ];
}

function verdictWords({ role, verdict, noIssues }: Inspection): string {
  if (role === "engineer") return "";
  const place = verdict.line === null ? "" : ` (line ${verdict.line})`;
  const nothing = noIssues === true ? ", no issues" : "";
  return `, verdict ${verdict.norm}${place}${nothing}`;
}

function issueWords({
  id,
  severity,
  gap,
  title,
  location,
  impact,
  suggestion,
}: Inspection["issues"][number]): string {
  const missing = [
    location === null ? ["location"] : [],
    impact === null ? ["impact"] : [],
    suggestion === null ? ["suggestion"] : [],
  ].flat();
  const about = [severity ?? "no severity", ...(gap === null ? [] : [gap])];
  const lacks = missing.length === 0 ? "" : ` [without ${missing.join(", ")}]`;
  return `${said(id ?? "no id", about)}: ${title}${lacks}`;
}

function said(subject: string, about: readonly string[]): string {
  return `${subject} (${about.join(", ")})`;
}

function entry(line: number | null, words: string): Entry {
  return { line, words };
}

const PLACE_COLUMN = 8;

function entryLines({ line, words }: Entry, width: number): Line[] {
  const [first = "", ...rest] = wrapped(words, width - PLACE_COLUMN);
  return [
    [painted("dim", String(line ?? "").padStart(PLACE_COLUMN - 2)), `  ${first}`],
    ...rest.map((row) => `${" ".repeat(PLACE_COLUMN)}${row}`),
  ];
}
