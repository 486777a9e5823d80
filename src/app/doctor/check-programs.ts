// Other people's programs: git and the agents' command lines.

import { reasonOf } from "../../adapters/files/errno.ts";
import { findProgram } from "../../adapters/host/find-program.ts";
import { type ProbeOutcome, probeProgram } from "../../adapters/host/probe-program.ts";
import { KNOWN_AGENTS } from "../config/cross-checks.ts";
import type { Config } from "../config/schema.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Row } from "./row.ts";

const PROBE_TIMEOUT_MS = 5_000;
const PROBE_BYTES_MAX = 64 * 1024;
const DETAIL_MAX = 60;

interface Wanted {
  readonly check: string;
  readonly program: string;
  /** The roles that cannot be played without it. */
  readonly roles: readonly string[];
}

/** All programs at once: one that hangs costs its time bound, not more. */
export async function checkPrograms(
  surroundings: Surroundings,
  config: Config | null,
): Promise<readonly Row[]> {
  const git = checkGit(surroundings);
  const agents = await Promise.all(wantedAgents(config).map((wanted) => checkAgent(surroundings, wanted)));
  const none = agents.every(({ status }) => status === "skip");
  return [await git, ...agents, ...(none ? [NO_AGENTS] : [])];
}

const NO_AGENTS: Row = {
  check: "agents",
  status: "warn",
  detail: "no agent command line was found",
  fix: `install one of ${KNOWN_AGENTS.join(", ")}, or describe one under agents or api`,
};

function wantedAgents(config: Config | null): readonly Wanted[] {
  const described = Object.entries(config?.agents ?? {}).filter(([, { kind }]) => kind !== "api");
  const programs = new Map<string, string>(KNOWN_AGENTS.map((name) => [name, name]));
  for (const [name, { kind, command }] of described) programs.set(name, command ?? kind);
  const usedBy = (name: string): string[] =>
    Object.entries(config?.roles ?? {}).flatMap(([role, who]) => (who === name ? [role] : []));
  return [...programs].map(([name, program]) => ({ check: name, program, roles: usedBy(name) }));
}

async function checkGit(surroundings: Surroundings): Promise<Row> {
  const found = await versionOf(surroundings, "git");
  if (found !== null) return rowOf("git", found);
  const fix = "install git: building and reviewing code needs it, refining a spec does not";
  return { check: "git", status: "warn", detail: "not found on PATH", fix };
}

async function checkAgent(surroundings: Surroundings, { check, program, roles }: Wanted): Promise<Row> {
  const found = await versionOf(surroundings, program);
  if (found !== null) return rowOf(check, found);
  const detail = program === check ? "not found on PATH" : `${program} not found on PATH`;
  if (roles.length === 0) return { check, status: "skip", detail };
  const fix = `install it, or give the role to another: parley config set roles.${roles[0]} NAME`;
  return { check, status: "fail", detail: `${detail}, but roles.${roles.join(", roles.")} needs it`, fix };
}

interface Found {
  readonly file: string;
  readonly outcome: ProbeOutcome;
}

async function versionOf({ env, cancel }: Surroundings, program: string): Promise<Found | null> {
  const file = await findProgram(program, env.PATH ?? "");
  if (file === null) return null;
  // A path comes from a settings file, maybe of a stranger's project: looking must not run it.
  if (program.includes("/")) return { file, outcome: { at: "answered", exitCode: 0, output: "found" } };
  const outcome = await probeProgram({
    file,
    args: ["--version"],
    // Some command lines look for a terminal, ask questions or draw; none of that here.
    env: { ...env, CI: "1", NO_COLOR: "1", TERM: "dumb" },
    timeoutMs: PROBE_TIMEOUT_MS,
    bytesMax: PROBE_BYTES_MAX,
    cancel,
  });
  return { file, outcome };
}

function rowOf(check: string, { file, outcome }: Found): Row {
  const fix = `run \`${file} --version\` yourself to see what is wrong`;
  switch (outcome.at) {
    case "answered": {
      const said = firstLine(outcome.output);
      if (outcome.exitCode !== 0 && outcome.exitCode !== null) {
        const detail = `exit code ${outcome.exitCode}${said === "" ? "" : `: ${said}`} (${file})`;
        return { check, status: "warn", detail, fix };
      }
      if (said === "") return { check, status: "warn", detail: `says no version (${file})`, fix };
      return { check, status: "ok", detail: `${said} (${file})` };
    }
    case "timed-out":
      return {
        check,
        status: "warn",
        detail: `no answer within ${PROBE_TIMEOUT_MS / 1000} s (${file})`,
        fix,
      };
    case "cancelled":
      return { check, status: "skip", detail: `interrupted (${file})` };
    case "not-started":
      return {
        check,
        status: "warn",
        detail: `cannot be started: ${reasonOf(outcome.error)} (${file})`,
        fix,
      };
  }
}

/** Terminal control sequences, whole, so that no half of one stays as text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL_SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

function firstLine(output: string): string {
  const lines = output.replaceAll(CONTROL_SEQUENCE, "").split(/[\r\n]+/);
  const line = lines.map((text) => text.replaceAll(/\p{Cc}/gu, "").trim()).find((text) => text !== "") ?? "";
  return line.length > DETAIL_MAX ? `${line.slice(0, DETAIL_MAX - 1)}…` : line;
}
