// Sessions of the real program that is killed again and again, and each time resumed: with agents that are command
// lines, a model behind an address and a person, in both roles.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { openSqliteStore } from "../../src/adapters/store-sqlite/open-store.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import { isAlive } from "../agents/processes.ts";
import { SPEC } from "../cli/agent-programs.ts";
import { newWorld, PROGRAM_FILE, type World } from "../cli/world.ts";
import { documentFor } from "../fake-model/refine-documents.ts";
import { type FakeModel, startFakeModel } from "../fake-model/start-fake-model.ts";
import { IN_EVERY_PROMPT } from "../fake-model/task-in-prompt.ts";

const KILLS = 300;
const KILLS_OF_BOTH = 60;
const KILLS_A_SESSION = 12;
/** A session that takes more runs than this does not come to its end. */
const RUNS_MAX = 80;
const AT_ONCE = 3;
const AGENT_MS = 120;
const CHUNK_MS = 25;

/** Who plays the Engineer and who the Reviewer. */
const CASTS = [
  ["claude", "anthropic"],
  ["anthropic", "claude"],
  ["claude", "claude"],
  ["anthropic", "anthropic"],
  ["human", "claude"],
  ["anthropic", "human"],
  ["claude", "human"],
  ["human", "anthropic"],
] as const;

/** What is waited for before a kill, and up to how long after it the kill comes. */
const MOMENTS = {
  "the program was started": 700,
  "a run folder was begun": 60,
  "an agent began": 200,
  "an agent was done": 150,
  "the model was asked": 400,
  "the model had answered": 60,
} as const;
type Moment = keyof typeof MOMENTS;

/** Numbers below a bound, the same for the same seed. */
function randomNumbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = Number((BigInt(state) * 1_103_515_245n + 12_345n) % 2_147_483_648n);
    return Math.floor((state / 2_147_483_648) * bound);
  };
}

interface Tally {
  kills: number;
  killsOfBoth: number;
  readonly byMoment: Map<string, number>;
  sessions: number;
  begun: number;
  asked: number;
  lost: number;
  sealedAgain: number;
}

interface Play {
  readonly world: World;
  readonly model: FakeModel;
  readonly env: Readonly<Record<string, string>>;
  readonly agentLog: string;
  readonly below: (bound: number) => number;
  readonly tally: Tally;
}

type LoggedEvent = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };

async function eventsOf({ world }: Play): Promise<readonly LoggedEvent[]> {
  const file = join(world.project, ".parley/parley.db");
  if (!existsSync(file)) return [];
  const store = await openSqliteStore({ file, mode: "read-write", projections: [] });
  try {
    const streams = readdirSync(join(world.project, ".parley/sessions"));
    const [session] = streams;
    if (session === undefined) return [];
    return (await store.load(sessionStream(session))).map(({ type, data }) => ({ type, data }));
  } finally {
    store.close();
  }
}

function linesOf(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
}

const began = ({ agentLog }: Play): readonly string[] =>
  linesOf(agentLog).flatMap((line) => (line.startsWith("began ") ? [line.slice(6)] : []));
const done = ({ agentLog }: Play): number =>
  linesOf(agentLog).filter((line) => line.startsWith("done ")).length;
const asked = ({ model, world }: Play): number => requestsOf(model, world).length;
const answered = ({ model, world }: Play): number =>
  requestsOf(model, world).filter(({ ended }) => ended === "sent").length;

/** The key of a world's requests tells them from those of the others. */
function requestsOf(model: FakeModel, world: World): ReturnType<FakeModel["log"]> {
  return model.log().filter(({ model: name, isSideCall }) => name === nameOf(world) && !isSideCall);
}

function nameOf({ root }: World): string {
  return root.split("/").at(-1) ?? "";
}

/** Half-made ones, too. */
function runNames({ world }: Play): readonly string[] {
  const runs = join(world.project, ".parley/runs");
  return existsSync(runs) ? readdirSync(runs) : [];
}

function counted(moment: Moment, play: Play): number {
  switch (moment) {
    case "the program was started":
      return 1;
    case "a run folder was begun":
      return runNames(play).length;
    case "an agent began":
      return began(play).length;
    case "an agent was done":
      return done(play);
    case "the model was asked":
      return asked(play);
    case "the model had answered":
      return answered(play);
  }
}

interface Ended {
  readonly code: number | null;
  readonly killed: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

function start({ world, env }: Play, args: readonly string[]): Run {
  const child = spawn(process.execPath, [PROGRAM_FILE, ...args], {
    cwd: world.project,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...env },
  });
  const heard = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      heard[stream] += text;
    });
  }
  const ended = new Promise<Ended>((end) => {
    child.once("close", (code, signal) => end({ code, killed: signal === "SIGKILL", ...heard }));
  });
  return { child, ended };
}

/** The pids of wrappers that are at work. */
function wrappersOf({ world }: Play): readonly number[] {
  const runs = join(world.project, ".parley/runs");
  if (!existsSync(runs)) return [];
  return readdirSync(runs).flatMap((run) => {
    const file = join(runs, run, "wrapper.json");
    if (!existsSync(file) || existsSync(join(runs, run, "exit"))) return [];
    const { pid } = JSON.parse(readFileSync(file, "utf8")) as { pid: number };
    return isAlive(pid) ? [pid] : [];
  });
}

/** Kills a run at a moment of its choice; how it ended, where that came first. */
async function killedRun(play: Play, args: readonly string[], isOfBoth: boolean): Promise<Ended> {
  const { below, tally } = play;
  const moments = isOfBoth ? (["an agent began"] as const) : (Object.keys(MOMENTS) as Moment[]);
  const moment = moments[below(moments.length)] ?? "an agent began";
  const laterMs = below(MOMENTS[moment]);
  const before = moment === "the program was started" ? 0 : counted(moment, play);
  const { child, ended } = start(play, args);
  let over = false;
  void ended.then(() => {
    over = true;
  });
  while (!over && counted(moment, play) <= before) await sleep(5);
  await Promise.race([sleep(laterMs), ended]);
  if (over) return await ended;
  child.kill("SIGSTOP");
  const wrappers = isOfBoth ? wrappersOf(play) : [];
  child.kill("SIGKILL");
  for (const pid of wrappers) process.kill(pid, "SIGKILL");
  const end = await ended;
  if (!end.killed) return end;
  tally.kills += 1;
  if (wrappers.length > 0) tally.killsOfBoth += 1;
  const name = wrappers.length > 0 ? "parley and wrapper" : moment;
  tally.byMoment.set(name, (tally.byMoment.get(name) ?? 0) + 1);
  return end;
}

/** The keys of launches that had come to their end when parley was killed, by what lies in their folders. */
function finishedLaunches({ world }: Play): readonly string[] {
  const runs = join(world.project, ".parley/runs");
  if (!existsSync(runs)) return [];
  return readdirSync(runs).flatMap((run) => {
    const at = (name: string): string => join(runs, run, name);
    if (run.startsWith(".") || !existsSync(at("request.json"))) return [];
    const isOver =
      (existsSync(at("exit")) && existsSync(at("exit.seal"))) ||
      existsSync(at("result.seal")) ||
      linesOf(at("response.log")).some((line) => line.includes('"message_stop"'));
    const { key } = JSON.parse(readFileSync(at("request.json"), "utf8")) as { key: string };
    return isOver ? [key] : [];
  });
}

interface Awaited {
  readonly role: string;
  readonly prompt: string;
}

/** What keeps a session from going on by itself; `null` where it has ended. */
async function waitingFor(play: Play, end: Ended): Promise<readonly string[] | null> {
  if (end.code === 0) return null;
  // Killed once everything was recorded: there is nothing to resume, and what the log holds is looked at below.
  if (end.code === 5 && end.stdout.includes('"code": "ended"')) return null;
  expect(end.code, `${end.stdout}${end.stderr}`).toBe(7);
  const run = JSON.parse(end.stdout) as {
    readonly awaited?: readonly Awaited[];
    readonly status?: { readonly questions?: readonly { readonly id: string; readonly kind: string }[] };
  };
  const [paper] = run.awaited ?? [];
  if (paper !== undefined) {
    const prompt = readFileSync(resolve(play.world.project, paper.prompt), "utf8");
    const file = join(play.world.project, `by-hand-${paper.role}.md`);
    writeFileSync(file, documentFor({ prompt, system: "" }));
    return ["submit", paper.role, file, "--json"];
  }
  const [question] = run.status?.questions ?? [];
  expect(question?.kind, end.stdout).toBe("execution");
  return ["answer", question?.id ?? "", "retry", "--json"];
}

async function playSession(index: number, model: FakeModel, tally: Tally): Promise<void> {
  const [engineer, reviewer] = CASTS[index % CASTS.length] ?? CASTS[0];
  const world = newWorld();
  const agentLog = join(world.root, "agents.log");
  const program = resolve("test/.build/refining-claude.mjs");
  world.program(
    "claude",
    `#!/bin/sh
if [ "$1" = --version ]; then echo '2.1.325 (Claude Code)'; exit 0; fi
exec '${process.execPath}' '${program}' '${agentLog}' ${AGENT_MS} "$@"
`,
  );
  world.write(join(world.project, "calls.md"), SPEC);
  world.write(world.userConfig, `agents:\n  anthropic:\n    model: ${nameOf(world)}\n`);
  const env = {
    ...{ HOME: world.home, XDG_CONFIG_HOME: join(world.home, ".config"), TERM: "xterm" },
    ...{
      PATH: `${world.bin}:/usr/bin:/bin`,
      ANTHROPIC_API_KEY: "fake-refining",
      ANTHROPIC_BASE_URL: model.url,
    },
  };
  const play: Play = { world, model, env, agentLog, below: randomNumbers(1_000 + index), tally };
  const refine = ["refine", "calls.md", "--engineer", engineer, "--reviewer", reviewer, "--json"];
  const resume = ["resume", "--no-input", "--json"];
  const finished = new Set<string>();
  let known: readonly LoggedEvent[] = [];
  let killsHere = 0;
  let bothHere = 0;
  let next: readonly string[] | null = refine;
  for (let runs = 0; next !== null; runs += 1) {
    expect(runs, `${engineer} and ${reviewer} of session ${index} come to no end`).toBeLessThan(RUNS_MAX);
    const wantsBoth =
      tally.killsOfBoth < KILLS_OF_BOTH &&
      play.below(3) === 0 &&
      (engineer === "claude" || reviewer === "claude");
    const isSpared: boolean = killsHere >= KILLS_A_SESSION || tally.kills >= KILLS;
    const before: number = tally.kills;
    const bothBefore: number = tally.killsOfBoth;
    const end: Ended = isSpared ? await start(play, next).ended : await killedRun(play, next, wantsBoth);
    killsHere += tally.kills - before;
    bothHere += tally.killsOfBoth - bothBefore;
    const now = await eventsOf(play);
    expect(now.slice(0, known.length), `events of session ${index} were lost`).toEqual(known);
    known = now;
    if (end.killed) for (const key of finishedLaunches(play)) finished.add(key);
    const isFirst: boolean = now.length === 0;
    if (end.killed) next = isFirst ? refine : resume;
    else if (next[0] === "submit" || next[0] === "answer") {
      expect(end.code, `${next.join(" ")}: ${end.stdout}${end.stderr}`).toBe(0);
      if (next[0] === "submit") expect(now.some(({ type }) => type === "AgentCallFinished")).toBe(true);
      next = resume;
    } else next = await waitingFor(play, end);
  }
  await expectSound(play, { events: known, finished, bothHere });
}

async function expectSound(
  play: Play,
  about: {
    readonly events: readonly LoggedEvent[];
    readonly finished: ReadonlySet<string>;
    readonly bothHere: number;
  },
): Promise<void> {
  const { tally } = play;
  const { events, finished, bothHere } = about;
  const of = (type: string): readonly LoggedEvent[] => events.filter((event) => event.type === type);
  const outcomes = new Map(
    of("AgentCallFinished").map(({ data }) => [String(data.key), String(data.outcome)]),
  );
  expect(of("SessionEnded").map(({ data }) => data.type)).toEqual(["COMPLETE"]);
  expect(of("SpecPublished")).toHaveLength(1);
  // What was finished when parley was killed was taken in, and not launched again.
  for (const key of finished) expect(outcomes.get(key), key).toBe("ok");
  const keys = began(play);
  expect(new Set(keys).size, `begun twice: ${keys.join(" ")}`).toBe(keys.length);
  const api = of("AgentCallStarted").filter(({ data }) => data.agent === "anthropic").length;
  expect(asked(play)).toBeLessThanOrEqual(api);
  // Each attempt is done once; only a launch that broke off is made up for by another.
  const done = [...outcomes].filter(([, outcome]) => outcome === "ok").map(([key]) => attemptOf(key));
  expect(new Set(done).size).toBe(done.length);
  const lost = [...outcomes.values()].filter((outcome) => outcome !== "ok");
  expect(new Set(lost).size === 0 || [...new Set(lost)].join()).toEqual(lost.length === 0 ? true : "crashed");
  const lostPrograms = of("AgentCallStarted").filter(
    ({ data }) => data.agent === "claude" && outcomes.get(String(data.key)) !== "ok",
  );
  expect(lostPrograms.length).toBeLessThanOrEqual(bothHere);
  for (const args of [["doctor"], ["replay"]]) {
    const { code, stdout, stderr } = await start(play, args).ended;
    expect(code, `${args.join(" ")}: ${stdout}${stderr}`).toBe(0);
  }
  tally.sessions += 1;
  tally.begun += keys.length;
  tally.asked += asked(play);
  tally.lost += lost.length;
  tally.sealedAgain += of("AgentCallSealed").length;
}

function attemptOf(key: string): string {
  return key.slice(0, key.lastIndexOf("/"));
}

it(`given ${KILLS} kills, of which ${KILLS_OF_BOTH} strike a wrapper, too, every session ends as it should`, async () => {
  const say = { actions: [{ do: "say", text: documentFor } as const], usage: { input: 2_000, output: 400 } };
  const faults = [{ fault: "slow", msPerChunk: CHUNK_MS } as const];
  const model = await startFakeModel({
    scenarios: { refining: { steps: [say], hears: IN_EVERY_PROMPT, faults } },
  });
  const tally: Tally = {
    ...{ kills: 0, killsOfBoth: 0, byMoment: new Map<string, number>(), sessions: 0 },
    ...{ begun: 0, asked: 0, lost: 0, sealedAgain: 0 },
  };
  try {
    let index = 0;
    const work = async (): Promise<void> => {
      while (tally.kills < KILLS || tally.killsOfBoth < KILLS_OF_BOTH) {
        index += 1;
        await playSession(index - 1, model, tally);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    await model.close();
    process.stdout.write(`${JSON.stringify({ ...tally, byMoment: Object.fromEntries(tally.byMoment) })}\n`);
  }
  expect(tally.kills).toBeGreaterThanOrEqual(KILLS);
  expect(tally.killsOfBoth).toBeGreaterThanOrEqual(KILLS_OF_BOTH);
});
