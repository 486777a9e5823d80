import type { Gap } from "./gap.ts";
import type { GapStateName } from "./gap-state.ts";

/** A gap that the source lists as settled before the session began. */
export type SettledEntry = Pick<Gap, "id" | "title"> & {
  readonly state: Extract<GapStateName, "ACCEPTED" | "RESOLVED" | "WONT_FIX" | "SUPERSEDED">;
};
