import { stat } from "node:fs/promises";
import type { Finding } from "../../engine/ports.ts";
import type { ConfigFiles } from "../config/config-files.ts";
import type { LoadedConfig } from "../config/layers.ts";
import { failureOfThrown } from "../failure.ts";
import { openProject, type Project } from "../project.ts";
import { sizeText } from "./check-machine.ts";
import type { Row } from "./row.ts";

export function checkProject(project: Project | null): Row {
  if (project !== null) return { check: "project", status: "ok", detail: project.root };
  const detail = "none in this folder or above it";
  return { check: "project", status: "warn", detail, fix: "run `parley init` in the folder of your spec" };
}

/** One row for settings that hold, else one for each thing that is wrong with them. */
export function checkConfig(files: ConfigFiles, loaded: LoadedConfig): readonly Row[] {
  const check = "config";
  if ("problems" in loaded) {
    return loaded.problems.map(({ message, place, fix }) => ({
      check,
      status: "fail" as const,
      detail: `${place}: ${message}`,
      ...(fix !== undefined && { fix }),
    }));
  }
  const present = [files.user, files.project].flatMap((file) => (file?.exists ? [file.path] : []));
  return [
    { check, status: "ok", detail: present.length === 0 ? "no files, all defaults" : present.join(", ") },
  ];
}

/** Tables follow from the log and are made anew by whoever opens it to write; all else is lost data. */
function aboutFinding({ check: what, message }: Finding): Omit<Row, "check"> {
  if (what === "projections") {
    const fix = "run any parley command that writes in this project, or a list of what the table holds";
    return { status: "warn", detail: `not brought up to date yet: ${message}`, fix };
  }
  const fix = "put a copy made by `parley backup` in its place; keep the damaged file";
  return { status: "fail", detail: `${what}: ${message}`, fix };
}

/** Opens the database for reading only. */
export async function checkDatabase(project: Project | null): Promise<readonly Row[]> {
  const check = "database";
  if (project === null) return [{ check, status: "skip", detail: "no project" }];
  try {
    const { store } = await openProject(project, "inspect");
    try {
      const findings = await store.integrity();
      if (findings.length > 0) return findings.map((finding) => ({ check, ...aboutFinding(finding) }));
      const size = sizeText((await stat(project.database)).size);
      return [{ check, status: "ok", detail: `format ${store.format}, ${size}, no damage found` }];
    } finally {
      store.close();
    }
  } catch (error) {
    const { failed, message, place, fix } = failureOfThrown(error);
    // The database is not under version control: a fresh clone of a project has none yet.
    const status = failed === "not-found" ? "warn" : "fail";
    return [
      {
        check,
        status,
        detail: `${place ?? project.database}: ${message}`,
        ...(fix !== undefined && { fix }),
      },
    ];
  }
}
