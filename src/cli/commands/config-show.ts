import type { ConfigFiles } from "../../app/config/config-files.ts";
import { compareKeys } from "../../app/config/key-tree.ts";
import { type ShownConfig, showConfig } from "../../app/config/read-config.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { columnFor, type Line, painted } from "../text.ts";
import { valueText } from "../value-text.ts";

export async function run({ surroundings, quiet }: Request): Promise<Answer | Failure> {
  const shown = await showConfig(surroundings);
  if (isFailure(shown)) return shown;
  const rows = rowsOf(shown);
  const { values, origins, files } = shown;
  return {
    data: { values, origins, files },
    lines: () =>
      quiet ? rows.map(({ key, value }) => `${key}: ${value}`) : [...table(rows), ...fileLines(files)],
  };
}

interface Row {
  readonly key: string;
  readonly value: string;
  readonly origin: string;
}

function rowsOf({ values, origins, derived }: ShownConfig): Row[] {
  const set = Object.entries(origins).map(([key, origin]) => ({
    key,
    value: valueText(values, key),
    origin,
  }));
  const unset = derived.map(({ key, from }) => ({ key, value: from, origin: "derived" }));
  return [...set, ...unset].sort((left, right) => compareKeys(left.key, right.key));
}

const VALUE_MAX = 28;

function table(rows: readonly Row[]): Line[] {
  const keys = columnFor(
    rows.map(({ key }) => key),
    40,
  );
  const values = columnFor(
    rows.map(({ value }) => value),
    VALUE_MAX,
  );
  return rows.map(({ key, value, origin }): Line => {
    const quietly = origin === "default" || origin === "derived";
    const cells = `${key.padEnd(keys)}${value.padEnd(values)}`;
    return quietly ? [cells, painted("dim", origin)] : [cells, painted("cyan", origin)];
  });
}

function fileLines({ project, user }: ConfigFiles): Line[] {
  const line = (name: string, file: ConfigFiles["project"]): Line => [
    painted("dim", name.padEnd(9)),
    file === null ? "no project here" : `${file.path}${file.exists ? "" : " (not there)"}`,
  ];
  return ["", line("project", project), line("user", user)];
}
