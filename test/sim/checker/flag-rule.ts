import type { DataOf, Happened } from "./happened.ts";
import type { Ledger } from "./ledger.ts";
import type { Report, Rule } from "./rule.ts";
import { IS_GRAVE } from "./tables.ts";

type Flag = DataOf<"FlagRaised">["flag"];
type Fault = (message: string) => void;

/** Outcomes after which a flag on the same issue does not come back. */
const FOR_GOOD: readonly DataOf<"FlagSettled">["outcome"][] = ["waived", "false-positive", "converted"];

/** A flag points at lines that are there, on a grave issue that is open and not argued about; a blocking one holds its round. */
export class FlagRule implements Rule {
  readonly name = "flags";
  readonly #texts: ReadonlyMap<string, string> | null;
  readonly #forGood = new Map<string, string>();

  /** Without texts, the lines that flags point at are not looked for. */
  constructor(texts: ReadonlyMap<string, string> | null) {
    this.#texts = texts;
  }

  take(event: Happened, ledger: Ledger, report: Report): void {
    const fault: Fault = (message) => report(event.version, message);
    switch (event.type) {
      case "FlagRaised":
        this.#raise(event.data.flag, ledger, fault);
        checkWeight(event.data, fault);
        return;
      case "FlagSettled": {
        const { issue, outcome } = event.data;
        const flag = ledger.flags.get(issue);
        if (flag === undefined || flag.outcome !== null) fault(`no flag stands on ${issue}`);
        if (FOR_GOOD.includes(outcome)) this.#forGood.set(issue, outcome);
        return;
      }
      case "RoundCompleted": {
        const blocking = [...ledger.flags].filter(
          ([, { escalation, outcome }]) => escalation === "block" && outcome === null,
        );
        if (blocking.length > 0)
          fault(
            `round ${event.data.round} completes with ${blocking.map(([id]) => id).join(", ")} unanswered`,
          );
        return;
      }
      default:
        return;
    }
  }

  /** Whoever argues openly is not silent, and what is closed needs no answer. */
  settle(command: readonly Happened[], ledger: Ledger, report: Report): void {
    const last = command.at(-1);
    if (last === undefined || last.type === "SessionEnded") return;
    for (const [id, { outcome }] of ledger.flags) {
      if (outcome !== null) continue;
      const isArgued = ledger.disagreements.has(id) || ledger.conflicts.get(id)?.at === "open";
      if (isArgued) report(last.version, `the flag on ${id} still stands, though it is argued about`);
    }
  }

  #raise(flag: Flag, ledger: Ledger, fault: Fault): void {
    const { issue: id, document, evidence, heuristics } = flag;
    const issue = ledger.issues.get(id);
    if (issue?.at !== "OPEN") fault(`a flag on ${id}, which is ${issue?.at ?? "unknown"}`);
    else if (!IS_GRAVE[issue.severity]) fault(`a flag on ${id}, which is ${issue.severity}`);
    const before = this.#forGood.get(id);
    if (before !== undefined) fault(`the flag on ${id} was ${before}, and comes back`);
    if (heuristics.length === 0) fault(`the flag on ${id} rests on nothing`);
    if (evidence.length === 0) fault(`the flag on ${id} shows nothing`);
    const text = this.#texts?.get(document);
    if (this.#texts === null) return;
    if (text === undefined) {
      fault(`the flag on ${id} names a document that is not there`);
      return;
    }
    const lines = text.split(LINE_END);
    for (const { line, text: shown } of evidence) {
      const there = lines[line - 1];
      if (!isShownIn(there, shown))
        fault(
          `the flag on ${id} shows line ${line} as ${JSON.stringify(shown)}, where ${JSON.stringify(there ?? null)} stands`,
        );
    }
  }
}

/** Below this, what a heuristic finds is only logged. */
const WEIGHT_MIN = 0.5;

function checkWeight({ flag, escalation, weights }: DataOf<"FlagRaised">, fault: Fault): void {
  if (weights === undefined || escalation === "log") return;
  if (flag.heuristics.every((heuristic) => weights[heuristic] < WEIGHT_MIN))
    fault(`the flag on ${flag.issue} is to ${escalation}, though what raised it is trusted no more`);
}

/** Those of Markdown: a carriage return ends a line, also by itself. */
export const LINE_END = /\r\n|\n|\r/;

/** As far as it is quoted. */
export function isShownIn(line: string | undefined, quoted: string): boolean {
  return line !== undefined && plain(line).includes(plain(quoted).replace(/…$/, ""));
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
