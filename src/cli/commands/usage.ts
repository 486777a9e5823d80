import { type Failure, isFailure } from "../../app/failure.ts";
import { type ProjectUsage, type SessionUsage, usageIn } from "../../app/sessions/session-usage.ts";
import type { Answer, Request } from "../command.ts";
import { costWords, countWords, durationWords } from "../live/amounts.ts";
import { sessionNamed } from "../session-named.ts";
import { type Line, painted, wrapped } from "../text.ts";

type Total = SessionUsage["total"];

export async function run(request: Request): Promise<Answer | Failure> {
  const wanted = sessionNamed(request);
  if (isFailure(wanted)) return wanted;
  const usage = await usageIn(request.surroundings, wanted.session);
  if (isFailure(usage)) return usage;
  const { sessions, total } = usage;
  const [only] = sessions;
  const rows = only === undefined || sessions.length > 1 ? sessionRows(sessions) : callRows(only);
  return {
    data: usage,
    lines: (width) => {
      if (request.quiet) return [costWords(total)];
      if (total.calls === 0) return ["No agent has been called yet."];
      return [...table([HEADS, ...rows, cellsOf("total", total)]), ...unknownLines(usage, width)];
    },
  };
}

const HEADS = ["", "calls", "input", "cached", "output", "time", "cost"];

function sessionRows(sessions: readonly SessionUsage[]): readonly (readonly string[])[] {
  return sessions.map(({ session, total }) => cellsOf(session, total));
}

/** Each round by role and agent; a role that several agents played shows where it changed hands. */
function callRows({ rows, byRole }: SessionUsage): readonly (readonly string[])[] {
  return [
    ...rows.map((row) => cellsOf(`round ${row.round} ${row.role} (${row.agent})`, row)),
    ...byRole.map((row) => cellsOf(`all of the ${row.role}`, row)),
  ];
}

function cellsOf(label: string, total: Total): readonly string[] {
  const count = (tokens: number | null): string => (tokens === null ? "unknown" : countWords(tokens));
  return [
    label,
    String(total.calls),
    count(total.inputTokens),
    count(total.cachedInputTokens),
    count(total.outputTokens),
    durationWords(total.elapsedMs),
    costCell(total),
  ];
}

/** Short, so that a row fits beside its label: what the mark means stands below the table. */
function costCell(total: Total): string {
  const { usd, unpricedCalls } = total;
  return usd === null || unpricedCalls === 0
    ? costWords(total)
    : `${costWords({ usd, unpricedCalls: 0 })} +?`;
}

function unknownLines({ sessions, total: { unpricedCalls } }: ProjectUsage, width: number): readonly Line[] {
  if (unpricedCalls === 0) return [];
  const unseen = sessions.some(({ costUnseen }) => costUnseen)
    ? [[painted("yellow", "the limit in dollars does not see what they cost")]]
    : [];
  const [calls, it, its] =
    unpricedCalls === 1 ? ["1 call", "it", "its"] : [`${unpricedCalls} calls`, "they", "their"];
  return [
    "",
    ...wrapped(
      `the cost of ${calls} is unknown: ${it} broke off, or ${its} model has no price (\`parley config set prices.MODEL …\`)`,
      width,
    ),
    ...unseen,
  ];
}

const GAP = "  ";

/** The first column to the left, numbers to the right; nothing stands behind the last. */
function table(rows: readonly (readonly string[])[]): readonly Line[] {
  const widths = HEADS.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.map((row, index): Line => {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column === 0 || column === HEADS.length - 1 ? cell.padEnd(width) : cell.padStart(width);
    });
    const line = cells.join(GAP).trimEnd();
    if (index === 0) return [painted("dim", line)];
    return index === rows.length - 1 ? [painted("bold", line)] : line;
  });
}
