import type { Saying as ScriptedSaying } from "../../support/session-world.ts";
import type { Random } from "../random.ts";
import type { Asked } from "./asked.ts";

/** What a run leaves behind: a file, final words, or an outcome without either. */
export type Saying = Omit<ScriptedSaying, "evidence" | "usage">;

/** How an agent is: what it says depends on what it is asked and on chance alone. */
export type Temper = (asked: Asked, random: Random) => Saying;
