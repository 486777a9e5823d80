// What an ACP agent that asks is allowed: to read in its folder, to write there where its role may write, and commands where
// somebody has said so. All that is asked for in another form is refused.
import type { PermissionOption, RequestPermissionResponse, ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { AcpOrder } from "./acp-order.ts";
import { toolPaths } from "./acp-turn.ts";

type Kind = NonNullable<ToolCallUpdate["kind"]>;

/** By what they do to files; the others change what is not an agent's to change, or cannot be held anywhere. */
const LOOKING: ReadonlySet<Kind> = new Set(["read", "search"]);
const WRITING: ReadonlySet<Kind> = new Set(["edit"]);
/** Of files that are the agent's own to take away: a worktree's. */
const TAKING: ReadonlySet<Kind> = new Set(["delete", "move"]);

interface ToolFiles {
  isInside(path: string): Promise<boolean>;
  mayChange(path: string): Promise<boolean>;
}

/** Whether a tool may be used; one for files must say for which, and all of them must lie where it may use it. */
export async function mayUseTool(
  tool: ToolCallUpdate,
  { access, worktree }: Pick<AcpOrder, "access" | "worktree">,
  files: ToolFiles,
): Promise<boolean> {
  const kind = tool.kind ?? "other";
  if (kind === "execute") return worktree?.shell === true;
  const writes = access === "write" && (WRITING.has(kind) || (worktree !== null && TAKING.has(kind)));
  if (!writes && !LOOKING.has(kind)) return false;
  const paths = toolPaths(tool);
  const allowed = await Promise.all(
    paths.map((path) => (writes ? files.mayChange(path) : files.isInside(path))),
  );
  return paths.length > 0 && allowed.every(Boolean);
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
