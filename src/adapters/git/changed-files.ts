// What differs between two trees, file by file.
import type { ChangedFile } from "../../engine/build-ports.ts";
import type { PlainGit } from "./plain-git.ts";

export interface TreeChange extends ChangedFile {
  readonly oldMode: string;
  readonly newMode: string;
  /** Zeros where there is none. */
  readonly oldBlob: string;
  readonly newBlob: string;
}

export const SUBMODULE_MODE = "160000";

const DIFF = ["-r", "-z", "-M", "--full-index", "--no-ext-diff", "--no-textconv"];

export async function treeChanges(plain: PlainGit, from: string, to: string): Promise<readonly TreeChange[]> {
  const [raw, counted] = await Promise.all([
    plain.run(["diff-tree", ...DIFF, "--raw", "--no-abbrev", from, to]),
    plain.run(["diff-tree", ...DIFF, "--numstat", from, to]),
  ]);
  const counts = countsIn(counted.toString("utf8"));
  return changesIn(raw.toString("utf8"), counts);
}

interface Counts {
  readonly added: number;
  readonly removed: number;
}

const CHANGES: { readonly [letter: string]: ChangedFile["change"] } = {
  A: "added",
  D: "removed",
  R: "renamed",
};

/** `:100644 100644 OLD NEW M`, NUL, name, NUL; two names after an R. */
function changesIn(text: string, counts: ReadonlyMap<string, Counts>): readonly TreeChange[] {
  const parts = text.split("\0");
  const changes: TreeChange[] = [];
  for (let at = 0; at + 1 < parts.length; ) {
    const [oldMode = "", newMode = "", oldBlob = "", newBlob = "", letters = ""] = (parts[at] ?? "")
      .slice(1)
      .split(" ");
    const change = CHANGES[letters.slice(0, 1)] ?? "changed";
    const first = parts[at + 1] ?? "";
    const path = change === "renamed" ? (parts[at + 2] ?? "") : first;
    at += change === "renamed" ? 3 : 2;
    changes.push({
      ...{ path, change, ...(counts.get(path) ?? { added: 0, removed: 0 }) },
      ...(change === "renamed" ? { from: first } : {}),
      ...{ oldMode, newMode, oldBlob, newBlob },
    });
  }
  return changes;
}

/** `added`, tab, `removed`, tab, name, NUL; where it was renamed an empty name, and then two. `-` for no text. */
function countsIn(text: string): ReadonlyMap<string, Counts> {
  const parts = text.split("\0");
  const counts = new Map<string, Counts>();
  for (let at = 0; at < parts.length; at += 1) {
    const [added = "", removed = "", ...name] = (parts[at] ?? "").split("\t");
    if (name.length === 0) continue;
    const path = name.join("\t") === "" ? (parts[at + 2] ?? "") : name.join("\t");
    if (name.join("\t") === "") at += 2;
    counts.set(path, { added: Number(added) || 0, removed: Number(removed) || 0 });
  }
  return counts;
}

/** As the port tells it. */
export function changedFile({ path, change, from, added, removed }: TreeChange): ChangedFile {
  return { path, change, ...(from === undefined ? {} : { from }), added, removed };
}
