// Puts the pinned agents into a folder outside the tree. What is there and says the right version is used as it is.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { PINNED, type RealAgentName } from "./pinned-agents.ts";

export type Installation =
  | { readonly at: "installed"; readonly program: string; readonly version: string }
  | { readonly at: "failed"; readonly why: string };

type Environment = Readonly<Record<string, string | undefined>>;

const INSTALL_MS_MAX = 20 * 60 * 1_000;
const VERSION_MS_MAX = 60_000;
/** The end of what npm says names the cause. */
const SHOWN_CHARS = 2_000;

export function agentsCache({ PARLEY_AGENTS_CACHE, XDG_CACHE_HOME, HOME }: Environment): string | null {
  if (PARLEY_AGENTS_CACHE !== undefined && isAbsolute(PARLEY_AGENTS_CACHE)) return PARLEY_AGENTS_CACHE;
  if (XDG_CACHE_HOME !== undefined && isAbsolute(XDG_CACHE_HOME))
    return join(XDG_CACHE_HOME, "parley", "agents");
  return HOME !== undefined && isAbsolute(HOME) ? join(HOME, ".cache", "parley", "agents") : null;
}

export function installAgent(name: RealAgentName, cache: string): Installation {
  const { package: packageName, version, program: path } = PINNED[name];
  const folder = join(cache, `${name}-${version}`);
  const program = join(folder, path);
  if (versionOf(program) === version) return { at: "installed", program, version };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const why = npmInstall(folder, `${packageName}@${version}`);
  if (why !== null) return { at: "failed", why };
  const found = versionOf(program);
  if (found === version) return { at: "installed", program, version };
  return { at: "failed", why: `${program} says it is version ${found ?? "nothing"}, not ${version}` };
}

/**
 * An exact version, because npm passes over one that asks for a newer Node and takes an older one in silence; and
 * optional packages in any case, because the programs themselves come in them.
 */
function npmInstall(folder: string, wanted: string): string | null {
  const npm = spawnSync(
    "npm",
    ["install", "--save-exact", "--include=optional", "--no-audit", "--no-fund", wanted],
    { cwd: folder, encoding: "utf8", timeout: INSTALL_MS_MAX },
  );
  if (npm.status === 0) return null;
  return `npm could not install ${wanted} into ${folder}: ${(npm.error?.message ?? npm.stderr).slice(-SHOWN_CHARS)}`;
}

/** What the program says of itself: a package without its platform's binary has a version too. */
function versionOf(program: string): string | null {
  const asked = spawnSync(program, ["--version"], {
    encoding: "utf8",
    timeout: VERSION_MS_MAX,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DISABLE_AUTOUPDATER: "1" },
  });
  return asked.status === 0 ? (/\d+\.\d+\.\d+/.exec(asked.stdout)?.[0] ?? null) : null;
}
