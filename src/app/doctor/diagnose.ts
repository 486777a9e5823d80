import type { CommandContext } from "../command-context.ts";
import { configFiles } from "../config/config-files.ts";
import { loadConfig } from "../config/layers.ts";
import { configSchema } from "../config/schema.ts";
import { findProject } from "../project.ts";
import { strangeAgents } from "../trust/project-trust.ts";
import { userConfigFolder } from "../user-folders.ts";
import type { DoctorRow } from "../wire/project.ts";
import { checkDisputes, checkDocuments } from "./check-documents.ts";
import { checkFolder, checkNode, checkRuns, checkSpace, checkUserFolder } from "./check-machine.ts";
import { checkPrograms } from "./check-programs.ts";
import {
  checkConfig,
  checkDatabase,
  checkHooks,
  checkProject,
  checkRescued,
  checkTrust,
} from "./check-project.ts";

/** Looks at everything parley needs here, and changes nothing. */
export async function diagnose(context: CommandContext): Promise<readonly DoctorRow[]> {
  const project = await findProject(context.cwd);
  const files = await configFiles(context);
  const loaded = await loadConfig(files);
  // Started first: waiting for other programs takes longest.
  const { values: config, origins } =
    "problems" in loaded ? { values: configSchema.parse({}), origins: {} } : loaded;
  const root = project?.root ?? context.cwd;
  const programs = checkPrograms(context, {
    config,
    env: context.env,
    root,
    strange: await strangeAgents(context, origins),
  });
  const before: DoctorRow[] = [
    checkNode(process.versions.node),
    checkProject(project),
    ...checkConfig(files, loaded),
  ];
  const folders = [
    ...(project === null ? [] : [await checkFolder("project folder", project.folder)]),
    await checkUserFolder(userConfigFolder(context.env)),
  ];
  const space = await checkSpace(context.cwd);
  const database = await checkDatabase(project);
  const rescued = await checkRescued(project);
  const disputes = await checkDisputes(project);
  const documents = await checkDocuments(project);
  const hooks = await checkHooks(project, config);
  const trust = await checkTrust(context);
  const runs = await checkRuns();
  return [
    ...[...before, ...trust, ...database, ...rescued, ...disputes, ...documents, ...hooks, ...folders],
    ...[space, runs, ...(await programs)],
  ];
}
