// A session's commands as they are stored, and made again: of a document they carry only its reference.
import type { Role } from "../core/refinement/role.ts";
import type { SessionCommand } from "../core/refinement/session/session-command.ts";
import type { DocumentRef } from "../core/refinement/session/session-event.ts";
import { placeOfKey } from "../core/refinement/session/turn.ts";
import { presentOutcome } from "../core/shared/former-outcome.ts";
import type { JsonObject } from "../core/shared/json.ts";
import { parseTimestamp } from "../core/shared/timestamp.ts";
import type { Documents } from "./documents.ts";
import type { StoredCommand } from "./ports.ts";

type Bare<Command> = Command extends { readonly output: unknown }
  ? Omit<Command, "output"> & {
      readonly document: DocumentRef | null;
      /** What a person's document is read as; a call's own role is in its key. */
      readonly role: Role | null;
    }
  : Command;

/** A command with references in place of what was read. */
export type BareCommand = Bare<SessionCommand>;

/** Of the shapes in which commands are written today; those that are not named have had one. */
const VERSIONS: Partial<Record<BareCommand["type"], number>> = { FinishCall: 2 };

function versionOf(type: string): number {
  return VERSIONS[type as BareCommand["type"]] ?? 1;
}

export function storedCommand(
  command: BareCommand,
  { id, actor }: { readonly id: string; readonly actor: string },
): StoredCommand {
  const { type, at, ...data } = command;
  return { id, at, actor, type, v: versionOf(type), data: data as unknown as JsonObject };
}

/** The command that was stored; its documents are read anew. */
export async function commandOf(stored: StoredCommand, documents: Documents): Promise<SessionCommand> {
  const at = parseTimestamp(stored.at);
  if (at === null) throw new Error(`the command ${stored.id} has no time`);
  if (stored.v > versionOf(stored.type))
    throw new Error(`this version of parley does not know ${stored.type} v${stored.v}`);
  const bare = { ...stored.data, type: stored.type, at } as unknown as BareCommand;
  switch (bare.type) {
    case "FinishCall": {
      const { document, role: _, ...rest } = bare;
      const outcome = presentOutcome(rest.outcome);
      return { ...rest, outcome, output: await documents.output(placeOfKey(bare.key).role, document) };
    }
    case "AnswerQuestion": {
      const { document, role, ...rest } = bare;
      const output = document === null || role === null ? null : await documents.output(role, document);
      return { ...rest, output };
    }
    default:
      return bare;
  }
}
