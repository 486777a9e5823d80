// One tiny task for an agent, through the very adapter that a session uses: does it answer, how, and what does it cost?

import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ed25519Seals } from "../../adapters/host/seals.ts";
import type { Access } from "../../core/shared/access.ts";
import { OUTCOME_RULES } from "../../core/shared/agent-outcome.ts";
import { makeCallKey } from "../../core/shared/call-key.ts";
import type { AgentPort, AgentRequest, AgentResult, Cancel, ProviderWaits } from "../../engine/ports.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, type Outcome, usageFailure } from "../failure.ts";
import { findProject } from "../project.ts";
import { cancelOf, systemClock, systemHash } from "../sessions/system-ports.ts";
import { trustedConfig } from "../trust/project-trust.ts";
import type { AgentTrial, TestedAgent } from "../wire/agent.ts";
import { type DescribedAgent, describeAgent, unusableFailure } from "./describe-agent.ts";
import { makeAgent } from "./make-agent.ts";
import { sharedWaits } from "./shared-waits.ts";

/** Long enough for a cold start and one short answer. */
const TRIAL_MS_DEFAULT = 120_000;

interface TestAgentInput {
  readonly name: string;
  readonly timeoutMs: number | undefined;
  /** The file that node runs as parley. */
  readonly program: string;
  started(access: Access): void;
}

export async function testAgent(context: CommandContext, input: TestAgentInput): Outcome<TestedAgent> {
  const { cwd, env, cancel, cancelNow } = context;
  const config = await trustedConfig(context);
  if (isFailure(config)) return config;
  const root = (await findProject(cwd))?.root ?? cwd;
  const agent = await describeAgent(input.name, { config, env, root });
  if (isFailure(agent)) return agent;
  if (agent.unusable !== null) return unusableFailure(input.name, agent.unusable);
  if (agent.settings.how === "person") return noTrial();
  const folder = await trialFolder();
  const site = { config, env, program: input.program, runsDir: join(folder, "runs"), clock: systemClock };
  const port = makeAgent(agent, { ...site, projectRoot: join(folder, "project") });
  const trials: AgentTrial[] = [];
  const stop = cancelOf([cancel, cancelNow]);
  for (const access of accessesOf(agent)) {
    input.started(access);
    const result = await runTrial(port, access, { timeoutMs: input.timeoutMs ?? TRIAL_MS_DEFAULT, stop });
    await noteWait(result, agent, sharedWaits(env));
    const trial = trialOf(access, result, agent);
    trials.push(trial);
    if (!isGood(trial)) break;
  }
  const ok = trials.every(isGood);
  // What somebody stopped themselves has nothing to tell.
  const keep = !ok && !stop.cancelled;
  if (!keep) await rm(folder, { recursive: true, force: true });
  return { name: input.name, ok, trials, folder: keep ? folder : null };
}

function isGood({ outcome, wrong }: AgentTrial): boolean {
  return outcome === "ok" && wrong === null;
}

/** A server only answers; a program is also asked to write. */
function accessesOf({ settings }: DescribedAgent): readonly Access[] {
  return settings.how === "api" ? ["read-only"] : ["write", "read-only"];
}

/** A project of its own: nothing of anybody's is in reach of a mere test. */
async function trialFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "parley-agent-test-"));
  await mkdir(join(folder, "project"));
  await writeFile(join(folder, "project", "README.md"), "# A project to test an agent in\n");
  return folder;
}

interface Task {
  readonly document: string;
  /** What is to come, alone on a line. */
  readonly line: string;
  readonly prompt: string;
}

/** Of two parts as in a session: an agent that is given its rules in a way of their own is tried with that, too. */
const RULES = "This is a test of whether you can be reached and do what you are asked.\n\n";

const WRITE_LINE = "The agent can write.";
const ANSWER_LINE = "The agent can answer.";

const TASK: Record<Access, Task> = {
  write: {
    document: "engineer.md",
    line: WRITE_LINE,
    prompt: `${RULES}Write the file engineer.md in the current directory, with this one line in it and nothing else:\n\n${WRITE_LINE}\n\nDo nothing else.\n`,
  },
  "read-only": {
    document: "reviewer.md",
    line: ANSWER_LINE,
    prompt: `${RULES}Give this one line as your whole answer, with nothing around it, and do nothing else:\n\n${ANSWER_LINE}\n`,
  },
};

async function runTrial(
  port: AgentPort,
  access: Access,
  { timeoutMs, stop }: { readonly timeoutMs: number; readonly stop: Cancel },
): Promise<AgentResult> {
  const key = makeCallKey({
    subject: { of: "session", id: `agent-test-${randomBytes(4).toString("hex")}` },
    round: 1,
    incarnation: 1,
    purpose: access === "write" ? "engineer" : "reviewer",
    lane: "-",
    attempt: 1,
    launch: 1,
  });
  const { nonce, sealKey, sealWith } = ed25519Seals.make();
  const request: AgentRequest = {
    key,
    mark: { nonce, sealKey, promptHash: systemHash.sha256(TASK[access].prompt) },
    sealWith,
    document: TASK[access].document,
    prompt: TASK[access].prompt,
    standingChars: RULES.length,
    wallMs: timeoutMs,
    access,
    readsProject: false,
    resume: null,
  };
  return await port.start(request, () => undefined, stop);
}

function trialOf(access: Access, result: AgentResult, { settings }: DescribedAgent): AgentTrial {
  const { outcome, elapsedMs, usage, evidence, document, text } = result;
  const came = document ?? text;
  return {
    access,
    outcome,
    ...OUTCOME_RULES[outcome],
    elapsedMs,
    usage,
    said: came?.text.split("\n").find((line) => line.trim() !== "") ?? null,
    handedIn: document !== null ? "file" : text !== null ? "answer" : null,
    // A player plays what is written for it, whatever it is asked.
    wrong: outcome !== "ok" || settings.how === "player" ? null : trialFault(access, result),
    evidence,
  };
}

/** A good end alone shows little: what was asked for must be there. */
function trialFault(access: Access, { document, text }: AgentResult): string | null {
  const { document: name, line } = TASK[access];
  if (access === "write" && document === null) return `it was asked to write ${name}, and left no such file`;
  const came = (document ?? text)?.text ?? "";
  if (came.split("\n").some((one) => stripLineMarkup(one) === line)) return null;
  return `the line that it was asked for is not in what came: ${line}`;
}

/** Without the marks that models like to put around a line. */
function stripLineMarkup(line: string): string {
  return line.replace(/^[\s>*_`"'“]+/, "").replace(/(?<![\s*_`"'”])[\s*_`"'”]+$/, "");
}

/** What a test learns of a limit, sessions need not learn again. */
async function noteWait(
  { waitMs }: AgentResult,
  { settings }: DescribedAgent,
  waits: ProviderWaits | null,
): Promise<void> {
  if (waitMs === undefined || waits === null || !("account" in settings)) return;
  await waits.note(settings.account, systemClock.nowMs() + waitMs);
}

function noTrial(): Failure {
  return usageFailure(
    "person",
    "human means you: there is nothing to test",
    "try it in a session: parley refine SPEC --engineer human",
  );
}
