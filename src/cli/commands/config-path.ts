import { type ConfigFile, configFiles, noHome } from "../../app/config/config-files.ts";
import type { Failure } from "../../app/failure.ts";
import { noProject } from "../../app/project.ts";
import type { Answer, Request } from "../command.ts";
import { type Line, painted } from "../text.ts";

export async function run({ surroundings, options }: Request): Promise<Answer | Failure> {
  const files = await configFiles(surroundings);
  if (options.has("--project") && options.has("--user")) return bothAsked();
  if (options.has("--user")) return only(files.user) ?? noHome();
  if (options.has("--project")) return only(files.project) ?? noProject(surroundings.cwd);
  const lines = [
    line("project", files.project, "no project here"),
    line("user", files.user, "no home folder"),
  ];
  return { data: files, lines: () => lines };
}

function only(file: ConfigFile | null): Answer | null {
  return file === null ? null : { data: file, lines: () => [file.path] };
}

function bothAsked(): Failure {
  const message = "--project and --user exclude each other";
  return { failed: "usage", code: "bad-arguments", message, fix: "leave both out to see both files" };
}

function line(name: string, file: ConfigFile | null, without: string): Line {
  if (file === null) return [painted("dim", name.padEnd(9)), without];
  return [painted("dim", name.padEnd(9)), file.path, file.exists ? "" : painted("dim", " (not there)")];
}
