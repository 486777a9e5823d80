// What an ACP agent that asks is allowed: to read in its folder, and to write there where its role may write. All that is
// asked for in another form is refused.
import type { PermissionOption, RequestPermissionResponse, ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { Access } from "../../../core/shared/access.ts";
import { toolPaths } from "./acp-turn.ts";

type Kind = NonNullable<ToolCallUpdate["kind"]>;

/** For which of them a role may have leave; the others change what is not its own to change, or cannot be held anywhere. */
const ALLOWED: Record<Kind, readonly Access[]> = {
  read: ["read-only", "write"],
  search: ["read-only", "write"],
  edit: ["write"],
  delete: [],
  move: [],
  execute: [],
  think: [],
  fetch: [],
  switch_mode: [],
  other: [],
};

/** Whether a tool may be used; it must say which files it is for, and all of them must lie inside. */
export async function mayUseTool(
  tool: ToolCallUpdate,
  access: Access,
  isInside: (path: string) => Promise<boolean>,
): Promise<boolean> {
  if (!ALLOWED[tool.kind ?? "other"].includes(access)) return false;
  const paths = toolPaths(tool);
  const inside = await Promise.all(paths.map(isInside));
  return paths.length > 0 && inside.every(Boolean);
}

/** Leave is given for this once, whatever else is offered; without a way to say no, the question is not answered. */
export function answerPermission(
  allowed: boolean,
  options: readonly PermissionOption[],
): RequestPermissionResponse {
  const kinds: readonly PermissionOption["kind"][] = allowed
    ? ["allow_once"]
    : ["reject_once", "reject_always"];
  const option = kinds.flatMap((kind) => options.find((offered) => offered.kind === kind) ?? [])[0];
  return {
    outcome:
      option === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: option.optionId },
  };
}
