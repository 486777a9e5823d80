// What a program says when it is asked for its version: bounded in time and size, and made readable.
import { type ProbeOutcome, probeProgram } from "../../adapters/host/probe-program.ts";
import type { Surroundings } from "../surroundings.ts";

export const PROBE_TIMEOUT_MS = 5_000;
const PROBE_BYTES_MAX = 64 * 1024;
const WORDS_MAX = 60;

export interface FoundProgram {
  readonly file: string;
  /** As it was asked for. */
  readonly command: string;
}

export type AskedVersion =
  /** It was named by its path, so it is only known to be there. */
  { readonly at: "not-asked" } | ProbeOutcome;

export async function askVersion(
  { file, command }: FoundProgram,
  { env, cancel }: Pick<Surroundings, "env" | "cancel">,
): Promise<AskedVersion> {
  // A path comes from a settings file, maybe of a stranger's project: looking must not run it.
  if (command.includes("/")) return { at: "not-asked" };
  return await probeProgram({
    file,
    args: ["--version"],
    // Some command lines look for a terminal, ask questions or draw; none of that here.
    env: { ...env, CI: "1", NO_COLOR: "1", TERM: "dumb" },
    timeoutMs: PROBE_TIMEOUT_MS,
    bytesMax: PROBE_BYTES_MAX,
    cancel,
  });
}

/** `null` where it told none. */
export function versionWords(asked: AskedVersion): string | null {
  if (asked.at !== "answered" || (asked.exitCode !== 0 && asked.exitCode !== null)) return null;
  const said = firstLine(asked.output);
  return said === "" ? null : said;
}

/** Terminal control sequences, whole, so that no half of one stays as text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL_SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

export function firstLine(output: string): string {
  const lines = output.replaceAll(CONTROL_SEQUENCE, "").split(/[\r\n]+/);
  const line = lines.map((text) => text.replaceAll(/\p{Cc}/gu, "").trim()).find((text) => text !== "") ?? "";
  return line.length > WORDS_MAX ? `${line.slice(0, WORDS_MAX - 1)}…` : line;
}
