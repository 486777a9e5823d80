// Where settings are kept. Loads nothing of the schema, so that asking for a path stays quick.
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { kindOf } from "../../adapters/files/create-file.ts";
import { findProject } from "../project.ts";
import type { Environment, Surroundings } from "../surroundings.ts";

/** The later one wins. */
export const LAYERS = ["user", "project"] as const;
export type Layer = (typeof LAYERS)[number];

export interface ConfigFile {
  readonly path: string;
  readonly exists: boolean;
}

export interface ConfigFiles {
  /** `null` outside of any project. */
  readonly project: ConfigFile | null;
  readonly user: ConfigFile;
}

export async function configFiles({ cwd, env }: Surroundings): Promise<ConfigFiles> {
  const project = await findProject(cwd);
  return {
    project: project === null ? null : await configFile(project.config),
    user: await configFile(userConfigFile(env)),
  };
}

async function configFile(path: string): Promise<ConfigFile> {
  return { path, exists: (await kindOf(path)) !== "nothing" };
}

export function userConfigFile(env: Environment): string {
  return join(userConfigFolder(env), "config.yaml");
}

/** The XDG rule: a relative path in the variable counts as none. */
export function userConfigFolder({ XDG_CONFIG_HOME, HOME }: Environment): string {
  const base = XDG_CONFIG_HOME !== undefined && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : null;
  return join(base ?? join(HOME || homedir(), ".config"), "parley");
}
