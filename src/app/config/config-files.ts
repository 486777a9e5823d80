// Where settings are kept. Loads nothing of the schema, so that asking for a path stays quick.

import { join } from "node:path";
import { kindOf } from "../../adapters/files/create-file.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, notFoundFailure } from "../failure.ts";
import { findProject } from "../project.ts";
import { userConfigFolder } from "../user-folders.ts";
import type { ConfigFile, ConfigFiles } from "../wire/config.ts";

/** The later one wins. */
export const LAYERS = ["user", "project"] as const;
export type Layer = (typeof LAYERS)[number];

export async function configFiles({ cwd, env }: CommandContext): Promise<ConfigFiles> {
  const project = await findProject(cwd);
  const user = userConfigFolder(env);
  return {
    project: project === null ? null : await configFile(project.config),
    user: user === null ? null : await configFile(join(user, "config.yaml")),
  };
}

async function configFile(path: string): Promise<ConfigFile> {
  return { path, exists: (await kindOf(path)) !== "nothing" };
}

export function noHome(): Failure {
  return notFoundFailure(
    "no-home",
    "you have no home folder, so there are no settings of your own",
    "set HOME or XDG_CONFIG_HOME to an absolute path",
  );
}
