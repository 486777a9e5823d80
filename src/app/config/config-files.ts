// Where settings are kept. Loads nothing of the schema, so that asking for a path stays quick.

import { userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import { kindOf } from "../../adapters/files/create-file.ts";
import type { CommandContext, Environment } from "../command-context.ts";
import type { Failure } from "../failure.ts";
import { findProject } from "../project.ts";
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

/** The XDG rule: a relative path in a variable counts as none, or a stranger's folder could hold our settings. */
export function userConfigFolder({ XDG_CONFIG_HOME, HOME }: Environment): string | null {
  return xdgFolder(XDG_CONFIG_HOME, HOME, ".config");
}

/** What all runs of a user should know, and what may be forgotten. */
export function userStateFolder({ XDG_STATE_HOME, HOME }: Environment): string | null {
  return xdgFolder(XDG_STATE_HOME, HOME, join(".local", "state"));
}

/** In the folder above: until when providers are to be left alone. */
export const WAITS_FOLDER = "waits";

function xdgFolder(variable: string | undefined, HOME: string | undefined, below: string): string | null {
  const base = absoluteOrNull(variable);
  if (base !== null) return join(base, "parley");
  const home = absoluteOrNull(HOME) ?? homeByName();
  return home === null ? null : join(home, below, "parley");
}

export function noHome(): Failure {
  return {
    failed: "not-found",
    code: "no-home",
    message: "you have no home folder, so there are no settings of your own",
    fix: "set HOME or XDG_CONFIG_HOME to an absolute path",
  };
}

function absoluteOrNull(path: string | undefined): string | null {
  return path !== undefined && isAbsolute(path) ? path : null;
}

function homeByName(): string | null {
  try {
    return absoluteOrNull(userInfo().homedir);
  } catch {
    return null;
  }
}
