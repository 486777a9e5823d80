import { relative, resolve } from "node:path";
import { readText } from "../../adapters/files/read-text.ts";
import { owesSpec } from "../../core/refinement/session/owed.ts";
import { canonicalJson, type Json } from "../../core/shared/json.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import type { CommandContext } from "../command-context.ts";
import { isFailure, type Outcome, refusedFailure } from "../failure.ts";
import { trustedConfig } from "../trust/project-trust.ts";
import type { RunResult, SessionView } from "../wire/session.ts";
import { submitAsPerson, withSession } from "./open-session.ts";
import { type Policy, parsePolicy } from "./policy.ts";
import { type RunInput, runRefinement, runResult } from "./run-refinement.ts";
import { type RolesInput, settingsOnResume } from "./session-settings.ts";
import { sessionState } from "./session-state.ts";
import { leaveSpec, outputPlace } from "./spec-output.ts";
import { whoami } from "./system-ports.ts";

/** Nothing new starts; a runner elsewhere sees it and stops once its agents are back. */
export async function pauseSession(
  context: CommandContext,
  wanted: string | undefined,
): Outcome<SessionView> {
  return await withSession(context, wanted, async ({ engine }) => {
    const paused = await submitAsPerson(engine, { type: "Pause", by: whoami(), because: "asked to" });
    if (isFailure(paused)) return paused;
    await engine.sync();
    return sessionState(engine.live);
  });
}

/** Goes on with a session, whether it was paused, stopped, or broke off. */
export async function resumeSession(
  context: CommandContext,
  wanted: string | undefined,
  input: RunInput & RolesInput & { readonly out?: string | undefined },
): Outcome<RunResult> {
  const config = await trustedConfig(context);
  if (isFailure(config)) return config;
  return await withSession(context, wanted, async ({ project, engine }) => {
    const { cwd, env } = context;
    const { root } = project;
    const refused = input.out === undefined ? null : await chooseOutput(engine, input.out, { cwd, root });
    if (refused !== null) return refused;
    if (engine.live.at === "ended") {
      const owed = owesSpec(engine.live);
      await engine.sync({ thoroughly: true });
      const failed = await leaveSpec(project, engine);
      if (failed !== null) return failed;
      if (owed) return runResult("ended", { project, engine });
      return refusedFailure("ended", `the session ${engine.id} has ended`, "see `parley status`");
    }
    if (engine.live.at === "paused") {
      const resumed = await submitAsPerson(engine, { type: "Resume", by: whoami() });
      if (isFailure(resumed)) return resumed;
    }
    const settings = await settingsOnResume(engine.live, { config, input, cwd, root, env });
    if (isFailure(settings)) return settings;
    if (
      canonicalJson(settings as unknown as Json) !== canonicalJson(engine.live.settings as unknown as Json)
    ) {
      await submitAsPerson(engine, {
        type: "ChangeSettings",
        settings,
        because: "resumed with other settings",
      });
    }
    return await runRefinement(context, { project, engine }, input);
  });
}

/** Where the finished spec goes, of a session that has not left it yet. */
async function chooseOutput(
  engine: SessionEngine,
  wanted: string,
  { cwd, root }: { readonly cwd: string; readonly root: string },
): Outcome<null> {
  const {
    spec,
    ledger: { published },
  } = engine.live;
  // What is there already may be the finished spec itself.
  const place =
    published === null ? await outputPlace(wanted, { cwd, source: resolve(root, spec.path) }) : wanted;
  if (isFailure(place)) return place;
  const out = relative(root, resolve(cwd, wanted));
  const chosen = await submitAsPerson(engine, { type: "ChooseOutput", out });
  return isFailure(chosen) ? chosen : null;
}

const POLICY_BYTES_MAX = 1024 * 1024;

export async function readPolicy({ cwd }: CommandContext, file: string | undefined): Outcome<Policy | null> {
  if (file === undefined) return null;
  const place = resolve(cwd, file);
  const read = await readText(place, POLICY_BYTES_MAX);
  if (read.at === "read") return parsePolicy(file, read.text);
  const missing = read.at === "missing";
  return {
    failed: missing ? "not-found" : "config",
    code: "policy",
    message: missing ? "there is no such policy file" : "the policy file cannot be read",
    place,
    fix: "check the path given with --policy",
  };
}
