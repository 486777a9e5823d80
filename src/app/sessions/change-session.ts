import { randomUUID } from "node:crypto";
import { relative, resolve } from "node:path";
import { readText } from "../../adapters/files/read-text.ts";
import { owesSpec } from "../../core/refinement/session/owed.ts";
import { canonicalJson, type Json } from "../../core/shared/json.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure } from "../failure.ts";
import { trustedConfig } from "../trust/project-trust.ts";
import type { RunResult, SessionView } from "../wire/session.ts";
import { refuseAnswer } from "./answer-question.ts";
import { leaveSpec } from "./leave-spec.ts";
import { withSession } from "./open-session.ts";
import { outputPlace } from "./output-place.ts";
import { type Policy, parsePolicy } from "./policy.ts";
import { type RunInput, runRefinement, runResult } from "./run-refinement.ts";
import type { RolesInput } from "./session-settings.ts";
import { sessionState } from "./session-state.ts";
import { settingsOnResume } from "./settings-on-resume.ts";
import { whoami } from "./whoami.ts";

/** Nothing new starts; a runner elsewhere sees it and stops once its agents are back. */
export async function pauseSession(
  context: CommandContext,
  wanted: string | undefined,
): Promise<SessionView | Failure> {
  return await withSession(context, wanted, async ({ engine }) => {
    const by = whoami();
    const submitted = await engine.submit(
      { type: "Pause", by, because: "asked to" },
      { id: randomUUID(), actor: by },
    );
    if (submitted.at === "refused") return refuseAnswer(submitted.refusal);
    await engine.sync();
    return sessionState(engine.live);
  });
}

/** Goes on with a session, whether it was paused, stopped, or broke off. */
export async function resumeSession(
  context: CommandContext,
  wanted: string | undefined,
  input: RunInput & RolesInput & { readonly out?: string | undefined },
): Promise<RunResult | Failure> {
  const config = await trustedConfig(context);
  if (isFailure(config)) return config;
  return await withSession(context, wanted, async ({ project, engine }) => {
    const refused =
      input.out === undefined
        ? null
        : await chooseOutput(engine, input.out, {
            cwd: context.cwd,
            root: project.root,
          });
    if (refused !== null) return refused;
    if (engine.live.at === "ended") {
      const owed = owesSpec(engine.live);
      await engine.sync({ thoroughly: true });
      const failed = await leaveSpec(project, engine);
      if (failed !== null) return failed;
      if (owed) return runResult("ended", { project, engine });
      return {
        failed: "refused",
        code: "ended",
        message: `the session ${engine.id} has ended`,
        fix: "see `parley status`",
      };
    }
    if (engine.live.at === "paused") {
      const by = whoami();
      const submitted = await engine.submit({ type: "Resume", by }, { id: randomUUID(), actor: by });
      if (submitted.at === "refused") return refuseAnswer(submitted.refusal);
    }
    const { cwd, env } = context;
    const settings = await settingsOnResume(engine.live, { config, input, cwd, root: project.root, env });
    if (isFailure(settings)) return settings;
    if (
      canonicalJson(settings as unknown as Json) !== canonicalJson(engine.live.settings as unknown as Json)
    ) {
      const submission = { id: randomUUID(), actor: whoami() };
      await engine.submit(
        { type: "ChangeSettings", settings, because: "resumed with other settings" },
        submission,
      );
    }
    return await runRefinement(context, { project, engine }, input);
  });
}

/** Where the finished spec goes, of a session that has not left it yet. */
async function chooseOutput(
  engine: SessionEngine,
  wish: string,
  { cwd, root }: { readonly cwd: string; readonly root: string },
): Promise<Failure | null> {
  const {
    spec,
    ledger: { published },
  } = engine.live;
  // What is there already may be the finished spec itself.
  const place =
    published === null ? await outputPlace(wish, { cwd, source: resolve(root, spec.path) }) : wish;
  if (isFailure(place)) return place;
  const out = relative(root, resolve(cwd, wish));
  const submitted = await engine.submit({ type: "ChooseOutput", out }, { id: randomUUID(), actor: whoami() });
  return submitted.at === "refused" ? refuseAnswer(submitted.refusal) : null;
}

const POLICY_BYTES_MAX = 1024 * 1024;

export async function readPolicy(
  { cwd }: CommandContext,
  file: string | undefined,
): Promise<Policy | null | Failure> {
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
