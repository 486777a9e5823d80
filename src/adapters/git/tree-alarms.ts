// What must be looked at in a commit of a coder's: by where it is, by what it adds, by what it takes from the tests.
import type { Alarm } from "../../engine/build-ports.ts";
import { redactSecrets, type Secret } from "../shared/redact.ts";
import { SUBMODULE_MODE, type TreeChange } from "./changed-files.ts";
import { isGitName } from "./name-alarms.ts";
import { namedKeysIn } from "./named-keys.ts";
import type { PlainGit } from "./plain-git.ts";
import { countSkips, countTests, isTestFile } from "./test-marks.ts";

interface TreeContext {
  readonly plain: PlainGit;
  readonly base: string;
  readonly tree: string;
  readonly changes: readonly TreeChange[];
  /** Globs from the project's folder; none: anywhere. */
  readonly globs: readonly string[];
  readonly prefix: string;
  readonly secrets: readonly Secret[];
}

/** Kinds whose content is not to become part of the person's repository at all. */
const NOT_KEPT: readonly Alarm["kind"][] = ["submodule", "secret", "odd-path"];

export function isKept(alarms: readonly Alarm[]): boolean {
  return !alarms.some(({ kind }) => NOT_KEPT.includes(kind));
}

export async function treeAlarms(context: TreeContext): Promise<readonly Alarm[]> {
  const { changes } = context;
  const contents = await readContents(context.plain, changes);
  const outside = await outOfScope(context);
  return changes.flatMap((change) => {
    const before = contents.get(change.oldBlob) ?? "";
    const after = contents.get(change.newBlob) ?? "";
    return [
      ...submoduleAlarms(change),
      ...protectedAlarms(change, before, after),
      ...secretAlarms(change, before, after, context.secrets),
      ...testAlarms(change, before, after),
      ...(outside.has(change.path) || (change.from !== undefined && outside.has(change.from))
        ? [
            {
              kind: "out-of-scope" as const,
              path: change.path,
              what: "the task's files do not name it",
            },
          ]
        : []),
    ];
  });
}

const CONTENT_BYTES_MAX = 8 * 1024 * 1024;
const NO_BLOB = /^0+$/;

/** By hash; what is larger than work may be is not read, and was there before. */
async function readContents(
  plain: PlainGit,
  changes: readonly TreeChange[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(
    changes
      .flatMap(({ oldMode, newMode, oldBlob, newBlob }) => [
        ...(oldMode === SUBMODULE_MODE ? [] : [oldBlob]),
        ...(newMode === SUBMODULE_MODE ? [] : [newBlob]),
      ])
      .filter((blob) => !NO_BLOB.test(blob)),
  );
  const sizes = await plain.run(["cat-file", "--batch-check"], { input: linesOf(wanted) });
  const small = sizes
    .toString("utf8")
    .split("\n")
    .flatMap((line) => {
      const [blob = "", type, bytes] = line.split(" ");
      return type === "blob" && Number(bytes) <= CONTENT_BYTES_MAX ? [blob] : [];
    });
  const contents = new Map<string, string>();
  const answer = await plain.run(["cat-file", "--batch"], { input: linesOf(small) });
  for (let at = 0; at < answer.length; ) {
    const end = answer.indexOf("\n", at);
    const [blob = "", , bytes = "0"] = answer.subarray(at, end).toString("utf8").split(" ");
    const begin = end + 1;
    contents.set(blob, answer.subarray(begin, begin + Number(bytes)).toString("utf8"));
    at = begin + Number(bytes) + 1;
  }
  return contents;
}

function linesOf(names: Iterable<string>): string {
  return [...names].map((name) => `${name}\n`).join("");
}

function submoduleAlarms({ path, oldMode, newMode }: TreeChange): readonly Alarm[] {
  const isOne = oldMode === SUBMODULE_MODE || newMode === SUBMODULE_MODE;
  return isOne ? [{ kind: "submodule", path, what: "a submodule was added, moved or removed" }] : [];
}

/** What decides how others' machines treat the repository; in small letters, since some file systems know no others. */
const PROTECTED: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\/)\.parley\//, "parley's own folder"],
  [/(?:^|\/)\.gitmodules$/, "the list of submodules"],
  [
    /^\.(?:github|gitea|forgejo)\/|^\.gitlab(?:-ci\.yml$|\/)|^\.circleci\/|^\.buildkite\/|^\.woodpecker(?:\/|\.ya?ml$)|^\.ci\//,
    "continuous integration",
  ],
  [
    /^(?:\.travis\.yml|azure-pipelines\.ya?ml|jenkinsfile|cloudbuild\.(?:ya?ml|json)|buildspec\.ya?ml|bitbucket-pipelines\.yml|\.drone\.yml|\.?appveyor\.yml|\.cirrus\.yml)$/,
    "continuous integration",
  ],
  [
    /(?:^|\/)(?:\.husky|\.githooks|githooks|\.hooks)\/|(?:^|\/)(?:\.pre-commit-config\.yaml|\.?lefthook(?:-local)?\.(?:ya?ml|toml|json))$/,
    "hooks of git",
  ],
  [
    /(?:^|\/)\.(?:claude|codex|gemini|cursor|agents|opencode|windsurf)\/|(?:^|\/)(?:\.mcp\.json|opencode\.jsonc?)$/,
    "what coding agents are set up with",
  ],
  [
    /(?:^|\/)(?:\.vscode\/(?:tasks|launch|settings)\.json|\.devcontainer(?:\/|\.json$)|\.idea\/|[^/]+\.code-workspace$)/,
    "what editors run",
  ],
  [
    /(?:^|\/)(?:\.envrc|\.npmrc|\.yarnrc(?:\.yml)?|\.pypirc|pip\.conf|\.cargo\/config(?:\.toml)?|mise\.toml|\.mise\.toml)$/,
    "what shells and package managers go by",
  ],
];

function protectedAlarms({ path, from }: TreeChange, before: string, after: string): readonly Alarm[] {
  const alarms: Alarm[] = [];
  for (const name of from === undefined ? [path] : [path, from]) {
    const [, what] = PROTECTED.find(([pattern]) => pattern.test(name.toLowerCase())) ?? [];
    if (what !== undefined)
      alarms.push({ kind: "protected", path: name, what: `${what}: only a person changes that` });
  }
  if (/(?:^|\/)\.gitattributes$/i.test(path) && programLines(before) !== programLines(after)) {
    alarms.push({
      kind: "protected",
      path,
      what: "attributes that name filters, drivers or encodings: only a person changes those",
    });
  }
  if (path.split("/").some(isGitName)) {
    alarms.push({ kind: "odd-path", path, what: "the name is one that git keeps for itself" });
  }
  return alarms;
}

function programLines(attributes: string): string {
  const named = /\s(?:filter|diff|merge|working-tree-encoding)=|^\[attr\]/;
  return attributes
    .split("\n")
    .filter((line) => named.test(line))
    .sort()
    .join("\n");
}

function secretAlarms(
  { path, from, change }: TreeChange,
  before: string,
  after: string,
  secrets: readonly Secret[],
): readonly Alarm[] {
  if (change === "removed") return [];
  const alarms: Alarm[] = [];
  const names = (text: string): ReadonlySet<string> => {
    const redacted = redactSecrets(text, secrets);
    return new Set(
      redacted === text
        ? []
        : secrets.map(({ name }) => name).filter((name) => redacted.includes(`[redacted: ${name}]`)),
    );
  };
  const had = names(before);
  for (const name of names(`${path}\n${after}`)) {
    if (!had.has(name)) alarms.push({ kind: "secret", path, what: `the value of ${name} stands in it` });
  }
  for (const { name } of namedKeysIn(from ?? "", change === "changed" ? "" : path))
    alarms.push({ kind: "secret", path, what: `what looks like ${name} stands in its name` });
  for (const { name, line } of namedKeysIn(before, after))
    alarms.push({ kind: "secret", path, what: `what looks like ${name} stands in line ${line}` });
  return alarms;
}

function testAlarms({ path, from, change }: TreeChange, before: string, after: string): readonly Alarm[] {
  const was = from ?? path;
  const isGone = isTestFile(was) && (change === "removed" || (change === "renamed" && !isTestFile(path)));
  if (isGone) return [{ kind: "tests-weakened", path: was, what: "a test file was removed" }];
  if (change !== "removed" && isHollow(was, path, before, after))
    return [{ kind: "tests-weakened", path, what: "none of its tests is left" }];
  const more = countSkips(path, after) - countSkips(was, before);
  if (change === "removed" || more <= 0) return [];
  return [
    {
      kind: "tests-weakened",
      path,
      what: `${more} more ${more === 1 ? "mark leaves" : "marks leave"} tests out`,
    },
  ];
}

/** It had tests, and has none; what is empty has none in any language. */
function isHollow(was: string, path: string, before: string, after: string): boolean {
  const had = countTests(was, before);
  if (isTestFile(was) && before.trim() !== "" && after.trim() === "") return true;
  return (isTestFile(was) || was.endsWith(".rs")) && had !== null && had > 0 && countTests(path, after) === 0;
}

/** What no glob names, by git's own matching; a folder names all that is in it. */
async function outOfScope({
  plain,
  base,
  tree,
  changes,
  globs,
  prefix,
}: TreeContext): Promise<ReadonlySet<string>> {
  if (globs.length === 0) return new Set();
  const specs = globs.flatMap((glob) => {
    const plainGlob = glob
      .trim()
      .replace(/^(?:\.\/)+/, "")
      .replace(/^\/+/, "");
    return plainGlob === "" || plainGlob.split("/").includes("..")
      ? []
      : [`:(top,glob)${prefix}${plainGlob}`];
  });
  const all = new Set(changes.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from])));
  if (specs.length === 0) return all;
  const named = await plain.run([
    "diff-tree",
    "-r",
    "-z",
    "--no-renames",
    "--name-only",
    base,
    tree,
    "--",
    ...specs,
  ]);
  for (const path of named.toString("utf8").split("\0")) all.delete(path);
  return all;
}
