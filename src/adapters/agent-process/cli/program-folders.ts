// Where a program and its parts lie: a sandbox that hides the rest of the disk must show them, or nothing starts in it.
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join } from "node:path";
import type { Environment } from "../environment.ts";

interface StartedProgram {
  readonly program: readonly string[];
  readonly env: Environment;
}

/**
 * Of everything that is started, and of the program of that name on PATH: whoever starts it through a script of their
 * own starts that one in the end.
 */
export function programFolders(name: string, { program, env }: StartedProgram): readonly string[] {
  const onPath = (env.PATH ?? "").split(delimiter).map((folder) => join(folder, name));
  const files = [...program.filter(isAbsolute), ...onPath.filter(isProgram).slice(0, 1)];
  return [...new Set(files.flatMap(foldersOf))];
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return isAbsolute(file) && statSync(file).isFile();
  } catch {
    return false;
  }
}

/** A package may keep its program in another one of the same maker, beside its own. */
function foldersOf(file: string): readonly string[] {
  try {
    const real = realpathSync(file);
    const at = real.lastIndexOf(PACKAGES);
    if (at < 0) return [isScript(real) ? dirname(real) : real];
    const packages = real.slice(0, at + PACKAGES.length - 1);
    const [maker = ""] = real.slice(at + PACKAGES.length).split("/");
    return [maker.startsWith("@") ? join(packages, maker) : packages];
  } catch {
    return [];
  }
}

const PACKAGES = "/node_modules/";
const SCRIPT_NAME = /\.[cm]?js$/;

function isScript(file: string): boolean {
  return SCRIPT_NAME.test(basename(file));
}
