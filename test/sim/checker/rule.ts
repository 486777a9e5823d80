import type { Happened } from "./happened.ts";
import type { Ledger } from "./ledger.ts";

export type Report = (version: number, message: string) => void;

/** One independent look at a stream. What a rule needs beyond the ledger it remembers itself. */
export interface Rule {
  readonly name: string;
  /** Called before the event is entered in the ledger. */
  take(event: Happened, ledger: Ledger, report: Report): void;
  /** Called once all events of a command are entered, as their order within it is free. */
  settle(command: readonly Happened[], ledger: Ledger, report: Report): void;
  /** Called where rounds are undone, once it knows again what stood before them, and nothing yet of what lasts of them. */
  rewind?(ledger: Ledger): void;
}

export function isBlank(text: string | null | undefined): boolean {
  return text === null || text === undefined || text.trim() === "";
}

export function sameMembers(left: readonly string[], right: readonly string[]): boolean {
  const members = new Set(left);
  return left.length === right.length && right.every((one) => members.has(one));
}
