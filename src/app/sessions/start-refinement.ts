import { basename, relative, resolve } from "node:path";
import { blockerNotes } from "../../core/refinement/foundations.ts";
import type { SessionSettings } from "../../core/refinement/session/settings.ts";
import { StoreFailure } from "../../engine/ports.ts";
import { chooseAgents } from "../agents/choose-agents.ts";
import { validatedAgentName } from "../agents/named-agents.ts";
import type { CommandContext } from "../command-context.ts";
import { chosenRules } from "../config/chosen-rules.ts";
import type { Config } from "../config/schema.ts";
import { type Failure, isFailure, type Outcome, refusedFailure } from "../failure.ts";
import { initProject } from "../init-project.ts";
import { findProject, type Project, projectAt } from "../project.ts";
import { readSpec } from "../read-document.ts";
import { lostDatabase } from "../rescued-copies.ts";
import { trustedConfig } from "../trust/project-trust.ts";
import type { ListedSession, RunResult } from "../wire/session.ts";
import { workOnText } from "../work/file-work.ts";
import { beginSession, slugOf, slugOfSpec } from "./begin-session.ts";
import { sessionUnderWay } from "./find-session.ts";
import type { OpenSession } from "./open-session.ts";
import { forecastRun, type RunForecast } from "./run-forecast.ts";
import { type RunInput, runRefinement } from "./run-refinement.ts";
import { type RolesInput, sessionSettings } from "./session-settings.ts";
import { outputPlace } from "./spec-output.ts";
import { systemUtf8 } from "./system-ports.ts";
import { withProject, withWritableProject } from "./with-project.ts";

export interface NewSessionInput extends RolesInput {
  readonly spec: string;
  readonly name: string | undefined;
  /** Where the finished spec goes; beside the source where nothing is said. */
  readonly out?: string | undefined;
  /** Whether there is a survey, whatever the settings say. */
  readonly survey?: Config["refine"]["survey"];
  /** Only the survey is wanted now, whatever the settings say of it. */
  readonly surveyAlone?: boolean;
}

export interface RefineInput extends RunInput, NewSessionInput {
  /** Told before the first call: what was made and found, and what it may take. */
  started(about: NewSession & { readonly forecast: RunForecast }): void;
}

interface NewSession {
  readonly session: string;
  readonly gaps: number;
  readonly createdProject: string | null;
  /** Who was chosen where nobody was named, and why. */
  readonly choice: string | null;
  /** A database that is gone; what the spec names as a blocker in vain. */
  readonly notes: readonly string[];
}

interface BegunSession extends Pick<OpenSession, "project" | "engine"> {
  readonly config: Config;
}

/** A new session on a spec: its gaps are found, and the agents set to work. */
export async function startRefinement(context: CommandContext, input: RefineInput): Outcome<RunResult> {
  return await withNewSession(context, input, async (about, open) => {
    const { project, engine, config } = open;
    const sources = { config, env: context.env, store: project.store };
    input.started({ ...about, forecast: await forecastRun(engine.live, sources) });
    return await runRefinement(context, open, input);
  });
}

/** The same, but nobody is set to work yet. */
export async function beginRefinement(context: CommandContext, input: NewSessionInput): Outcome<NewSession> {
  return await withNewSession(context, input, async (about) => about);
}

async function withNewSession<Result>(
  context: CommandContext,
  input: NewSessionInput,
  use: (about: NewSession, open: BegunSession) => Outcome<Result>,
): Outcome<Result> {
  const text = await readSpec(context, input.spec);
  if (isFailure(text)) return text;
  const file = resolve(context.cwd, input.spec);
  const trusted = await trustedConfig(context);
  if (isFailure(trusted)) return trusted;
  const { cwd } = context;
  const rules = chosenRules(trusted);
  const { gaps, settled } = await workOnText("find-gaps", { text, file: input.spec, cwd, rules });
  const out = await outputPlace(input.out, { cwd: context.cwd, source: file });
  if (isFailure(out)) return out;
  const found = await findProject(context.cwd);
  const root = found?.root ?? context.cwd;
  const underWay = found === null || input.name !== undefined ? null : await findUnderWay(context, file);
  if (underWay !== null) return alreadyUnderWay(underWay, input.spec);
  const config = withSurvey(trusted, input.survey);
  const agents = await validateAgents(context, input, { config, root });
  if (isFailure(agents)) return agents;
  const usual = sessionSettings({ config, env: context.env }, gaps.length, agents.names);
  if (isFailure(usual)) return usual;
  const settings = input.surveyAlone === true ? withSurveyAlone(usual, config) : usual;
  if (gaps.length === 0 && settings.survey === undefined) return noGaps(file);

  const made = found === null ? await makeProject(context) : { project: found, created: null };
  if (isFailure(made)) return made;
  // Said before agents are set to work, and once more at the end.
  const lost = await lostDatabase(made.project);
  return await withWritableProject(context, made.project, async (project) => {
    const sha256 = await project.store.put(systemUtf8.encode(text));
    const spec = {
      name: basename(file),
      path: relative(project.root, file),
      sha256,
      chars: text.length,
      ...(out === null ? {} : { out: relative(project.root, out) }),
    };
    const name = input.name === undefined ? slugOfSpec(file) : slugOf(input.name);
    const about = { type: "StartSession", spec, settings, gaps, settled } as const;
    const engine = await beginSession(project, name, (session) => ({ ...about, session }));
    if (isFailure(engine)) return engine;
    const begun = {
      session: engine.id,
      gaps: gaps.length,
      createdProject: made.created,
      choice: agents.remark,
      notes: [
        ...(lost === null ? [] : [`${lost.message}; ${lost.fix}`]),
        ...blockerNotes(
          gaps,
          settled.map(({ id }) => id),
        ).map(({ text: note }) => note),
      ],
    };
    return await use(begun, { project, engine, config });
  });
}

/** What else is wrong with the project is told once it is opened to be written to. */
async function findUnderWay(context: CommandContext, file: string): Promise<ListedSession | null> {
  try {
    const found = await withProject(context, "read-only", async (project) => ({
      session: await sessionUnderWay(project, file),
    }));
    return isFailure(found) ? null : found.session;
  } catch (error) {
    if (error instanceof StoreFailure) return null;
    throw error;
  }
}

function alreadyUnderWay({ session, round }: ListedSession, spec: string): Failure {
  const where = round === 0 ? "before its first round" : `in round ${round}`;
  return refusedFailure(
    "session-under-way",
    `a session on this spec is under way: ${session}, ${where}`,
    `go on with it: \`parley resume ${session}\`; or begin another beside it: \`parley refine ${spec} --name NAME\``,
    spec,
  );
}

function withSurvey(config: Config, survey: RefineInput["survey"]): Config {
  return survey === undefined ? config : { ...config, refine: { ...config.refine, survey } };
}

function withSurveyAlone(settings: SessionSettings, { refine }: Config): SessionSettings {
  const usual = settings.survey ?? { second: false, gapsMax: refine.surveyMax, given: [] };
  return { ...settings, survey: { ...usual, alone: true } };
}

interface SettledAgents {
  readonly names: { readonly engineer: string; readonly reviewer: string };
  readonly remark: string | null;
}

/** What the command line names is meant from where one stands; what the settings name, from the project. */
async function validateAgents(
  { cwd, env }: CommandContext,
  input: RolesInput,
  { config, root }: { readonly config: Config; readonly root: string },
): Outcome<SettledAgents> {
  const place = { config, env, root };
  const wanted = {
    engineer: input.engineer ?? config.roles.engineer,
    reviewer: input.reviewer ?? config.roles.reviewer,
  };
  const chosen = await chooseAgents(wanted, place);
  if (isFailure(chosen)) return chosen;
  const from = (named: string | undefined) => ({ ...place, cwd: named === undefined ? root : cwd });
  const engineer = await validatedAgentName(chosen.engineer, from(input.engineer));
  if (isFailure(engineer)) return engineer;
  const reviewer = await validatedAgentName(chosen.reviewer, from(input.reviewer));
  if (isFailure(reviewer)) return reviewer;
  return { names: { engineer, reviewer }, remark: chosen.remark };
}

async function makeProject(context: CommandContext): Outcome<{ project: Project; created: string }> {
  const made = await initProject(context, { nested: false });
  return isFailure(made) ? made : { project: projectAt(made.root), created: made.root };
}

function noGaps(place: string): Failure {
  return refusedFailure(
    "no-gaps",
    "nothing in this spec says that it is open, and the linter finds nothing either: it is done, and there is nothing to refine",
    "let the Reviewer look for what nothing marks with `--survey true`; or if something is missing after all, mark it as in `TODO: …` or `[NEEDS CLARIFICATION: …]`; `parley lint` shows what counts as a gap",
    place,
  );
}
