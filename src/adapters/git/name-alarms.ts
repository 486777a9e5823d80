// What may not come in, told by names, kinds and sizes alone: before anything is read, and before git touches it.
import { posix } from "node:path";
import type { Alarm, ChangedFile } from "../../engine/build-ports.ts";
import type { WorktreeChange } from "./worktree-changes.ts";

const MB = 1024 * 1024;
const FILE_BYTES_MAX = 5 * MB;
const WORK_BYTES_MAX = 20 * MB;
const FILES_MAX = 5_000;
/** Of one kind: a coder who sees so many has understood. */
const ALARMS_TOLD_MAX = 50;

const strict = new TextDecoder("utf-8", { fatal: true });

/** `null` where the name is no UTF-8. */
function textOf(name: Uint8Array): string | null {
  try {
    return strict.decode(name);
  } catch {
    return null;
  }
}

/** A name as it can be shown to anybody. */
function shownName(name: Buffer): string {
  return shownText(name.toString("utf8"));
}

export function shownText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\uFFFD");
}

/** None: all of it may be read. */
export function nameAlarms(changes: readonly WorktreeChange[]): readonly Alarm[] {
  const alarms = changes.flatMap((change) => alarmsOf(change)).slice(0, ALARMS_TOLD_MAX);
  const bytes = changes.reduce((sum, { found }) => sum + (found.at === "file" ? found.bytes : 0), 0);
  if (bytes > WORK_BYTES_MAX) {
    alarms.push({
      kind: "huge",
      path: null,
      what: `${sizeText(bytes)} were added or changed in all, at most ${sizeText(WORK_BYTES_MAX)} are let in`,
    });
  }
  if (changes.length > FILES_MAX) {
    const what = `${changes.length} files were changed, at most ${FILES_MAX} are let in: is a folder of .gitignore missing?`;
    alarms.push({ kind: "huge", path: null, what });
  }
  return alarms;
}

/** What was seen of the files where nothing is committed. */
export function seenFiles(changes: readonly WorktreeChange[]): readonly ChangedFile[] {
  return changes.slice(0, FILES_MAX).map(({ name, found }) => ({
    ...{
      path: shownName(name),
      change: found.at === "removed" ? ("removed" as const) : ("changed" as const),
    },
    ...{ added: 0, removed: 0 },
  }));
}

function alarmsOf({ name, found }: WorktreeChange): Alarm[] {
  const path = shownName(name);
  const alarm = (kind: Alarm["kind"], what: string): Alarm => ({ kind, path, what });
  const text = textOf(name);
  // What goes away may be called whatever it likes.
  if (found.at === "removed") return [];
  if (text === null) return [alarm("odd-path", "the name is no UTF-8")];
  const why = oddName(text);
  if (why !== null) return [alarm("odd-path", why)];
  switch (found.at) {
    case "repository":
      return [alarm("submodule", "another repository lies in the worktree")];
    case "other":
      return [alarm("odd-path", "it is neither a file nor a link")];
    case "folder":
      return [];
    case "link":
      return leadsOut(text, found.to)
        ? [alarm("link-out", "the link leads out of the worktree, or where git keeps its own")]
        : [];
    case "file": {
      if (found.names > 1) return [alarm("link-out", "the file has another name elsewhere (a hard link)")];
      const isHuge = found.bytes > FILE_BYTES_MAX;
      return isHuge
        ? [alarm("huge", `${sizeText(found.bytes)}, at most ${sizeText(FILE_BYTES_MAX)} are let in`)]
        : [];
    }
  }
}

function sizeText(bytes: number): string {
  return `${Math.ceil((10 * bytes) / MB) / 10} MB`;
}

const PATH_CHARS_MAX = 1_000;

function oddName(path: string): string | null {
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(path)) return "control characters stand in the name";
  if (path.length > PATH_CHARS_MAX) return "the name is very long";
  return path.split("/").some(isGitName) ? "the name is one that git keeps for itself" : null;
}

/** What some file system takes for `.git`: letters of either size, signs that are not seen, other names for the same. */
export function isGitName(part: string): boolean {
  const seen = part.replaceAll(/\p{Cf}/gu, "").toLowerCase();
  const bare = (seen.split(":")[0] ?? "").replace(/(?<![ .])[ .]+$/, "");
  return bare === ".git" || bare === "git~1";
}

/** Only up from where it stands, and then down: a way that goes up again could be led out by a link on it. */
function leadsOut(path: string, to: Buffer): boolean {
  const target = textOf(to);
  if (target === null || target.startsWith("/") || /\p{Cc}/u.test(target)) return true;
  const parts = target.split("/").filter((part) => part !== "" && part !== ".");
  const down = parts.findIndex((part) => part !== "..");
  if (down >= 0 && parts.slice(down).includes("..")) return true;
  const end = posix.normalize(posix.join(posix.dirname(path), target));
  return (
    end === ".." ||
    end.startsWith("../") ||
    end.split("/").some((part) => isGitName(part) || part.toLowerCase() === ".parley")
  );
}
