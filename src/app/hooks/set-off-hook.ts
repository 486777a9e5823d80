import { type CommandOutcome, runCommand } from "../../adapters/host/run-program.ts";
import { type PostOutcome, postJson } from "../../adapters/notify/post-json.ts";
import { reasonOf } from "../../adapters/shared/system-error.ts";
import { assertNever } from "../../core/shared/assert-never.ts";
import { SECOND_MS } from "../../core/shared/time-units.ts";
import type { CommandContext } from "../command-context.ts";
import type { Hook } from "./hook.ts";

/** A hook that takes longer holds up whoever set it off. */
const RUN_MS_MAX = 30_000;
const POST_MS_MAX = 10_000;
const OUTPUT_BYTES_MAX = 64 * 1024;
interface HookOutcome {
  /** `null`: all went well. */
  readonly failure: string | null;
  readonly output: string;
}

/** Once: what is to be tried again, and how often, is for the hook to know. */
export async function setOffHook(
  { on, does }: Hook,
  document: object,
  { context, root }: { readonly context: CommandContext; readonly root: string },
): Promise<HookOutcome> {
  const text = `${JSON.stringify(document)}\n`;
  const cancel = context.cancelNow;
  switch (does.at) {
    case "run": {
      const outcome = await runCommand({
        command: does.command,
        cwd: root,
        env: { ...context.env, PARLEY_EVENT: on },
        input: text,
        timeoutMs: RUN_MS_MAX,
        outputBytesMax: OUTPUT_BYTES_MAX,
        cancel,
      });
      return { failure: failureOfRun(outcome), output: outcome.output };
    }
    case "post": {
      const post = { url: does.url, text, timeoutMs: POST_MS_MAX, tries: 1, pauseMs: 0, cancel };
      return { failure: failureOfPost(await postJson(post)), output: "" };
    }
    default:
      return assertNever(does);
  }
}

function failureOfRun(outcome: CommandOutcome): string | null {
  switch (outcome.at) {
    case "ended":
      return outcome.exitCode === 0 ? null : `exit code ${outcome.exitCode}`;
    case "killed":
      return `ended by ${outcome.signal}`;
    case "timed-out":
      return `stopped after ${RUN_MS_MAX / SECOND_MS} s`;
    case "cancelled":
      return "interrupted";
    case "not-started":
      return `cannot be started: ${reasonOf(outcome.error)}`;
    default:
      return assertNever(outcome);
  }
}

export function failureOfPost(outcome: PostOutcome): string | null {
  switch (outcome.at) {
    case "accepted":
      return null;
    case "refused":
      return `the server answered ${outcome.status}`;
    case "unreachable":
      return `the server cannot be reached: ${outcome.reason}`;
    case "cancelled":
      return "interrupted";
    default:
      return assertNever(outcome);
  }
}
