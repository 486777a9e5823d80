import { type ConfigFiles, configFiles } from "../../app/config/config-files.ts";
import type { Failure } from "../../app/failure.ts";
import { noProject } from "../../app/project.ts";
import type { Answer, Request } from "../command.ts";
import { type Line, painted } from "../text.ts";

export async function run({ surroundings, options }: Request): Promise<Answer | Failure> {
  const files = await configFiles(surroundings);
  if (options.has("--project") && options.has("--user")) return bothAsked();
  if (options.has("--user")) return { data: files.user, lines: () => [files.user.path] };
  if (options.has("--project")) return onlyProject(files, surroundings.cwd);
  return { data: files, lines: () => [line("project", files.project), line("user", files.user)] };
}

function onlyProject({ project }: ConfigFiles, cwd: string): Answer | Failure {
  return project === null ? noProject(cwd) : { data: project, lines: () => [project.path] };
}

function bothAsked(): Failure {
  const message = "--project and --user exclude each other";
  return { failed: "usage", code: "bad-arguments", message, fix: "leave both out to see both files" };
}

function line(name: string, file: ConfigFiles["project"]): Line {
  if (file === null) return [painted("dim", name.padEnd(9)), "no project here"];
  return [painted("dim", name.padEnd(9)), file.path, file.exists ? "" : painted("dim", " (not there)")];
}
