import "./whole-core.ts";
import { join } from "node:path";
import { diskProviderWaits } from "../../adapters/files/provider-waits.ts";
import type { ProviderWaits } from "../../engine/ports.ts";
import type { Environment } from "../command-context.ts";
import { systemClock } from "../sessions/system-ports.ts";
import { userStateFolder, WAITS_FOLDER } from "../user-folders.ts";

/** Until when providers are to be left alone, as all runs of this user know it; `null` for somebody without a home. */
export function sharedWaits(env: Environment): ProviderWaits | null {
  const folder = userStateFolder(env);
  return folder === null
    ? null
    : diskProviderWaits({ folder: join(folder, WAITS_FOLDER), clock: systemClock });
}
