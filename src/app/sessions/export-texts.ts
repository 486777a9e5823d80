// The two documents that only an exported folder has: its index, and the story in words.
import type { StatusDocument } from "../../core/refinement/records/status-document.ts";
import type { SessionEvent } from "../../core/refinement/session/session-event.ts";
import { escapeText } from "../../document/render/free-text.ts";

export interface ExportedEvent {
  readonly version: number;
  readonly actor: string;
  readonly event: SessionEvent;
  readonly words: string;
}

const ROUND = /^round_(\d{3,})\//;

/** What a document is, by its name. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^spec\//, "the finished spec"],
  [/^source\.md$/, "the spec as it was at the start"],
  [/^status\.md$/, "gaps, convergence, rounds, validation and timing"],
  [/^decisions\.md$/, "what was decided, by whom and why"],
  [/^summary\.md$/, "how the session ended, and what it leaves open"],
  [/^final_review\.md$/, "the Final Review"],
  [/^history\.md$/, "everything that happened, in words"],
  [/^events\.jsonl$/, "the same as data, one event a line"],
  [/^spec-map\.json$/, "where each line of the finished spec comes from"],
  [/backup_round_(\d+)\.md$/, "as it stood at the end of a round"],
  [/\/engineer(?:\.GAP-[^.]+)?\.md$/, "what the Engineer proposed"],
  [/\/reviewer\.md$/, "what the Reviewer said of it"],
  [/\/summary\.md$/, "what the round brought"],
  [/attempt-\d+\.md$/, "an attempt that did not count in the end"],
];

/** `README.md`: every document with a link, those of a round together. */
export function indexText(status: StatusDocument, paths: readonly string[]): string {
  const { session, spec, state, round, updated, gaps } = status;
  const rounds = [...new Set(paths.flatMap((path) => ROUND.exec(path)?.[1] ?? []))];
  const ofRound = (number: string) => paths.filter((path) => ROUND.exec(path)?.[1] === number);
  return [
    `# ${escapeText(session)}`,
    "",
    `How the spec ${escapeText(spec)} was refined: ${state}, ${formatCount(round, "round")}, ${formatCount(gaps.length, "gap")}. As of ${updated}.`,
    "",
    "## Documents",
    "",
    ...paths.filter((path) => !ROUND.test(path)).map(linkLine),
    ...rounds.flatMap((number) => ["", `## Round ${Number(number)}`, "", ...ofRound(number).map(linkLine)]),
    "",
  ].join("\n");
}

function linkLine(path: string): string {
  const kind = KINDS.find(([pattern]) => pattern.test(path))?.[1];
  const target = path.split("/").map(encodeURIComponent).join("/");
  return `- [${escapeText(path)}](${target})${kind === undefined ? "" : `: ${kind}`}`;
}

/** `history.md`: an event a line, under the round it belongs to. */
export function historyText(session: string, events: readonly ExportedEvent[]): string {
  const lines: string[] = [`# History of ${escapeText(session)}`, "", "## Before the first round", ""];
  for (const { version, actor, event, words } of events) {
    if (event.type === "RoundStarted") lines.push("", `## Round ${event.data.round}`, "");
    const by = actor === "" ? "" : ` — ${escapeText(actor)}`;
    lines.push(`- ${version}. ${event.data.at} ${escapeText(words)}${by}`);
    if (event.type === "RoundCompleted") lines.push("", `## After round ${event.data.round}`, "");
  }
  return `${lines.join("\n")}\n`;
}

function formatCount(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}
