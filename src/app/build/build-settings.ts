// What a build is decided by, from the settings and what is found here.
import { detectCommands } from "../../adapters/checks/detect-commands.ts";
import { type BuildSettings, type CheckCommand, WORK_ROLES } from "../../core/build/build-settings.ts";
import type { BuildState } from "../../core/build/build-state.ts";
import { type BuildTarget, CHECK_STEPS, type CheckStep } from "../../core/build/work-facts.ts";
import { MINUTE_MS } from "../../core/shared/time-units.ts";
import { chooseCoders } from "../agents/choose-agents.ts";
import { refuseHandless } from "../agents/coder-fitness.ts";
import type { AgentPlace } from "../agents/describe-agent.ts";
import { validatedAgentName } from "../agents/named-agents.ts";
import type { CommandContext } from "../command-context.ts";
import type { Config } from "../config/schema.ts";
import { isFailure, type Outcome } from "../failure.ts";
import { capOf } from "../sessions/session-settings.ts";

export interface CodersInput {
  readonly coder?: string | undefined;
  readonly reviewer?: string | undefined;
}

interface ChosenCoders {
  readonly agents: BuildSettings["agents"];
  readonly remarks: readonly string[];
}

/** What the command line names is meant from where one stands; what the settings name, from the project. */
export async function chosenCoders(
  { cwd }: Pick<CommandContext, "cwd">,
  input: CodersInput,
  { named, ...place }: AgentPlace & Pick<BuildState, "named">,
): Outcome<ChosenCoders> {
  const { roles } = place.config;
  const wanted = { coder: input.coder ?? roles.coder, reviewer: input.reviewer ?? roles.reviewer };
  const chosen = await chooseCoders(wanted, place);
  if (isFailure(chosen)) return chosen;
  const from = (named: string | undefined) => ({ ...place, cwd: named === undefined ? place.root : cwd });
  const coder = await validatedAgentName(chosen.coder, from(input.coder));
  if (isFailure(coder)) return coder;
  const unfit = await refuseHandless(coder, place);
  if (unfit !== null) return unfit;
  const reviewer = await validatedAgentName(chosen.reviewer, from(input.reviewer));
  if (isFailure(reviewer)) return reviewer;
  const { drafter } = roles;
  const agents = { coder, reviewer, ...(drafter === undefined ? {} : { drafter }) };
  const remarks = chosen.remark === null ? [] : [chosen.remark];
  for (const role of WORK_ROLES) {
    const other = named[role];
    if (input[role] !== undefined || other?.insteadOf !== agents[role]) continue;
    agents[role] = other.agent;
    remarks.push(`${other.agent} is the ${role}, as you have answered: --${role} names another`);
  }
  return { agents, remarks };
}

interface FoundChecks {
  readonly checks: readonly CheckCommand[];
  /** By which files commands were found; none where all are set. */
  readonly detectedBy: readonly string[];
}

/** A command that is set counts; another is taken from the project's files, unless the settings say no. */
export async function findChecks(root: string, { build }: Config): Promise<FoundChecks> {
  const set: Readonly<Record<CheckStep, string | undefined>> = {
    setup: build.setup,
    build: build.command,
    test: build.testCommand,
  };
  const minutes: Readonly<Record<CheckStep, number>> = {
    setup: build.minutes.setup,
    build: build.minutes.command,
    test: build.minutes.testCommand,
  };
  const looks = build.detect && CHECK_STEPS.some((step) => set[step] === undefined);
  const detected = looks ? await detectCommands(root) : null;
  const checks = CHECK_STEPS.flatMap((step) => {
    const command = set[step] ?? detected?.[step] ?? null;
    return command === null ? [] : [{ step, command, timeLimitMs: Math.round(minutes[step] * MINUTE_MS) }];
  });
  const used = CHECK_STEPS.some((step) => set[step] === undefined && detected?.[step] != null);
  return { checks, detectedBy: used ? (detected?.because ?? []) : [] };
}

export function buildSettings(
  { roles, limits, disputes, build }: Config,
  found: {
    readonly agents: BuildSettings["agents"];
    readonly checks: readonly CheckCommand[];
    readonly target: BuildTarget;
    readonly folder: string;
    readonly parallel: number | undefined;
  },
): BuildSettings {
  const { agents, checks, target, folder, parallel = build.parallel } = found;
  return {
    agents,
    fallbacks: { coder: roles.fallback.coder, reviewer: roles.fallback.reviewer },
    limits: { run: capOf(limits.run), task: capOf(limits.task), build: capOf(limits.build) },
    ...{ checks, target, parallel },
    ...(folder === "" ? {} : { folder }),
    onMajor: disputes.onMajor,
    land: disputes.land,
  };
}
