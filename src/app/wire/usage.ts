// What `usage` tells programs.
import type { UsageRow, UsageTotal } from "../../core/refinement/records/usage.ts";
import type { AgentRole } from "../../core/refinement/role.ts";

export interface SessionUsage {
  readonly session: string;
  readonly rows: readonly UsageRow[];
  readonly byRole: readonly (UsageTotal & { readonly role: AgentRole })[];
  readonly byRound: readonly (UsageTotal & { readonly round: number })[];
  readonly total: UsageTotal;
  /** What the copied past of a fork cost in the session it comes from; it is in no total here. */
  readonly inherited: { readonly from: string; readonly total: UsageTotal } | null;
  /** A limit in dollars is set, and does not see what some of the calls cost. */
  readonly costUnseen: boolean;
}

export interface ProjectUsage {
  readonly sessions: readonly SessionUsage[];
  readonly total: UsageTotal;
}
