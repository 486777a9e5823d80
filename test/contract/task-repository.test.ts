// What every repository that tasks are built in must do, shown on git with a bare remote.
import { describe, expect, it } from "vitest";
import { AT_MS, GitWorld, inspectRequest, MESSAGE, openTask, TARGET, TASK } from "../support/git-world.ts";

describe("a task's way", () => {
  it("is looked at, opened, marked, committed, shown, prepared, pushed and closed", async () => {
    const world = new GitWorld();
    const tasks = world.tasks();
    expect(await tasks.look({ target: null })).toEqual({
      at: "ready",
      prefix: "",
      target: TARGET,
      identity: { name: "Ada", email: "ada@example.org" },
      notes: [],
    });
    const opened = await openTask(tasks);
    expect(opened).toEqual({
      path: tasks.worktreePath(TASK),
      branch: "parley/task/a1b2c3d4",
      base: world.git("rev-parse", "main"),
    });
    expect(world.gitIn(opened.path, "status", "--short", "--branch")).toBe("## parley/task/a1b2c3d4");
    const before = await tasks.mark(TASK);
    world.write({ "src/page.ts": "export const page = 'hello';\n", "README.md": "one\ntwo\n" }, opened.path);
    world.write({ ".parley-out/coder.md": "done\n" }, opened.path);
    const work = await tasks.inspect(inspectRequest(opened, { before }));
    expect(work).toEqual({
      at: "committed",
      commit: world.git("rev-parse", "refs/parley/work/a1b2c3d4/1"),
      tree: world.git("rev-parse", "refs/parley/work/a1b2c3d4/1^{tree}"),
      files: [
        { path: "README.md", change: "changed", added: 1, removed: 0 },
        { path: "src/page.ts", change: "added", added: 1, removed: 0 },
      ],
      alarms: [],
    });
    if (work.at !== "committed") return;
    const { commit } = work;
    const { base } = opened;
    expect(world.git("log", "-1", "--format=%an <%ae> %at %ct%n%P%n%B", commit)).toBe(
      `Ada <ada@example.org> 1795050123 1795050123\n${base}\nAdds a page\n\nIt says hello.\n\nParley-Task: a1b2c3d4\nParley-Agent: claude`,
    );
    expect(world.git("show", "--format=", "--name-only", commit)).toBe("README.md\nsrc/page.ts");
    expect(await tasks.diff(commit, 10_000)).toContain("+export const page = 'hello';\n");
    const request = { ...TASK, commit, base, target: TARGET, message: MESSAGE, atMs: AT_MS };
    const prepared = await tasks.prepareLanding(request);
    expect(prepared).toEqual({ at: "ready", commit, onto: base, moved: false });
    expect(world.read("src/page.ts", tasks.landingPath())).toContain("hello");
    expect(await tasks.holds(TARGET, commit)).toBe(false);
    expect(await tasks.push({ commit, target: TARGET })).toEqual({ at: "landed" });
    expect(await tasks.holds(TARGET, commit)).toBe(true);
    expect(world.gitIn(world.remote, "rev-parse", "main")).toBe(commit);
    await tasks.closeWorktree(TASK);
    await tasks.tidyUp([]);
    expect(world.git("worktree", "list", "--porcelain").split("\n\n")).toHaveLength(1);
    expect(world.git("branch", "--format=%(refname:short)")).toBe("main");
    expect(world.git("status", "--short")).toBe("");
  });
});
