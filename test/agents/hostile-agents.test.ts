// What agents do wrong, done by real processes.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type RunFolder, runFolderOf } from "../../src/adapters/agent-process/run-folder.ts";
import { DOCUMENT_BYTES_MAX } from "../../src/core/shared/bounds.ts";
import type { AgentEvent, AgentResult } from "../../src/engine/ports.ts";
import { cancelSource } from "../support/cancel.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { isAlive, marked, numberIn } from "./processes.ts";
import {
  agentRequest,
  ignoreEvent,
  launched,
  NEVER,
  playerProgramAgent,
  realAgent,
  shellAgent,
} from "./real-agent.ts";

interface Ran {
  readonly result: AgentResult;
  readonly run: RunFolder;
  readonly events: readonly AgentEvent[];
}

async function ran(
  script: string,
  more: Parameters<typeof shellAgent>[2] & { wallMs?: number } = {},
): Promise<Ran> {
  const runsDir = join(temporaryFolder(), "läufe");
  const events: AgentEvent[] = [];
  const agent = shellAgent(runsDir, script, more);
  const request = agentRequest({ wallMs: more.wallMs ?? 240_000 });
  const result = await agent.start(request, (event) => events.push(event), NEVER);
  return { result, run: runFolderOf(runsDir, launched()), events };
}

it("the agent gets its prompt on its input, its folder, and only the part of the environment it may see", async () => {
  const runsDir = join(temporaryFolder(), "runs");
  const env = { PATH: process.env.PATH, HOME: "/home/me", LC_ALL: "C", API_KEY: "yes", AWS_SECRET: "no" };
  const script = 'cat > prompt; pwd -P > folder; env > env; echo "$PARLEY_OUT" > engineer.md';
  const agent = shellAgent(runsDir, script, { env, envNames: ["API_KEY"] });
  const { outcome, document } = await agent.start(agentRequest(), ignoreEvent, NEVER);
  const run = runFolderOf(runsDir, launched());
  const seen = (name: string): string => readFileSync(join(run.view, name), "utf8");
  expect(outcome).toBe("ok");
  expect(document?.text).toBe(`${join(run.view, "engineer.md")}\n`);
  expect(seen("prompt")).toBe("Please resolve the gaps.\n");
  expect(seen("folder")).toBe(`${run.view}\n`);
  const names = seen("env")
    .split("\n")
    .map((line) => line.split("=")[0]);
  const told = ["PARLEY_KEY", "PARLEY_OUT", "PARLEY_ROLE", "PARLEY_RUN"];
  expect(names).toEqual(expect.arrayContaining(["API_KEY", "HOME", "LC_ALL", "PATH", ...told]));
  expect(names).not.toContain("AWS_SECRET");
  expect(seen("env")).toContain(`PARLEY_RUN=${run.runId}\n`);
  expect(seen("env")).toContain("PARLEY_ROLE=engineer\n");
  expect(seen("env")).toContain("PARLEY_KEY=demo/1.1/engineer/-/1/1\n");
});

it.each([
  ["no such program", ["parley-no-such-program"], "not-installed", "ENOENT"],
  ["a file that may not be run", ["/etc/passwd"], "not-installed", "EACCES"],
  ["nothing", [], "crashed", "file"],
])("%s is not started", async (_what, argv, outcome, because) => {
  const agent = realAgent({ runsDir: join(temporaryFolder(), "runs"), argv: () => argv });
  const result = await agent.start(agentRequest(), ignoreEvent, NEVER);
  expect(result).toMatchObject({ outcome, document: null, text: null });
  expect(result.evidence[0]).toContain(because);
  expect(await agent.recover(launched(), ignoreEvent, NEVER)).toEqual({ at: "finished", result });
});

it("a runs folder that cannot be made is the machine's fault, not the program's", async () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  const result = await shellAgent(join(file, "runs"), "exit 0").start(agentRequest(), ignoreEvent, NEVER);
  expect(result.outcome).toBe("crashed");
  expect(result.evidence[0]).toContain("ENOTDIR");
});

it("an agent that refuses says so in its own words", async () => {
  const { result } = await ran(`echo '{"type":"refused","text":"not logged in"}'; exit 1`);
  expect(result.outcome).toBe("refused");
  expect(result.evidence).toContain("error (refused): not logged in");
});

it("the output of a plain program is its answer", async () => {
  const { result, events } = await ran("echo one; echo; printf 'two €'");
  expect(result).toMatchObject({
    outcome: "ok",
    document: null,
    text: { text: "one\n\ntwo €", repaired: false },
  });
  expect(events.slice(1)).toEqual([
    { at: "said", text: "one" },
    { at: "said", text: "two €" },
  ]);
});

it("the last result is the answer, and its half characters are replaced", async () => {
  const lines = ['{"type":"result","text":"first"}', "plain", '{"type":"result","text":"a\\ud800b"}'];
  const { result } = await ran(`cat <<'END'\n${lines.join("\n")}\nEND`);
  expect(result.text).toEqual({ text: "a\ufffdb", bytes: 5, repaired: true });
});

it("lines that only look like ours are words", async () => {
  const lines = ['{"type":"usage","usd":-1}', '{"type":"result"}', "{", '{"type":"other","text":"x"}'];
  const { result } = await ran(`cat <<'END'\n${lines.join("\n")}\nEND`);
  expect(result.usage).toEqual({ inputTokens: null, outputTokens: null, usd: null });
  expect(result.text?.text).toBe(`${lines.slice(1).join("\n")}\n`);
});

it("a crash comes with the last words", async () => {
  const { result } = await ran("echo it broke >&2; kill -SEGV $$");
  expect(result).toMatchObject({ outcome: "crashed", document: null });
  expect(result.evidence).toEqual(["ended by SIGSEGV", "no engineer.md", "stderr: it broke"]);
});

it("the last words of a crash are told without their colours", async () => {
  const { result } = await ran("printf '\\033[31mError:\\033[0m no key\\n' >&2; exit 3");
  expect(result.evidence.at(-1)).toBe("stderr: Error: no key");
});

it("an agent that hangs and ignores the polite signal is ended at its time limit, with its children", async () => {
  const { result, run } = await ran(
    'trap "" INT TERM; echo $$ > ../pid; sleep 1000 & echo $! > ../child; wait; sleep 1000',
    {
      wallMs: 1_500,
    },
  );
  expect(result.outcome).toBe("timeout-wall");
  expect(result.elapsedMs).toBeGreaterThanOrEqual(2_500);
  for (const name of ["pid", "child"]) expect(isAlive(numberIn(join(run.path, name)))).toBe(false);
});

it.each(["INT", "TERM"])("an agent that tidies up when asked by SIG%s is given the time", async (signal) => {
  const script = `trap "" INT; trap "echo tidy > engineer.md; exit 0" ${signal}; sleep 1000 & wait; wait`;
  const { result } = await ran(script, { wallMs: 2_000 });
  expect(result).toMatchObject({ outcome: "timeout-wall", document: { text: "tidy\n" } });
});

it("cancelling ends an agent that ignores the polite signal, and its children", async () => {
  const runsDir = join(temporaryFolder(), "runs");
  const { cancel, stop } = cancelSource();
  const script = 'trap "" INT TERM; sleep 1000 & echo $! > ../child; echo ready; wait; sleep 1000';
  const onEvent = ({ at }: AgentEvent): void => {
    if (at === "said") stop();
  };
  const result = await shellAgent(runsDir, script).start(agentRequest(), onEvent, cancel);
  const run = runFolderOf(runsDir, launched());
  expect(result.outcome).toBe("cancelled");
  expect(isAlive(numberIn(join(run.path, "child")))).toBe(false);
});

it("a child left behind in the background does not outlive its agent, nor hold it up", async () => {
  const { result, run } = await ran('sleep 1000 & echo $! > ../child; echo done > "$PARLEY_OUT"');
  expect(result).toMatchObject({ outcome: "ok", document: { text: "done\n" } });
  expect(result.elapsedMs).toBeLessThan(240_000);
  expect(isAlive(numberIn(join(run.path, "child")))).toBe(false);
});

it("of a document of 100 MB the beginning is read, and its size told", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "player.yaml");
  const bytes = 100 * 1024 * 1024;
  writeFileSync(file, `steps: [{ on: { purpose: engineer }, garbage: { bytes: ${bytes} } }]`);
  const agent = playerProgramAgent(join(folder, "runs"), file);
  const { outcome, document } = await agent.start(agentRequest(), ignoreEvent, NEVER);
  expect(outcome).toBe("ok");
  expect(document).toMatchObject({ bytes, repaired: true });
  expect(document?.text.length).toBeLessThanOrEqual(DOCUMENT_BYTES_MAX);
});

it("bytes that are no UTF-8 are replaced, in a document and in an answer", async () => {
  const { result } = await ran("printf 'a\\377b' > engineer.md; printf 'c\\300d'");
  expect(result.document).toEqual({ text: "a\ufffdb", bytes: 3, repaired: true });
  expect(result.text).toEqual({ text: "c\ufffdd", bytes: 3, repaired: true });
});

it.each([
  ["a link to a file elsewhere", "ln -s /etc/passwd engineer.md", "it is a symbolic link"],
  ["a link that leads nowhere", "ln -s nowhere engineer.md", "it is a symbolic link"],
  ["a named pipe", "mkfifo engineer.md", "it is not a regular file"],
  ["a folder", "mkdir engineer.md", "it is not a regular file"],
  [
    "a file in a folder that replaced the view",
    "mkdir ../other; echo secret > ../other/engineer.md; cd ..; rm -r view; ln -s other view",
    "its folder was replaced by a link",
  ],
])("%s is not read as the document", async (_what, script, why) => {
  const { result } = await ran(script);
  expect(result).toMatchObject({ outcome: "empty", document: null });
  expect(result.evidence).toContain(`engineer.md was not read: ${why}`);
});

it("a document that was written somewhere else is none", async () => {
  const { result } = await ran("echo x > ../engineer.md; echo x > other.md");
  expect(result).toMatchObject({ outcome: "empty", document: null });
  expect(result.evidence).toContain("no engineer.md");
});

it.each(["../engineer.md", "a/b.md", "..", ""])(
  "asking for the document %j is a bug of ours",
  async (document) => {
    const agent = shellAgent(join(temporaryFolder(), "runs"), "exit 0");
    await expect(agent.start(agentRequest({ document }), ignoreEvent, NEVER)).rejects.toThrow(RangeError);
  },
);

it("an agent that talks without end is stopped, and only so much is read", async () => {
  const { result } = await ran("yes", { outputBytesMax: 1024 * 1024 });
  expect(result.outcome).toBe("crashed");
  expect(result.evidence[0]).toBe("stopped at 1048576 bytes of output");
  expect(result.text?.bytes).toBe(1024 * 1024);
});

it("a line without end is kept in part", async () => {
  const { result, events } = await ran("head -c 20000000 /dev/zero | tr '\\0' x; echo; echo end");
  expect(result.text?.bytes).toBe(20_000_005);
  expect(result.text?.text).toHaveLength(DOCUMENT_BYTES_MAX);
  expect(events.at(-1)).toEqual({ at: "said", text: "end" });
});

it("an agent that deletes its folder has left nothing", async () => {
  const { result } = await ran("echo x > engineer.md; cd ..; rm -r view");
  expect(result).toMatchObject({ outcome: "empty", document: null });
});

it.skipIf(process.platform !== "linux")(
  "children out of its group, and children of those, are ended too",
  async () => {
    const daemon = 'trap "" INT TERM HUP; sleep 1000 & touch ../up; sleep 1000';
    const { result, run } = await ran(
      `setsid sh -c '${daemon}' & setsid sh -c 'setsid sleep 999 &' & until [ -e ../up ]; do sleep 0.05; done; echo done > "$PARLEY_OUT"`,
    );
    expect(result.outcome).toBe("ok");
    expect(result.evidence.join("\n")).toMatch(/stray processes were ended: .*sleep 1000/);
    expect(marked(run)).toEqual([]);
  },
);

it.skipIf(process.platform !== "linux")(
  "a process that hops from one pid to the next is ended, or it is said that it could not be",
  async () => {
    const folder = temporaryFolder();
    const hop = join(folder, "hop.sh");
    const until = Math.floor(Date.now() / 1_000) + 10;
    writeFileSync(
      hop,
      `#!/bin/sh\n[ -e ${folder}/stop ] && exit\n[ "$(date +%s)" -gt ${until} ] && exit\nsetsid ${hop} >/dev/null 2>&1 &\nexit\n`,
      { mode: 0o755 },
    );
    try {
      const { result, run } = await ran(`${hop}; sleep 0.3; echo done > "$PARLEY_OUT"`);
      const said = result.evidence.some((line) => line.startsWith("could not be ended: "));
      if (!said) {
        for (let look = 0; look < 20; look += 1) expect(marked(run)).toEqual([]);
      }
    } finally {
      writeFileSync(join(folder, "stop"), "");
    }
  },
);

it("what another run of the same name has running elsewhere is left alone", async () => {
  const here = temporaryFolder();
  const over = join(here, "over");
  const beside = async (): Promise<void> => {
    await shellAgent(join(here, "runs"), "exit 0").start(agentRequest(), ignoreEvent, NEVER);
    writeFileSync(over, "");
  };
  const script = `until [ -e '${over}' ]; do sleep 0.05; done; echo there > engineer.md`;
  const there = await shellAgent(join(temporaryFolder(), "runs"), script).start(
    agentRequest(),
    ({ at }) => at === "started" && void beside(),
    NEVER,
  );
  expect(there).toMatchObject({ outcome: "ok", document: { text: "there\n" } });
});

it("an agent that gives no sign of life is stopped, and one that writes its document is not", async () => {
  const silent = await ran("sleep 1000", { idleMs: 400 });
  expect(silent.result.outcome).toBe("timeout-idle");
  expect(silent.result.evidence[0]).toBe("stopped after 400 ms without output");
  const writing = "for i in 1 2 3 4 5 6 7 8; do echo $i >> engineer.md; sleep 0.6; done";
  expect((await ran(writing, { idleMs: 4_000 })).result.outcome).toBe("ok");
});

it("a key of ours that a program prints does not leave it", async () => {
  const env = { PATH: process.env.PATH, SOME_TOKEN: "0123456789abc" };
  const script = "echo $SOME_TOKEN; echo $SOME_TOKEN >&2; echo $SOME_TOKEN > engineer.md; exit 3";
  const { result, run, events } = await ran(script, { env, envNames: ["SOME_TOKEN"] });
  expect(result.document?.text).toBe("[redacted: SOME_TOKEN]\n");
  const files = readdirSync(run.path).filter((name) => name !== "view");
  const all = files.map((name) => readFileSync(join(run.path, name), "utf8")).join("\n");
  expect(JSON.stringify([result, events]) + all).not.toContain(env.SOME_TOKEN);
});

it("a key is known before a text is cut, so that no half of one is left", async () => {
  const env = { PATH: process.env.PATH, SOME_TOKEN: "0123456789abc" };
  // An error is told in a thousand characters.
  const words = `printf '{"type":"refused","text":"%s%s"}\\n' "$(printf 'x%.0s' $(seq 992))" "$SOME_TOKEN"`;
  const { result } = await ran(words, { env, envNames: ["SOME_TOKEN"] });
  expect(result.outcome).toBe("refused");
  expect(JSON.stringify(result)).not.toContain("01234567");
});

it("what an agent scribbles over our notes does no harm", async () => {
  const { result, run } = await ran(
    "echo '{}' > ../result.json; echo nonsense > ../agent.json; echo x > engineer.md",
  );
  expect(result).toMatchObject({ outcome: "ok", document: { text: "x\n" } });
  expect(readdirSync(run.path).filter((name) => name.startsWith("."))).toEqual([]);
});
