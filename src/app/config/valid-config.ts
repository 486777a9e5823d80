import type { Failure } from "../failure.ts";
import type { Surroundings } from "../surroundings.ts";
import { configFiles } from "./config-files.ts";
import { invalidConfig, loadConfig } from "./layers.ts";
import type { Config } from "./schema.ts";

/** The settings as they hold here, or what is wrong with them. */
export async function validConfig(surroundings: Surroundings): Promise<Config | Failure> {
  const loaded = await loadConfig(await configFiles(surroundings));
  return "problems" in loaded ? invalidConfig(loaded.problems) : loaded.values;
}
