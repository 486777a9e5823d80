// What differs between two commits as a text for a reader: whole files, as many as fit.
import type { CommitSha } from "../../engine/build-ports.ts";
import { PlainGit } from "./plain-git.ts";
import type { RepositoryGit } from "./repository.ts";
import type { RepositorySettings } from "./settings.ts";

const DIFF = [
  "-r",
  "-p",
  "-M",
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--src-prefix=a/",
  "--dst-prefix=b/",
];

/** Each file's part begins with this; what stands in a file has a sign before it. */
const FILE = /^diff --git /m;

interface DiffRequest {
  readonly from: string;
  readonly to: CommitSha;
  readonly maxChars: number;
}

export async function diffOf(
  git: RepositoryGit,
  settings: RepositorySettings,
  { from, to, maxChars }: DiffRequest,
): Promise<string> {
  return PlainGit.use(git, settings, "through", async (plain) => {
    const args = ["-c", "core.quotePath=true"];
    const whole = await plain.run(["diff-tree", ...DIFF, from, to], { options: args });
    const parts = whole
      .toString("utf8")
      .split(FILE)
      .slice(1)
      .map((part) => `diff --git ${part}`);
    const shown: string[] = [];
    const leftOut: string[] = [];
    let chars = 0;
    for (const part of parts) {
      if (leftOut.length === 0 && chars + part.length <= maxChars) {
        shown.push(part);
        chars += part.length;
      } else leftOut.push(part);
    }
    return leftOut.length === 0 ? shown.join("") : `${shown.join("")}${leftOutText(leftOut, maxChars)}`;
  });
}

const NAMES_CHARS_SHARE = 0.1;
const NAMES_CHARS_MIN = 200;

/** Which files are not shown, for as long as the list is short beside the diff. */
function leftOutText(parts: readonly string[], maxChars: number): string {
  const names = parts.map((part) => part.slice("diff --git ".length, part.indexOf("\n")));
  const charsMax = Math.max(NAMES_CHARS_MIN, maxChars * NAMES_CHARS_SHARE);
  const lines = [`[not shown: ${parts.length} of the changed files, ${parts.join("").length} characters]`];
  for (const name of names) {
    if (lines.join("\n").length + name.length > charsMax) break;
    lines.push(name);
  }
  return `${lines.join("\n")}\n`;
}
