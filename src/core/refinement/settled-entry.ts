import type { GapId } from "../shared/gap-id.ts";
import type { GapStateName } from "./gap-state.ts";

/** A gap that the source lists as settled before the session began. */
export interface SettledEntry {
  readonly id: GapId;
  readonly title: string;
  readonly state: Extract<GapStateName, "ACCEPTED" | "RESOLVED" | "WONT_FIX" | "SUPERSEDED">;
}
