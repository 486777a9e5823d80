// Where a user's own files are, over all projects.
import { userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Environment } from "./command-context.ts";

/** The XDG rule: a relative path in a variable counts as none, or a stranger's folder could hold our settings. */
export function userConfigFolder({ XDG_CONFIG_HOME, HOME }: Environment): string | null {
  return xdgFolder(XDG_CONFIG_HOME, HOME, ".config");
}

/** What all runs of a user should know, and what may be forgotten. */
export function userStateFolder({ XDG_STATE_HOME, HOME }: Environment): string | null {
  return xdgFolder(XDG_STATE_HOME, HOME, join(".local", "state"));
}

/** Where archives of undone rounds go once their session is over; of all projects of a user. */
export function archiveRoot({ XDG_DATA_HOME, HOME }: Environment): string | null {
  const data = xdgFolder(XDG_DATA_HOME, HOME, join(".local", "share"));
  return data === null ? null : join(data, "archive");
}

/** In the state folder: until when providers are to be left alone. */
export const WAITS_FOLDER = "waits";

function xdgFolder(variable: string | undefined, HOME: string | undefined, below: string): string | null {
  const base = absoluteOrNull(variable);
  if (base !== null) return join(base, "parley");
  const home = absoluteOrNull(HOME) ?? homeByName();
  return home === null ? null : join(home, below, "parley");
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
