// What an agent may look at and must not touch, shown with real programs on real folders.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { harvest } from "../../src/adapters/agent-process/harvest.ts";
import { PLAIN_LANGUAGE } from "../../src/adapters/agent-process/language.ts";
import { runFolderOf } from "../../src/adapters/agent-process/run-folder.ts";
import { readRequest } from "../../src/adapters/agent-process/run-records.ts";
import { readableProject } from "../../src/adapters/files/readable-project.ts";
import type { AgentRequest, AgentResult } from "../../src/engine/ports.ts";
import { runStub, STUB_NAMES } from "../stubs/run-stub.ts";
import { TEST_SEALS } from "../support/seals.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { agentRequest, ignoreEvent, launched, NEVER, shellAgent } from "./real-agent.ts";

const FILES = {
  "README.md": "# A project\n",
  "src/main.ts": "export {};\n",
  "src/späte dinge.ts": "export {};\n",
  "run.sh": "#!/bin/sh\n",
  "ignored.log": "noise\n",
  ".gitignore": "*.log\n",
  ".env": "SECRET=1\n",
  ".parley/parley.db": "db",
  "node_modules/x/index.js": "x",
} as const;

function project({ git }: { readonly git: boolean }): string {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  chmodSync(join(root, "run.sh"), 0o755);
  const elsewhere = temporaryFolder();
  writeFileSync(join(elsewhere, "secret.md"), "not for you\n");
  symlinkSync(join(elsewhere, "secret.md"), join(root, "link.md"));
  symlinkSync(elsewhere, join(root, "folder-link"));
  if (git) {
    execFileSync("git", ["init", "-q"], { cwd: root });
    execFileSync("git", ["add", "README.md", ".gitignore", "run.sh"], { cwd: root });
  }
  return root;
}

interface Looked {
  readonly result: AgentResult;
  readonly root: string;
  readonly view: string;
  /** Everything in the project as it was before. */
  untouched(): boolean;
}

async function looked(script: string, more: Partial<AgentRequest> = {}, git = true): Promise<Looked> {
  const root = project({ git });
  const runsDir = join(root, ".parley/runs");
  const agent = shellAgent(runsDir, script, {
    projectAt: (at: string | null) => readableProject(at ?? root, process.env),
  });
  const result = await agent.start(agentRequest({ readsProject: true, ...more }), ignoreEvent, NEVER);
  const untouched = (): boolean =>
    Object.entries(FILES).every(([path, text]) => readFileSync(join(root, path), "utf8") === text);
  return { result, root, view: runFolderOf(runsDir, launched()).view, untouched };
}

describe("a copy of the project", () => {
  it.each([
    ["with git", true, [".gitignore", "README.md", "run.sh", "src/main.ts", "src/späte dinge.ts"]],
    [
      "without git",
      false,
      [".gitignore", "README.md", "ignored.log", "run.sh", "src/main.ts", "src/späte dinge.ts"],
    ],
  ])("%s holds what belongs to it, and no link, secret or record of ours", async (_how, git, files) => {
    const script = 'cd project; find . ! -type d | sed "s|^\\./||" | LC_ALL=C sort; test -x run.sh';
    const { result } = await looked(script, {}, git);
    expect(result.text?.text.trim().split("\n")).toEqual(files);
    expect(result.evidence).toContain("exit code 0");
  });

  it("is there while the agent works and gone afterwards; what the agent left stays", async () => {
    const { result, view, untouched } = await looked("cat project/README.md > engineer.md");
    expect(result).toMatchObject({ outcome: "ok", document: { text: "# A project\n" } });
    expect(existsSync(join(view, "project"))).toBe(false);
    expect(existsSync(join(view, "engineer.md"))).toBe(true);
    expect(untouched()).toBe(true);
  });

  it("is not made where the agent may not look", async () => {
    const { result } = await looked("test ! -e project && echo none > engineer.md", { readsProject: false });
    expect(result.document?.text).toBe("none\n");
  });

  it("given rights that our umask takes away, then a copy that nobody touched is as it was laid", async () => {
    const before = process.umask(0o077);
    try {
      const { result } = await looked("test -x project/run.sh && echo done > engineer.md");
      expect(result).toMatchObject({ outcome: "ok", document: { text: "done\n" } });
    } finally {
      process.umask(before);
    }
  });

  it("is cut where it would be too large, and that is told", async () => {
    const root = temporaryFolder();
    writeFileSync(join(root, "large.bin"), Buffer.alloc(5 * 1024 * 1024));
    writeFileSync(join(root, "small.md"), "x");
    const agent = shellAgent(join(root, ".parley-runs"), "ls project > engineer.md", {
      projectAt: (at: string | null) => readableProject(at ?? root, process.env),
    });
    mkdirSync(join(root, ".parley-runs"));
    const result = await agent.start(agentRequest({ readsProject: true }), ignoreEvent, NEVER);
    expect(result.document?.text).toBe("small.md\n");
    expect(result.evidence).toContain("too large for the copy of the project: 1 of its files");
  });
});

const DONE = "; echo done > engineer.md; echo said";

describe("a change in the copy of the project", () => {
  it.each([
    ["a new file", "echo x > project/new.md", "project/new.md is new"],
    ["a changed file", "echo x >> project/README.md", "project/README.md was changed"],
    [
      "a file of the same size",
      "printf '# A projekt\\n' > project/README.md",
      "project/README.md was changed",
    ],
    ["other rights", "chmod 600 project/run.sh", "project/run.sh has other rights"],
    ["a file that is gone", "rm project/src/main.ts", "project/src/main.ts is gone"],
    [
      "a link instead",
      "ln -sf /etc/passwd project/README.md",
      "project/README.md was changed: it is a symbolic link",
    ],
    ["a link instead of all of it", "rm -r project; ln -s /etc project", "project is new"],
    ["nothing instead of all of it", "rm -r project", "project/README.md is gone"],
  ])("%s is a trespass, whoever does it, and nothing it says is taken", async (_what, script, change) => {
    for (const access of ["write", "read-only"] as const) {
      const { result, untouched } = await looked(`${script}${DONE}`, { access });
      expect(result).toMatchObject({ outcome: "trespassed", document: null, text: null });
      expect(result.evidence).toContain(`changed without leave: ${change}`);
      expect(untouched()).toBe(true);
    }
  });

  it("a folder without files in it is none", async () => {
    const { result } = await looked(`mkdir project/empty${DONE}`, { access: "read-only" });
    expect(result.outcome).toBe("ok");
  });
});

describe("a role that may only read", () => {
  const access = "read-only";

  it("may leave the document it was asked for", async () => {
    const { result } = await looked("echo done > engineer.md", { access, readsProject: false });
    expect(result).toMatchObject({ outcome: "ok", document: { text: "done\n" } });
  });

  it.each([
    ["another file", `echo x > other.md${DONE}`, "other.md is new"],
    ["a hidden file in a folder", `mkdir a; echo x > a/.b${DONE}`, "a/.b is new"],
    [
      "another folder in place of its own",
      "cd ..; rm -r view; ln -s / view",
      "its folder is gone or replaced",
    ],
  ])("may not leave %s", async (_what, script, change) => {
    const { result } = await looked(script, { access, readsProject: false });
    expect(result).toMatchObject({ outcome: "trespassed", document: null, text: null });
    expect(result.evidence).toContain(`changed without leave: ${change}`);
  });

  it("is told of a few changes where there are many", async () => {
    const { result } = await looked("for i in $(seq 200); do echo x > f$i; done", { access });
    expect(result.outcome).toBe("trespassed");
    expect(result.evidence.filter((line) => line.startsWith("changed")).length).toBe(20);
  });

  it("a link in place of the view is not followed when the copy is taken away", async () => {
    const victim = temporaryFolder();
    mkdirSync(join(victim, "project"));
    writeFileSync(join(victim, "project/mine.md"), "mine");
    await looked(`cd ..; rm -r view; ln -s ${victim} view`, { access });
    expect(readFileSync(join(victim, "project/mine.md"), "utf8")).toBe("mine");
  });
});

const trespasses = [
  "writes-its-document",
  "writes-beside",
  "writes-in-project",
  "changes-project",
  "links-in-project",
];

it.each(STUB_NAMES.flatMap((name) => trespasses.map((scenario) => ({ name, scenario }))))(
  "given $name as a reviewer that $scenario, then its run is discarded and the project is as it was",
  async ({ name, scenario }) => {
    const root = project({ git: true });
    const request = { access: "read-only", readsProject: true, document: "reviewer.md" } as const;
    const options = {
      projectAt: (at: string | null) => readableProject(at ?? root, process.env),
      runsDir: join(root, ".parley/runs"),
    };
    const { result } = await runStub({ name, scenario, request, options });
    expect(result).toMatchObject({ outcome: "trespassed", document: null, text: null });
    expect(readFileSync(join(root, "README.md"), "utf8")).toBe(FILES["README.md"]);
    expect(existsSync(join(root, "src/new.ts"))).toBe(false);
  },
);

it("given the same run harvested by many at once, then none takes the other's tidying up for a trespass", async () => {
  const root = project({ git: false });
  const runsDir = join(root, ".parley/runs");
  const agent = shellAgent(runsDir, "sleep 0.3; echo done > engineer.md", {
    projectAt: (at: string | null) => readableProject(at ?? root, process.env),
  });
  const request = agentRequest({ readsProject: true });
  const results = await Promise.all(
    Array.from({ length: 8 }, () => agent.start(request, ignoreEvent, NEVER)),
  );
  for (const result of results) expect(result).toEqual(results[0]);
  expect(results[0]?.outcome).toBe("ok");
});

it("given a copy that an earlier harvest took away, then a later one gives what that one found", async () => {
  const root = project({ git: false });
  const runsDir = join(root, ".parley/runs");
  const agent = shellAgent(runsDir, "echo done > engineer.md", {
    projectAt: (at: string | null) => readableProject(at ?? root, process.env),
  });
  const result = await agent.start(agentRequest({ readsProject: true }), ignoreEvent, NEVER);
  const run = runFolderOf(runsDir, launched());
  const request = await readRequest(run, launched());
  if (request === null) return expect.unreachable();
  const again = await harvest({
    ...{
      run,
      request,
      end: { at: "exit", code: 0, signal: null },
      check: { mark: agentRequest().mark, seals: TEST_SEALS, sealWith: null },
      sealed: true,
      notes: [],
      tellsEnd: false,
      heldToAccess: false,
    },
    ...{ heard: PLAIN_LANGUAGE.open(null).heard(), secrets: [], elapsedMs: 1, nowMs: 1 },
  });
  expect(again).toEqual(result);
});
