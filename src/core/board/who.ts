import type { Brand } from "../shared/brand.ts";

/** `human:name`, `model:name` or `parley`, as the audit shows it. */
export type Actor = Brand<string, "Actor">;

export const BOARD_ROLES = ["coder", "reviewer", "human", "system"] as const;
/** In which part somebody acts: an agent by its run, a person as a person, parley's own loop as the system. */
export type BoardRole = (typeof BOARD_ROLES)[number];

export interface Who {
  readonly actor: Actor;
  readonly role: BoardRole;
}

const GRAMMAR = /^(?:parley|(?:human|model):[^\p{Cc}\p{Cs}]+)$/u;

export function parseActor(text: string): Actor | null {
  return GRAMMAR.test(text) && text.trim() === text ? (text as Actor) : null;
}

/** Only agents are kept from arguing the same thing again. */
export function isAgent(role: BoardRole): role is "coder" | "reviewer" {
  return role === "coder" || role === "reviewer";
}
