// A whole build with real agents against the fake model: a task is rejected once, approved, and lands on a bare remote.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BUILD_CASE } from "./cases.ts";
import { OTHER_AGENT, PINNED, REAL_AGENTS, type RealAgentName } from "./pinned-agents.ts";
import { type RealPlayer, RealProject } from "./real-project.ts";
import { realRun } from "./real-run.ts";
import { BUILT_FILE, MENDED_FILE } from "./real-scenarios.ts";
import { log } from "./row-parts.ts";

const RUN = realRun(process.env);
const WANTED = REAL_AGENTS.filter((agent) => RUN.wanted.includes(agent));

function player(agent: RealAgentName): RealPlayer {
  return { agent, program: RUN.agents[agent]?.program ?? "", scenario: "builds" };
}

function settingsFor(coder: RealPlayer, reviewer: RealPlayer, url: string): object {
  const agent = ({ agent: kind, program: command }: RealPlayer, api: string) => ({
    ...{ kind, command, model: PINNED[kind].model, api },
  });
  const server = ({ agent: kind }: RealPlayer, keyEnv: string) => ({
    ...{ protocol: PINNED[kind].protocol, baseUrl: `${url}${PINNED[kind].basePath}`, keyEnv },
  });
  return {
    roles: { coder: "author", reviewer: "critic" },
    agents: { author: agent(coder, "for-author"), critic: agent(reviewer, "for-critic") },
    api: { "for-author": server(coder, "ENGINEER_KEY"), "for-critic": server(reviewer, "REVIEWER_KEY") },
    build: { testCommand: `grep -q . ${BUILT_FILE}` },
  };
}

function gitIn(folder: string, ...args: readonly string[]): string {
  const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  return execFileSync("git", args, { cwd: folder, env, encoding: "utf8", stdio: "pipe" }).trim();
}

/** With its first commit on a bare remote. */
function publish(project: RealProject): string {
  const remote = join(project.root, "remote.git");
  const git = (...args: readonly string[]): string => gitIn(project.folder, ...args);
  git("init", "-q", "-b", "main");
  git("config", "user.name", "Ada");
  git("config", "user.email", "ada@example.org");
  git("add", "--all");
  git("commit", "-q", "-m", "begun");
  git("init", "-q", "--bare", "-b", "main", remote);
  git("remote", "add", "origin", remote);
  git("push", "-q", "origin", "main");
  return remote;
}

describe.each(WANTED)("real %s", (agent) => {
  test(BUILD_CASE, async () => {
    const coder = player(agent);
    const reviewer = player(RUN.agents[OTHER_AGENT[agent]] === undefined ? agent : OTHER_AGENT[agent]);
    const project = await RealProject.make({
      ...{ parley: RUN.parley, engineer: coder, reviewer, hasGit: false },
      settings: (url) => settingsFor(coder, reviewer, url),
    });
    const remote = publish(project);
    expect((await project.run(["tasks", "add", "Add a page", "--quiet"])).code).toBe(0);
    const begun = performance.now();
    const { code, output, said } = await project.run(["build", "--no-input", "--json"]);
    const built = code === 0 ? JSON.parse(output) : null;
    const strays = await log(project, {
      ...{ agent, name: BUILD_CASE, outcome: code === 0 ? "ok" : "crashed" },
      ms: performance.now() - begun,
      requests: project.model.log().length,
    });
    expect(code, said).toBe(0);
    expect(built, said).toMatchObject({
      end: "done",
      tasks: [{ title: "Add a page", status: "completed", round: 2, rejectionCount: 1 }],
    });
    expect(strays).toEqual([]);
    for (const file of [BUILT_FILE, MENDED_FILE]) expect(gitIn(remote, "show", `main:${file}`)).toBe("made");
    expect(
      gitIn(remote, "log", "--format=%s|%(trailers:key=Parley-Agent,valueonly)", "-1", "main"),
    ).toContain("|author");
    expect(gitIn(project.folder, "worktree", "list").split("\n")).toHaveLength(1);
  });
});
