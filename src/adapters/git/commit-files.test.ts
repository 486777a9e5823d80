import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { commitFiles } from "./commit-files.ts";

function repository() {
  const root = temporaryFolder();
  const git = (...args: string[]): string =>
    execFileSync(
      "git",
      ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", ...args],
      {
        cwd: root,
        encoding: "utf8",
      },
    ).trim();
  git("init", "-q", "-b", "main");
  const commit = (...names: string[]): string => {
    for (const name of names) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), `${name}\n`);
    }
    git("add", "--all");
    git("commit", "-qm", "work", "--allow-empty");
    return git("rev-parse", "HEAD");
  };
  const { PATH, HOME } = process.env;
  const filesOf = (commits: readonly string[], about = {}) =>
    commitFiles({ root, env: { PATH, HOME }, commits, cancel: new AbortController().signal, ...about });
  return { root, git, commit, filesOf };
}

test("the files of each commit, the first one's too, whatever they are called", async () => {
  const { commit, filesOf } = repository();
  const first = commit("a.ts", " leading.ts", 'q"uote.ts');
  const second = commit("src/日本 語.ts", "b.ts");
  const empty = commit();
  expect(await filesOf([first])).toEqual([" leading.ts", "a.ts", 'q"uote.ts']);
  expect(await filesOf([second.slice(0, 8), empty, second])).toEqual(["b.ts", "src/日本 語.ts"]);
});

test("a merge is what it brought", async () => {
  const { git, commit, filesOf } = repository();
  commit("a.ts");
  git("checkout", "-qb", "side");
  commit("side.ts");
  git("checkout", "-q", "main");
  commit("b.ts");
  git("merge", "-q", "--no-edit", "side");
  expect(await filesOf([git("rev-parse", "HEAD")])).toEqual(["side.ts"]);
});

test("none of what is no commit here, of a folder without a repository, of a machine without git", async () => {
  const { root, commit, filesOf } = repository();
  const known = commit("a.ts");
  expect(await filesOf(["--output=evil", "HEAD", "main..", "0123456789", known])).toEqual(["a.ts"]);
  expect(await filesOf([known], { root: temporaryFolder() })).toEqual([]);
  expect(await filesOf([known], { env: { PATH: join(root, "nowhere") } })).toEqual([]);
  const stop = new AbortController();
  stop.abort();
  expect(await filesOf([known], { cancel: stop.signal })).toEqual([]);
});
