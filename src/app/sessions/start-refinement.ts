import { randomUUID } from "node:crypto";
import { basename, relative, resolve } from "node:path";
import { blockerNotes } from "../../core/refinement/foundations.ts";
import type { CommandOf } from "../../core/refinement/session/session-command.ts";
import type { SessionSettings } from "../../core/refinement/session/settings.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import { chooseAgents } from "../agents/choose-agents.ts";
import type { Config } from "../config/schema.ts";
import { type Failure, isFailure } from "../failure.ts";
import { initProject } from "../init-project.ts";
import { findProject, type OpenProject, type Project, projectAt } from "../project.ts";
import { lostDatabase } from "../rescued-copies.ts";
import type { Surroundings } from "../surroundings.ts";
import { trustedConfig } from "../trust/project-trust.ts";
import type { Refined } from "../wire/session.ts";
import { workOnText } from "../work/file-work.ts";
import { settledName } from "./agents.ts";
import { listedSessions } from "./find-session.ts";
import { engineOf } from "./open-session.ts";
import { outputPlace } from "./output-place.ts";
import { readSpec } from "./read-spec.ts";
import { type RunWishes, runRefinement } from "./run-refinement.ts";
import { freeId, slugOf, slugOfSpec } from "./session-id.ts";
import { type RoleWishes, sessionSettings } from "./session-settings.ts";
import { systemUtf8 } from "./system-ports.ts";
import { whoami } from "./whoami.ts";
import { writingTo } from "./with-project.ts";

export interface RefineWishes extends RunWishes, RoleWishes {
  readonly spec: string;
  readonly name: string | undefined;
  /** Where the finished spec goes; beside the source where nothing is said. */
  readonly out?: string | undefined;
  /** Whether there is a survey, whatever the settings say. */
  readonly survey?: Config["refine"]["survey"];
  /** Only the survey is wanted now, whatever the settings say of it. */
  readonly surveyAlone?: boolean;
  /** Told before the first call: what was made and found. */
  started(about: {
    readonly session: string;
    readonly gaps: number;
    readonly createdProject: string | null;
    /** Who was chosen where nobody was named, and why. */
    readonly choice: string | null;
    /** A database that is gone; what the spec names as a blocker in vain. */
    readonly notes: readonly string[];
  }): void;
}

/** A new session on a spec: its gaps are found, and the agents set to work. */
export async function startRefinement(
  surroundings: Surroundings,
  wishes: RefineWishes,
): Promise<Refined | Failure> {
  const text = await readSpec(surroundings, wishes.spec);
  if (isFailure(text)) return text;
  const file = resolve(surroundings.cwd, wishes.spec);
  const { gaps, settled } = await workOnText("find-gaps", { text, file: wishes.spec, cwd: surroundings.cwd });
  const out = await outputPlace(wishes.out, { cwd: surroundings.cwd, source: file });
  if (isFailure(out)) return out;
  const found = await findProject(surroundings.cwd);
  const root = found?.root ?? surroundings.cwd;
  const trusted = await trustedConfig(surroundings);
  if (isFailure(trusted)) return trusted;
  const config = withSurvey(trusted, wishes.survey);
  const agents = await settledAgents(surroundings, wishes, { config, root });
  if (isFailure(agents)) return agents;
  const usual = sessionSettings(config, gaps.length, agents.names);
  if (isFailure(usual)) return usual;
  const settings = wishes.surveyAlone === true ? withSurveyAlone(usual, config) : usual;
  if (gaps.length === 0 && settings.survey === undefined) return noGaps(file);

  const made = found === null ? await makeProject(surroundings) : { project: found, created: null };
  if (isFailure(made)) return made;
  // Said before agents are set to work, and once more at the end.
  const lost = await lostDatabase(made.project);
  return await writingTo(surroundings, made.project, async (project) => {
    const sha256 = await project.store.put(systemUtf8.encode(text));
    const spec = {
      name: basename(file),
      path: relative(project.root, file),
      sha256,
      chars: text.length,
      ...(out === null ? {} : { out: relative(project.root, out) }),
    };
    const name = wishes.name === undefined ? slugOfSpec(file) : slugOf(wishes.name);
    const engine = await begun(project, name, { spec, settings, gaps, settled });
    wishes.started({
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
    });
    return await runRefinement(surroundings, { project, engine }, wishes);
  });
}

function withSurvey(config: Config, survey: RefineWishes["survey"]): Config {
  return survey === undefined ? config : { ...config, refine: { ...config.refine, survey } };
}

function withSurveyAlone(settings: SessionSettings, { refine }: Config): SessionSettings {
  const usual = settings.survey ?? { second: false, gapsMax: refine.surveyMax, given: [] };
  return { ...settings, survey: { ...usual, alone: true } };
}

/** Several may want one name at once: whoever is refused takes the next. */
const BEGINNINGS_MAX = 1_000;

async function begun(
  project: OpenProject,
  name: string,
  about: Pick<CommandOf<"StartSession">, "spec" | "settings" | "gaps" | "settled">,
): Promise<SessionEngine> {
  const taken = new Set((await listedSessions(project.store)).map(({ session }) => session));
  for (let beginning = 0; beginning < BEGINNINGS_MAX; beginning += 1) {
    const session = freeId(name, taken);
    const engine = await engineOf(project, session);
    const submitted = await engine.submit(
      { type: "StartSession", session, ...about },
      { id: randomUUID(), actor: whoami() },
    );
    if (submitted.at === "done") return engine;
    taken.add(session);
  }
  throw new Error(`there are ${BEGINNINGS_MAX} sessions called ${name}`);
}

interface SettledAgents {
  readonly names: { readonly engineer: string; readonly reviewer: string };
  readonly remark: string | null;
}

/** What the command line names is meant from where one stands; what the settings name, from the project. */
async function settledAgents(
  { cwd, env }: Surroundings,
  wishes: RoleWishes,
  { config, root }: { readonly config: Config; readonly root: string },
): Promise<SettledAgents | Failure> {
  const place = { config, env, root };
  const wanted = {
    engineer: wishes.engineer ?? config.roles.engineer,
    reviewer: wishes.reviewer ?? config.roles.reviewer,
  };
  const chosen = await chooseAgents(wanted, place);
  if (isFailure(chosen)) return chosen;
  const from = (wish: string | undefined) => ({ ...place, cwd: wish === undefined ? root : cwd });
  const engineer = await settledName(chosen.engineer, from(wishes.engineer));
  if (isFailure(engineer)) return engineer;
  const reviewer = await settledName(chosen.reviewer, from(wishes.reviewer));
  if (isFailure(reviewer)) return reviewer;
  return { names: { engineer, reviewer }, remark: chosen.remark };
}

async function makeProject(
  surroundings: Surroundings,
): Promise<{ project: Project; created: string } | Failure> {
  const made = await initProject(surroundings, { nested: false });
  return isFailure(made) ? made : { project: projectAt(made.root), created: made.root };
}

function noGaps(place: string): Failure {
  return {
    failed: "refused",
    code: "no-gaps",
    message:
      "nothing in this spec says that it is open, and the linter finds nothing either: it is done, and there is nothing to refine",
    place,
    fix: "let the Reviewer look for what nothing marks with `--survey true`; or if something is missing after all, mark it as in `TODO: …` or `[NEEDS CLARIFICATION: …]`; `parley lint` shows what counts as a gap",
  };
}
