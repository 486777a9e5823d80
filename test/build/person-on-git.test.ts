// A person's clone, half done in several ways at once, through a whole build: approved, rejected, disputed and landed work.
import { expect, it } from "vitest";
import {
  approveAfter,
  coderDocument,
  disputeDocument,
  POSITION,
  rejectDocument,
} from "../support/build-documents.ts";
import { taskIdAt } from "../support/build-here.ts";
import { BuildOnGit, leave } from "../support/build-on-git.ts";
import { GitWorld } from "../support/git-world.ts";
import { filesIn, HALF_DONE } from "../support/person-tree.ts";
import { openFindings } from "./sim/agents.ts";

const TASKS = [{ title: "Approved" }, { title: "Rejected once" }, { title: "Disputed" }];

function leftAs(name: string): (world: GitWorld) => void {
  const found = HALF_DONE.find(([what]) => what === name);
  if (found === undefined) throw new Error(`nobody leaves ${name}`);
  return found[1];
}

const STATES: readonly (readonly [string, readonly string[]])[] = [
  [
    "a submodule with changes, a sparse checkout, and staged, unstaged and untracked changes",
    ["a submodule with changes", "a sparse checkout", "staged, unstaged and untracked changes"],
  ],
  [
    "untracked files in the middle of a rebase",
    ["a rebase in the middle of a conflict", "staged, unstaged and untracked changes"],
  ],
];

it.each(STATES)("given %s, then all of it is as it was", async (_, names) => {
  const world = new GitWorld();
  for (const name of names) leftAs(name)(world);
  world.git("config", "push.followTags", "true");
  world.git("tag", "-a", "-m", "mine", "v1", "main");
  const head = world.git("rev-parse", "HEAD");
  const refs = world.git("for-each-ref", "refs/heads", "refs/tags", "refs/stash");
  const before = filesIn(world.root);
  const build = await BuildOnGit.of({
    ...{ world, tasks: TASKS },
    coder: (stage) => {
      if (stage.call.purpose === "position") return POSITION;
      const name = stage.call.subject.id;
      leave(stage, { [`src/${name}.ts`]: `export const round = ${stage.call.round};\n` });
      world.gitIn(stage.path, "add", "--all");
      world.gitIn(stage.path, "commit", "-q", "-m", "mine");
      return coderDocument(
        Object.fromEntries(openFindings(stage.work).map((id) => [id, `FIXED | src/${name}.ts`])),
      );
    },
    reviewer: ({ call, work }) => {
      if (call.subject.id === taskIdAt(0)) world.pushFromElsewhere({ "theirs.txt": "theirs\n" });
      if (call.subject.id === taskIdAt(2)) return disputeDocument();
      const isRejected = call.subject.id === taskIdAt(1) && call.round === 1;
      return isRejected ? rejectDocument() : approveAfter(...openFindings(work));
    },
    settings: { checks: [{ step: "test", command: "ls src", timeLimitMs: 60_000 }] },
  });
  expect(await build.run()).toEqual({ at: "done" });
  const statuses = await Promise.all(TASKS.map(async (__, number) => (await build.task(number)).status));
  expect(statuses).toEqual(["completed", "completed", "disputed"]);
  expect(world.gitIn(world.remote, "rev-list", "--count", "main")).toBe("5");
  expect(world.gitIn(world.remote, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/main");
  const isDispute = (line: string): boolean => line.startsWith("dispute.md ");
  const after = filesIn(world.root);
  expect(after.filter((line) => !isDispute(line))).toEqual(before);
  expect(after.filter(isDispute)).toHaveLength(1);
  expect(world.git("rev-parse", "HEAD")).toBe(head);
  expect(world.git("for-each-ref", "refs/heads", "refs/tags", "refs/stash")).toBe(refs);
  expect(world.gitIn(world.remote, "ls-tree", "-r", "--name-only", "main")).not.toContain("dispute.md");
});
