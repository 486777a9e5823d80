// What a program says when it is asked for its version: bounded in time and size, and made readable.

import { type ProbeOutcome, probeProgram } from "../../adapters/host/run-program.ts";
import { withoutSequences } from "../../adapters/shared/control-sequences.ts";
import { reasonOf } from "../../adapters/shared/system-error.ts";
import { assertNever } from "../../core/shared/assert-never.ts";
import type { CommandContext } from "../command-context.ts";

const PROBE_TIMEOUT_MS = 5_000;
const PROBE_BYTES_MAX = 64 * 1024;
const WORDS_MAX = 60;

export interface FoundProgram {
  readonly file: string;
  /** As it was asked for. */
  readonly command: string;
  /** Named by the settings of a project that nobody has agreed to. */
  readonly strange: boolean;
}

export type VersionProbe =
  /** It was named by its path or by a stranger's project, so it is only known to be there. */
  { readonly at: "not-asked" } | ProbeOutcome;

export async function askVersion(
  { file, command, strange }: FoundProgram,
  { env, cancel }: Pick<CommandContext, "env" | "cancel">,
): Promise<VersionProbe> {
  // Looking must not run what a stranger has named.
  if (strange || command.includes("/")) return { at: "not-asked" };
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

export type ProgramHealth =
  /** `version` is `null` where it was not asked. */
  | { readonly at: "ready"; readonly version: string | null }
  /** It may work all the same, or cannot. */
  | { readonly at: "doubtful" | "broken"; readonly why: string; readonly fix: string }
  | { readonly at: "interrupted" };

/** The one judgement on a program by how it answers: what it says counts only where it ends well by itself. */
export function programHealth(asked: VersionProbe, file: string): ProgramHealth {
  const fix = `run \`${file} --version\` yourself to see what is wrong`;
  switch (asked.at) {
    case "not-asked":
      return { at: "ready", version: null };
    case "answered":
      return answerHealth(asked, fix);
    case "timed-out":
      return { at: "doubtful", why: `no answer within ${PROBE_TIMEOUT_MS / 1000} s`, fix };
    case "not-started":
      return { at: "broken", why: `cannot be started: ${reasonOf(asked.error)}`, fix };
    case "cancelled":
      return { at: "interrupted" };
    default:
      return assertNever(asked);
  }
}

function answerHealth(
  { exitCode, output }: Extract<ProbeOutcome, { at: "answered" }>,
  fix: string,
): ProgramHealth {
  if (exitCode === null) {
    // It did not end by itself: we cut it off when it had said too much, or somebody killed it.
    return Buffer.byteLength(output) > PROBE_BYTES_MAX / 2
      ? { at: "doubtful", why: "talks without end when asked for its version", fix }
      : { at: "broken", why: "was killed when asked for its version", fix };
  }
  const said = firstLine(output);
  if (exitCode !== 0) {
    return { at: "broken", why: `exit code ${exitCode}${said === "" ? "" : `: ${said}`}`, fix };
  }
  return said === "" ? { at: "doubtful", why: "says no version", fix } : { at: "ready", version: said };
}

function firstLine(output: string): string {
  const lines = withoutSequences(output).split(/[\r\n]+/);
  const line = lines.map((text) => text.replaceAll(/\p{Cc}/gu, "").trim()).find((text) => text !== "") ?? "";
  return line.length > WORDS_MAX ? `${line.slice(0, WORDS_MAX - 1)}…` : line;
}
