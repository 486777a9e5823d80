import { userInfo } from "node:os";
import type { DecidedVia } from "../../core/shared/decided-via.ts";
import type { CommandContext } from "../command-context.ts";

/** `human:name`, as the log records who did something. */
export function whoami(): string {
  try {
    return `human:${userInfo().username}`;
  } catch {
    return "human:unknown";
  }
}

/** Where that came from, for a command that records it. */
export function viaOf({ via }: Pick<CommandContext, "via">): { readonly via?: DecidedVia } {
  return via === undefined ? {} : { via };
}
