// What a coder may leave in its worktree, one thing at a time, and what is seen of it before anybody reviews it.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { GitTasks } from "../../src/adapters/git/task-repository.ts";
import type {
  InspectedWork,
  InspectRequest,
  OpenWorktree,
  RepositoryMark,
} from "../../src/engine/build-ports.ts";
import { GitWorld, inspectRequest, openTask, TASK, workOn } from "../support/git-world.ts";

const FILES = {
  "package.json": "{}\n",
  "test/a.test.ts": 'it("holds", () => {});\nit("holds still", () => {});\n',
  "test/b.py": "def test_b():\n    pass\n",
  "old.txt": "some text that is long enough to be known again\n",
  "src/lib.rs": "#[test]\nfn holds() {}\n",
  ".gitattributes": "*.png binary\n",
};

const KEY = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz";
const SECRETS = [{ name: "SHOP_TOKEN", value: "a-value-nobody-may-see" }];

interface Left {
  readonly world: GitWorld;
  readonly path: string;
}

interface Opened extends Left {
  readonly tasks: GitTasks;
  readonly opened: OpenWorktree;
  readonly before: RepositoryMark;
}

async function open(folder?: string): Promise<Opened> {
  const world = new GitWorld({ files: FILES, ...(folder === undefined ? {} : { folder }) });
  const tasks = world.tasks({ secrets: SECRETS });
  await tasks.look({ target: null });
  const opened = await openTask(tasks);
  return { world, tasks, opened, path: opened.path, before: await tasks.mark(TASK) };
}

/** What `inspect` says of what was left, beside a change that nobody minds. */
async function inspectAfter(
  { world, tasks, opened, path, before }: Opened,
  leave: (left: Left) => void | Promise<void>,
  about: Partial<InspectRequest> = {},
): Promise<InspectedWork> {
  world.write({ "src/a.ts": "export const a = 2;\n" }, path);
  await leave({ world, path });
  return tasks.inspect(inspectRequest(opened, { before, ...about }));
}

const shared: { opened?: Opened; folder?: string } = {};

/** One worktree for all that leave nothing outside of it; afterwards it is as it was. */
function inShared(): Opened {
  const { opened } = shared;
  if (opened === undefined) throw new Error("it is opened before the tests");
  onTestFinished(() => {
    rmSync(opened.path, { recursive: true, force: true });
    cpSync(join(opened.world.folder, "snapshot"), opened.path, { recursive: true });
  });
  return opened;
}

beforeAll(async () => {
  shared.folder = mkdtempSync(join(tmpdir(), "parley-test-"));
  shared.opened = await open(shared.folder);
  cpSync(shared.opened.path, join(shared.folder, "snapshot"), { recursive: true });
});

afterAll(() => rmSync(shared.folder ?? "", { recursive: true, force: true }));

function alarmsIn(work: InspectedWork): readonly string[] {
  return "alarms" in work
    ? work.alarms.map(({ kind, path, what }) => `${kind} | ${path} | ${what}`)
    : [work.at];
}

describe("what is let in with an alarm", () => {
  it.each<[string, (left: Left) => void, readonly string[]]>([
    ["nothing else", () => undefined, []],
    [
      "parley's folder",
      ({ world, path }) => world.write({ ".parley/config.yaml": "a: 1\n" }, path),
      ["protected | .parley/config.yaml | parley's own folder: only a person changes that"],
    ],
    [
      "a workflow, in letters of another size",
      ({ world, path }) => world.write({ ".GitHub/Workflows/x.yml": "on: push\n" }, path),
      ["protected | .GitHub/Workflows/x.yml | continuous integration: only a person changes that"],
    ],
    ...(
      [
        [".claude/settings.json", "what coding agents are set up with"],
        ["sub/.mcp.json", "what coding agents are set up with"],
        [".vscode/tasks.json", "what editors run"],
        [".devcontainer/devcontainer.json", "what editors run"],
        [".envrc", "what shells and package managers go by"],
        ["sub/.npmrc", "what shells and package managers go by"],
        ["cloudbuild.yaml", "continuous integration"],
        [".github/CODEOWNERS", "continuous integration"],
      ] as const
    ).map(([name, what]): [string, (left: Left) => void, readonly string[]] => [
      name,
      ({ world, path }) => world.write({ [name]: "{}\n" }, path),
      [`protected | ${name} | ${what}: only a person changes that`],
    ]),
    [
      "a hook in the tree",
      ({ world, path }) => world.write({ ".husky/pre-push": "evil\n" }, path),
      ["protected | .husky/pre-push | hooks of git: only a person changes that"],
    ],
    [
      "a filter",
      ({ world, path }) => world.write({ ".gitattributes": "*.png binary\n* filter=evil\n" }, path),
      [
        "protected | .gitattributes | attributes that name filters, drivers or encodings: only a person changes those",
      ],
    ],
    [
      "attributes that start nothing",
      ({ world, path }) => world.write({ ".gitattributes": "*.png binary\n*.ts text\n" }, path),
      [],
    ],
    [
      "a test file removed",
      ({ path }) => rmSync(join(path, "test/a.test.ts")),
      ["tests-weakened | test/a.test.ts | a test file was removed"],
    ],
    [
      "a test file that is none any more",
      ({ path }) => renameSync(join(path, "test/a.test.ts"), join(path, "src/a.txt")),
      ["tests-weakened | test/a.test.ts | a test file was removed"],
    ],
    [
      "a test file emptied",
      ({ world, path }) => world.write({ "test/a.test.ts": "" }, path),
      ["tests-weakened | test/a.test.ts | none of its tests is left"],
    ],
    [
      "a test file of comments",
      ({ world, path }) =>
        world.write({ "test/a.test.ts": "// to come back later\n/*\nit('holds', () => {});\n*/\n" }, path),
      ["tests-weakened | test/a.test.ts | none of its tests is left"],
    ],
    [
      "a test file renamed",
      ({ path }) => renameSync(join(path, "test/a.test.ts"), join(path, "test/c.test.ts")),
      [],
    ],
    [
      "tests skipped in TypeScript",
      ({ world, path }) =>
        world.write(
          { "test/a.test.ts": 'it.skip("holds", () => {});\nxit("holds still", () => {});\n' },
          path,
        ),
      ["tests-weakened | test/a.test.ts | 2 more marks leave tests out"],
    ],
    [
      "a test skipped in Python",
      ({ world, path }) => world.write({ "test/b.py": "@pytest.mark.skip\ndef test_b():\n    pass\n" }, path),
      ["tests-weakened | test/b.py | 1 more mark leaves tests out"],
    ],
    [
      "a test ignored in Rust",
      ({ world, path }) => world.write({ "src/lib.rs": "#[test]\n#[ignore]\nfn holds() {}\n" }, path),
      ["tests-weakened | src/lib.rs | 1 more mark leaves tests out"],
    ],
  ])("given %s", async (_, leave, alarms) => {
    const work = await inspectAfter(inShared(), leave);
    expect(work.at).toBe("committed");
    expect(alarmsIn(work)).toEqual(alarms);
  });

  it.each<[string, (left: Left) => void, readonly string[]]>([
    [
      "a change of the project's files meanwhile",
      ({ world }) => world.write({ "old.txt": "edited by its owner\n" }),
      ["project-changed | null | files of the project's folder were changed: old.txt"],
    ],
    [
      "a setting",
      ({ world }) => world.git("config", "core.fsmonitor", "touch /tmp/never"),
      ["outside-worktree | null | the repository's settings were changed: core.fsmonitor"],
    ],
    [
      "a hook",
      ({ world }) => world.write({ ".git/hooks/pre-push": "#!/bin/sh\n" }),
      [
        "outside-worktree | null | the repository's hooks, or its lists of attributes and ignored files, were changed: .git/hooks/pre-push",
      ],
    ],
    [
      "attributes beside the tree",
      ({ world }) => world.write({ ".git/info/attributes": "* filter=evil\n" }),
      [
        "outside-worktree | null | the repository's hooks, or its lists of attributes and ignored files, were changed: .git/info/attributes",
      ],
    ],
    [
      "a setting whose name holds a password",
      ({ world }) => world.git("config", "url.https://ada:pass@example.org/.insteadOf", "x:"),
      [
        "outside-worktree | null | the repository's settings were changed: url.https://…@example.org/.insteadof",
      ],
    ],
    [
      "many files",
      ({ world }) =>
        world.write(Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`new/${at}.txt`, "1"]))),
      [
        "project-changed | null | files of the project's folder were changed: new/0.txt, new/1.txt, new/2.txt, new/3.txt, new/4.txt, new/5.txt, new/6.txt, new/7.txt and 2 more",
      ],
    ],
    [
      "what parley goes by in the project, and what it writes there itself",
      ({ world }) => {
        world.write({ ".parley/config.yaml": "roles: {reviewer: mine}\n", ".parley/players/r.yaml": "x\n" });
        world.write({
          ".parley/parley.db-wal": "1",
          ".parley/runs/1/document": "1",
          ".parley/hooks.lock": "1",
        });
        world.write({ ".parley/sessions/a/b.md": "1", ".parley/logs/hooks.log": "1" });
      },
      [
        "outside-worktree | null | parley's own settings of the project were changed: .parley/config.yaml, .parley/players/r.yaml",
      ],
    ],
    [
      "a branch and a tag",
      ({ world }) => {
        world.git("branch", "other");
        world.git("tag", "v1");
      },
      ["outside-worktree | null | refs were changed: refs/heads/other, refs/tags/v1"],
    ],
    [
      "another branch checked out",
      ({ world }) => world.git("checkout", "-q", "--detach"),
      ["outside-worktree | null | another branch was checked out in the project's folder"],
    ],
  ])("given %s", async (_, leave, alarms) => {
    const work = await inspectAfter(await open(), leave);
    expect(work.at).toBe("committed");
    expect(alarmsIn(work)).toEqual(alarms);
  });

  it("given work put on the branch that things land on where there is no remote, it is seen", async () => {
    const world = new GitWorld({ remote: false });
    const tasks = world.tasks();
    const target = { branch: "parley/landed", remote: null };
    await tasks.look({ target: null });
    const first = await openTask(tasks, TASK, target);
    const other = { task: "b1b2c3d4", incarnation: 1 };
    const before = await tasks.mark(TASK);
    const { commit } = await workOn(world, tasks, { "b.txt": "b" }, other, target);
    await tasks.push({ commit, target });
    world.write({ "src/a.ts": "export const a = 2;\n" }, first.path);
    const quiet = await tasks.inspect(inspectRequest(first, { before }));
    expect(alarmsIn(quiet)).toEqual([]);
    world.commitOn("parley/landed", { "src/a.ts": "evil\n" });
    const seen = await tasks.inspect(inspectRequest(first, { before, number: 2 }));
    expect(alarmsIn(seen)).toEqual(["outside-worktree | null | refs were changed: refs/heads/parley/landed"]);
  });

  it("given files of its own, a file outside of the task's globs is named", async () => {
    const work = await inspectAfter(
      inShared(),
      ({ world, path }) => world.write({ "docs/a.md": "new\n", "src/deep/b.ts": "1;\n" }, path),
      { files: ["src", "lib/*.ts", "../docs/**"] },
    );
    expect(alarmsIn(work)).toEqual(["out-of-scope | docs/a.md | the task's files do not name it"]);
  });

  it("given globs that can name nothing, everything is outside of them", async () => {
    const work = await inspectAfter(inShared(), () => undefined, { files: ["../src/**"] });
    expect(alarmsIn(work)).toEqual(["out-of-scope | src/a.ts | the task's files do not name it"]);
  });
});

describe("what is not let in at all, nor into the person's objects", () => {
  it.each<[string, (left: Left) => void, readonly (string | RegExp)[]]>([
    [
      "a repository of its own",
      ({ world, path }) => {
        mkdirSync(join(path, "vendor"));
        world.gitIn(join(path, "vendor"), "init", "-q");
        world.write({ "vendor/a": "1" }, path);
        world.gitIn(join(path, "vendor"), "add", "a");
        world.gitIn(join(path, "vendor"), "commit", "-q", "-m", "a");
      },
      ["submodule | vendor/ | another repository lies in the worktree"],
    ],
    [
      "an absolute link",
      ({ path }) => symlinkSync("/etc/passwd", join(path, "passwords")),
      ["link-out | passwords | the link leads out of the worktree, or where git keeps its own"],
    ],
    [
      "a link that goes up too far",
      ({ path }) => symlinkSync("../../secret", join(path, "src/up")),
      ["link-out | src/up | the link leads out of the worktree, or where git keeps its own"],
    ],
    [
      "a link that another link on its way could lead out",
      ({ path }) => symlinkSync("deep/../../x", join(path, "src/zigzag")),
      ["link-out | src/zigzag | the link leads out of the worktree, or where git keeps its own"],
    ],
    [
      "a link to git's own",
      ({ path }) => symlinkSync("../.git/config", join(path, "src/config")),
      ["link-out | src/config | the link leads out of the worktree, or where git keeps its own"],
    ],
    [
      "a hard link",
      ({ world, path }) => linkSync(join(world.env.HOME ?? "", ".gitconfig"), join(path, "mine.txt")),
      ["link-out | mine.txt | the file has another name elsewhere (a hard link)"],
    ],
    [
      "100 MB",
      ({ path }) => {
        writeFileSync(join(path, "big"), "");
        truncateSync(join(path, "big"), 100 * 1024 * 1024);
      },
      [
        "huge | big | 100 MB, at most 5 MB are let in",
        "huge | null | 100.1 MB were added or changed in all, at most 20 MB are let in",
      ],
    ],
    [
      "many files that are much together",
      ({ path }) => {
        for (const name of ["1", "2", "3", "4", "5"]) {
          writeFileSync(join(path, name), "");
          truncateSync(join(path, name), 4.5 * 1024 * 1024);
        }
      },
      ["huge | null | 22.6 MB were added or changed in all, at most 20 MB are let in"],
    ],
    [
      "control characters in a name",
      ({ world, path }) => world.write({ "a\u001b[31m\n.ts": "1" }, path),
      ["odd-path | a\uFFFD[31m\uFFFD.ts | control characters stand in the name"],
    ],
    [
      "a name that is no UTF-8",
      ({ path }) => writeFileSync(Buffer.concat([Buffer.from(`${path}/a`), Buffer.from([0xff, 0xfe])]), "1"),
      ["odd-path | a\uFFFD\uFFFD | the name is no UTF-8"],
    ],
    ...[".GIT/config", "src/.Git", "git~1/x", "src/.g\u200cit", ".git /x", ".git::$INDEX_ALLOCATION/x"].map(
      (name): [string, (left: Left) => void, readonly string[]] => [
        `what some disk takes for .git: ${JSON.stringify(name)}`,
        ({ world, path }) => world.write({ [name]: "1" }, path),
        [`odd-path | ${name.replace("\u200c", "\uFFFD")} | the name is one that git keeps for itself`],
      ],
    ),
    [
      "a pipe in place of a file",
      ({ path }) => {
        rmSync(join(path, "old.txt"));
        execFileSync("mkfifo", [join(path, "old.txt")]);
      },
      ["odd-path | old.txt | it is neither a file nor a link"],
    ],
    [
      "a secret of the environment, backwards",
      ({ world, path }) => world.write({ "a.txt": [...(SECRETS[0]?.value ?? "")].reverse().join("") }, path),
      ["secret | a.txt | the value of SHOP_TOKEN stands in it"],
    ],
    [
      "a key of a known form",
      ({ world, path }) => world.write({ "a.txt": `one\nkey: ${KEY}\n` }, path),
      ["secret | a.txt | what looks like a key of Anthropic stands in line 2"],
    ],
    [
      "keys in the names of files",
      ({ world, path }) =>
        world.write({ [`src/${KEY}.txt`]: "1\n", [`src/${SECRETS[0]?.value}.txt`]: "2\n" }, path),
      [
        "secret | src/[redacted: SHOP_TOKEN].txt | the value of SHOP_TOKEN stands in it",
        "secret | src/[a key of Anthropic] | what looks like a key of Anthropic stands in its name",
      ],
    ],
    [
      "several keys of known forms",
      ({ world, path }) =>
        world.write(
          {
            "a.txt": [
              "postgres://shop:hunter2@db.example.org/shop",
              `aws_secret_access_key = ${"wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLE"}KEY`,
              `eyJhbGciOiJIUzI1NiJ9${".eyJzdWIiOiIxMjM0NTY3ODkwIn0"}.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U`,
              "postgres://shop:other2@db.example.org/shop",
              "https://example.org:8080/@scope, postgres://localhost, https://user:$PASSWORD@example.org",
            ].join("\n"),
          },
          path,
        ),
      [
        "secret | a.txt | what looks like an address with a password stands in line 1",
        "secret | a.txt | what looks like a secret key of AWS stands in line 2",
        "secret | a.txt | what looks like a JSON web token stands in line 3",
      ],
    ],
  ])("given %s", async (_, leave, alarms) => {
    const opened = inShared();
    const kept = opened.world.keptWork();
    const work = await inspectAfter(opened, leave);
    expect(work.at).toBe("refused");
    expect(alarmsIn(work)).toEqual(alarms);
    expect(JSON.stringify(work)).not.toContain(KEY);
    expect(JSON.stringify(work)).not.toContain(SECRETS[0]?.value);
    expect(opened.world.keptWork()).toBe(kept);
  });

  it("given a socket and a pipe that nobody tracks, they are no files, and nothing waits for them", async () => {
    const work = await inspectAfter(inShared(), async ({ path }) => {
      execFileSync("mkfifo", [join(path, "pipe")]);
      const server = createServer();
      onTestFinished(() => void server.close());
      await new Promise<void>((ready) => server.listen(join(path, "socket"), ready));
    });
    expect(work.at).toBe("committed");
    expect(work.at === "committed" && work.files.map(({ path }) => path)).toEqual(["src/a.ts"]);
  });

  it("given a submodule in the tree, its removal is seen", async () => {
    const world = new GitWorld();
    const tasks = world.tasks();
    const sub = world.git("rev-parse", "HEAD");
    world.git("update-index", "--add", "--cacheinfo", `160000,${sub},sub`);
    world.git("commit", "-q", "-m", "sub");
    world.git("push", "-q", "origin", "main");
    await tasks.look({ target: null });
    const opened = await openTask(tasks);
    rmSync(join(opened.path, "sub"), { recursive: true });
    const work = await tasks.inspect(inspectRequest(opened));
    expect(work.at).toBe("refused");
    expect(alarmsIn(work)).toEqual(["submodule | sub | a submodule was added, moved or removed"]);
  });
});
