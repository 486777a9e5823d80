import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { fingerprintOf, trustedSettings } from "../../src/app/trust/project-trust.ts";

/** As if the user of a world had agreed to what the project's settings name now, and to nothing else. */
export function trustSettings(world: {
  readonly project: string;
  readonly home: string;
  readonly projectConfig: string;
}): void {
  const folder = join(world.home, ".local/state/parley");
  const fingerprint = fingerprintOf(trustedSettings(parse(readFileSync(world.projectConfig, "utf8"))));
  const entry = { root: realpathSync(world.project), fingerprint, at: "2026-01-01T00:00:00Z" };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "trusted.json"), JSON.stringify({ projects: [entry] }));
}
