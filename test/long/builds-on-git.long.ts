// Builds on a real repository that take their time: a remote that hangs, and a task that is rejected to its end.
import { chmodSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LANDINGS_MAX } from "../../src/core/build/limits.ts";
import { isAlive, numberIn } from "../agents/processes.ts";
import { openFindings } from "../build/sim/agents.ts";
import { APPROVE, coderDocument, rejectDocument } from "../support/build-documents.ts";
import { BuildOnGit, type GitScript, leave } from "../support/build-on-git.ts";
import { GitWorld } from "../support/git-world.ts";
import { until } from "../support/until.ts";

const ONE = [{ title: "Write the page" }];
const writes: GitScript = (stage) => {
  leave(stage, { "src/page.ts": `export const page = ${stage.call.round};\n` });
  return coderDocument(Object.fromEntries(openFindings(stage.work).map((id) => [id, "FIXED | src/page.ts"])));
};

/** To be reached by a remote that hangs, and not by one that answers on a busy machine. */
const HANG_MS = 3_000;

/** Sends what is asked for, or hangs, by which file lies there. */
const switchIn = ({ folder }: GitWorld): string =>
  `#!/bin/sh\nif [ -e ${folder}/slow ]; then echo $$ > ${folder}/pid; exec sleep 1000; fi\nexec git-upload-pack "$@"\n`;

test("a remote that hangs is given up each time, and asked about in the end; nothing of it goes on", async () => {
  const world = new GitWorld();
  const [fast, slow] = [join(world.folder, "fast"), join(world.folder, "slow")];
  world.write({ fast: "", "upload-pack": switchIn(world) }, world.folder);
  chmodSync(join(world.folder, "upload-pack"), 0o755);
  world.git("config", "remote.origin.uploadpack", join(world.folder, "upload-pack"));
  const build = await BuildOnGit.of({
    ...{ world, tasks: ONE, coder: writes, git: { remoteMs: HANG_MS } },
    reviewer: () => {
      renameSync(fast, slow);
      return APPROVE;
    },
  });
  const end = await build.run();
  expect(end).toMatchObject({ at: "waiting", questions: [{ kind: "execution" }] });
  expect(JSON.stringify(end)).toContain("did not answer within");
  expect(await build.events("RepositoryTroubled")).toHaveLength(LANDINGS_MAX);
  await until("it is gone", () => !isAlive(numberIn(join(world.folder, "pid"))));
  renameSync(slow, fast);
  await build.answer("retry");
  expect(await build.run()).toEqual({ at: "done" });
  expect(world.gitIn(world.remote, "rev-list", "--count", "main")).toBe("2");
});

test("a task is rejected fifteen times, people are asked at 2, 5 and 9, and then it has failed", async () => {
  const world = new GitWorld();
  const build = await BuildOnGit.of({
    ...{ world, tasks: ONE, coder: writes },
    reviewer: ({ call, work }) =>
      rejectDocument({
        title: `Number ${call.round} is wrong`,
        place: `src/${call.round}.ts`,
        fates: openFindings(work).map((id) => `| ${id} | FIXED | |`),
      }),
  });
  const end = await build.run();
  expect(end).toMatchObject({ at: "done" });
  expect(await build.task(0)).toMatchObject({ status: "failed", rejectionCount: 15 });
  const asked = (await build.events("BoardQuestionAsked")).map(({ question }) => question);
  expect(asked).toMatchObject([2, 5, 9].map((count) => ({ kind: "rejections", subject: { count } })));
  expect(world.gitIn(world.remote, "rev-list", "--count", "main")).toBe("1");
  expect(world.git("for-each-ref", "--format=%(refname)", "refs/parley/work").split("\n")).toHaveLength(15);
  expect(readdirSync(join(world.root, ".parley/worktrees"))).toEqual([]);
  expect((await build.board()).questions).toEqual([]);
});
