import type { SpendCap } from "../../src/core/refinement/session/settings.ts";

export const NO_CAP: SpendCap = { tokens: null, usd: null, minutes: null, calls: null };
