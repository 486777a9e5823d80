// From what a coder left in its worktree to one commit, and to what must be looked at before anybody reviews it.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Alarm, InspectedWork, InspectRequest } from "../../engine/build-ports.ts";
import { redactSecrets, type Secret } from "../shared/redact.ts";
import { changedFile, treeChanges } from "./changed-files.ts";
import { failedToSign, makeCommit, SigningFailure } from "./make-commit.ts";
import { alarmsOfMarks, markRepository } from "./mark-repository.ts";
import { nameAlarms, seenFiles } from "./name-alarms.ts";
import { maskNamedKeys } from "./named-keys.ts";
import { PlainGit } from "./plain-git.ts";
import { coderRef, coderRefs, workRef } from "./refs.ts";
import type { RepositoryGit } from "./repository.ts";
import { isSameMark, type RepositorySettings, type SettingsMark } from "./settings.ts";
import { ownBranch } from "./task-branch.ts";
import { isKept, treeAlarms } from "./tree-alarms.ts";
import { worktreeChanges } from "./worktree-changes.ts";
import { adminFolder, worktreeFault } from "./worktrees.ts";

interface Inspection {
  readonly git: RepositoryGit;
  /** As the repository says now. */
  readonly settings: RepositorySettings;
  /** What it said when the build looked at it. */
  readonly agreed: SettingsMark;
  readonly path: string;
  /** Whose values may stand in no file. */
  readonly secrets: readonly Secret[];
  readonly request: InspectRequest;
}

/** What is told of work that is not let in names no key, also where one is in the name of a file. */
export async function inspectWork(inspection: Inspection): Promise<InspectedWork> {
  const work = await inspect(inspection);
  if (work.at !== "refused") return work;
  const mask = (text: string): string => maskNamedKeys(redactSecrets(text, inspection.secrets));
  return {
    ...work,
    files: work.files.map(({ path, from, ...file }) => ({
      ...{ ...file, path: mask(path) },
      ...(from === undefined ? {} : { from: mask(from) }),
    })),
    alarms: work.alarms.map((alarm) => ({ ...alarm, path: alarm.path === null ? null : mask(alarm.path) })),
  };
}

async function inspect(inspection: Inspection): Promise<InspectedWork> {
  const { git, settings, agreed, path, request } = inspection;
  const known = request.before === null ? [agreed] : [agreed, request.before];
  const after = await markRepository(git, settings, known);
  const outside = request.before === null ? [] : await alarmsOfMarks(git, request.before, after);
  const own = await keepOwnHistory(inspection);
  const fault = await worktreeFault(git, path);
  if (fault !== null) return { at: "refused", files: [], alarms: [...outside, ...own, FAULTS[fault]] };
  const isTrusted = known.every((mark) => isSameMark(mark, settings));
  return PlainGit.use(git, settings, "apart", async (plain) => {
    await plain.run(["read-tree", request.base]);
    const changes = await worktreeChanges(plain, path);
    const named = nameAlarms(changes);
    if (named.length > 0) {
      return { at: "refused", files: seenFiles(changes), alarms: [...outside, ...own, ...named] };
    }
    const paths = changes.map(({ name }) => name);
    await plain.run(["update-index", "-z", "--add", "--remove", "--replace", "--stdin"], {
      workTree: path,
      input: Buffer.concat(paths.flatMap((name) => [name, NUL])),
    });
    const tree = await plain.hash(["write-tree"]);
    const differing = await treeChanges(plain, request.base, tree);
    if (differing.length === 0) return { at: "unchanged", alarms: [...outside, ...own] };
    const found = await treeAlarms({
      ...{ plain, base: request.base, tree, changes: differing, secrets: inspection.secrets },
      ...{ globs: request.files, prefix: git.place.prefix },
    });
    const alarms = [...outside, ...own, ...found];
    const files = differing.map(changedFile);
    if (!isKept(alarms)) return { at: "refused", files, alarms };
    const ref = workRef(request.task, request.number);
    const before = await git.readRef(ref);
    try {
      const commit = await makeCommit(
        git,
        plain,
        { settings, mayStart: isTrusted },
        {
          ...{ tree, parent: request.base, message: request.message, atMs: request.atMs, before },
        },
      );
      await plain.keep();
      await git.setRef(ref, commit);
      return { at: "committed", commit, tree, files, alarms };
    } catch (error) {
      if (!(error instanceof SigningFailure)) throw error;
      // What was changed beside is not lost over the signature.
      if (outside.length > 0) return { at: "refused", files, alarms };
      return { ...failedToSign(error), untouched: true };
    }
  });
}

const FAULTS: Record<"lost" | "replaced", Alarm> = {
  lost: {
    kind: "worktree-lost",
    path: null,
    what: "the worktree was removed, and what was in it is lost; it is opened anew with what was committed last",
  },
  replaced: {
    kind: "outside-worktree",
    path: null,
    what: "the worktree's .git was replaced, or leads to another repository; nothing in that folder counts as work",
  },
};

const NUL = Buffer.from([0]);

/** Commits that the coder made, a branch it went to: kept, and told once. */
async function keepOwnHistory({ git, path, request }: Inspection): Promise<readonly Alarm[]> {
  const branch = `refs/heads/${await ownBranch(git, request.task)}`;
  const admin = await adminFolder(git, path);
  const head = admin === null ? "" : (await readFile(join(admin, "HEAD"), "utf8").catch(() => "")).trim();
  const isAway = admin !== null && head !== `ref: ${branch}`;
  const tips = [await git.readRef(branch), isAway ? await tipBehind(git, head) : null];
  // What an inspection kept that was cut off is told by the next one.
  const own = coderRef(request.task, request.number);
  const kept = new Set(
    [...(await git.listRefs(coderRefs(request.task)))].flatMap(([ref, tip]) =>
      ref === own || ref.startsWith(`${own}-`) ? [] : [tip],
    ),
  );
  const made = tips.filter((tip): tip is string => tip !== null && tip !== request.base && !kept.has(tip));
  for (const [index, tip] of [...new Set(made)].entries()) {
    await git.setRef(index === 0 ? own : `${own}-${index + 1}`, tip);
  }
  if (made.length > 0) {
    return [
      {
        kind: "own-history",
        path: null,
        what: "the coder made commits itself; they are kept, and not landed",
      },
    ];
  }
  return isAway ? [{ kind: "own-history", path: null, what: "the coder left the task's branch" }] : [];
}

/** Of what a worktree's HEAD says: a hash, or a branch. */
function tipBehind(git: RepositoryGit, head: string): Promise<string | null> {
  const name = head.startsWith("ref: ") ? head.slice("ref: ".length) : head;
  return /^(?:refs\/[^\s~^:?*[\\]+|[0-9a-f]{40,64})$/.test(name) ? git.readRef(name) : Promise.resolve(null);
}
