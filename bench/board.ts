// The board's lists against an empty Node, and boards of a hundred thousand tasks against smaller ones.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { listTasks } from "../src/app/board/list-tasks.ts";
import type { CommandContext } from "../src/app/command-context.ts";
import { isFailure } from "../src/app/failure.ts";
import { initProject } from "../src/app/init-project.ts";
import { openProject, projectAt } from "../src/app/project.ts";
import { BOARD_STREAM } from "../src/core/board/board.ts";
import type { BoardCommand } from "../src/core/board/board-command.ts";
import { boardDecider } from "../src/core/board/board-decider.ts";
import { disputeIdFromHex, taskIdFromHex } from "../src/core/board/board-id.ts";
import type { Actor, Who } from "../src/core/board/who.ts";
import type { JsonObject } from "../src/core/shared/json.ts";
import { timestampFromMs } from "../src/core/shared/timestamp.ts";
import { execute, type FoldedState } from "../src/engine/execute.ts";
import type { EventLog } from "../src/engine/ports.ts";
import { type Measured, ratioOf } from "./ratio.ts";

const RUNS = 41;
const LARGE_RUNS = 5;
const [ROWS, SMALL, LARGE] = [1_000, 10_000, 100_000];
const PROGRAM_FILE = resolve("dist/parley.js");
const WHO: Who = { actor: "human:bench" as Actor, role: "human" };
const AT = timestampFromMs(1_700_000_000_000);

export async function* board(): AsyncIterable<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "parley-bench-"));
  try {
    yield* lists(join(folder, "rows"));
    yield* largeBoards(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function* lists(root: string): AsyncIterable<Measured> {
  await makeBoard(root, { tasks: ROWS, disputes: ROWS });
  const node = (...args: string[]) => startNode(root, ...args);
  for (const words of [
    ["tasks", "list", "--json"],
    ["dispute", "list", "--json"],
  ]) {
    yield {
      what: `parley ${words.join(" ")} (${ROWS} rows)`,
      against: "node -e 0",
      ratio: await ratioOf(
        RUNS,
        () => node(PROGRAM_FILE, ...words),
        () => node("-e", "0"),
      ),
      budget: 1.7,
    };
  }
}

function startNode(cwd: string, ...args: string[]): void {
  execFileSync(process.execPath, args, { cwd, stdio: "ignore" });
}

async function* largeBoards(folder: string): AsyncIterable<Measured> {
  const [small, large] = [join(folder, "small"), join(folder, "large")];
  await makeBoard(small, { tasks: SMALL, disputes: 0 });
  await makeBoard(large, { tasks: LARGE, disputes: 0 });
  const times = async (root: string, count: number): Promise<void> => {
    for (let time = 0; time < count; time += 1)
      await done(listTasks(contextIn(root), { status: "all", section: undefined }));
  };
  yield {
    what: `listing ${LARGE} tasks`,
    against: `ten times ${SMALL}`,
    ratio: await ratioOf(
      LARGE_RUNS,
      () => times(large, 1),
      () => times(small, LARGE / SMALL),
    ),
    budget: 1.5,
  };
  const few = join(folder, "few");
  await makeBoard(few, { tasks: ROWS, disputes: 0 });
  const addTask = (root: string): void => startNode(root, PROGRAM_FILE, "tasks", "add", "One more");
  // The first keeps the board as it was imported.
  for (const root of [few, large]) addTask(root);
  yield {
    what: `parley tasks add to ${LARGE} tasks`,
    against: `to ${ROWS}`,
    ratio: await ratioOf(
      RUNS,
      () => addTask(large),
      () => addTask(few),
    ),
    budget: 1.3,
  };
}

async function done(use: Promise<unknown>): Promise<void> {
  const result = await use;
  if (isFailure(result)) throw new Error(result.message);
}

function contextIn(cwd: string): CommandContext {
  const never = new AbortController().signal;
  return { cwd, env: { HOME: cwd }, now: new Date(), cancel: never, cancelNow: never };
}

interface Size {
  readonly tasks: number;
  readonly disputes: number;
}

/** As many tasks as there are disputes are in review, so that they can be disputed. */
async function makeBoard(root: string, { tasks, disputes }: Size): Promise<void> {
  mkdirSync(root, { recursive: true });
  await initProject(contextIn(root), { nested: true });
  const { store } = await openProject(projectAt(root), "read-write");
  let folded: FoldedState<typeof boardDecider.initial> = { state: boardDecider.initial, version: 0 };
  for (const command of commandsFor({ tasks, disputes })) folded = await carriedOut(store, command, folded);
  store.close();
}

function* commandsFor({ tasks, disputes }: Size): Generator<BoardCommand> {
  const idOf = (number: number) => taskIdFromHex(scattered(number));
  yield {
    type: "ImportTasks",
    at: AT,
    by: WHO,
    sections: [],
    tasks: Array.from({ length: tasks }, (_, number) => ({
      id: idOf(number),
      title: `Task number ${number}, with a title of the usual length`,
      section: null,
      sourceFile: `docs/spec.md#part-${number % 100}`,
      after: [],
      notes: "",
      status: number < disputes ? "review" : "pending",
      origin: null,
      place: { at: "last" },
    })),
  };
  for (let number = 0; number < disputes; number += 1) {
    yield {
      type: "OpenDispute",
      at: AT,
      by: WHO,
      id: disputeIdFromHex(scattered(number)),
      task: idOf(number),
      raisedBy: "human",
      reason: "scope_disagreement",
      detail: "It is not said whether this belongs to it.",
      position: null,
      model: null,
      files: [],
    };
  }
}

const SCATTER = 0x9e3779bn;

function scattered(number: number): string {
  const digits = (BigInt(number) * SCATTER) % 0x10000000n;
  return `a${digits.toString(16).padStart(7, "0")}`;
}

async function carriedOut(
  log: EventLog,
  command: BoardCommand,
  from: FoldedState<typeof boardDecider.initial>,
): Promise<FoldedState<typeof boardDecider.initial>> {
  const { type, at, ...data } = command;
  const id = `${type}-${from.version}`;
  const stored = { id, type, at, v: 1, actor: WHO.actor, data: data as unknown as JsonObject };
  const executed = await execute({
    log,
    fold: boardDecider,
    stream: BOARD_STREAM,
    decide: (_, state) => ({ decided: boardDecider.decide(command, state), blobs: [] }),
    stored: () => stored,
    from,
  });
  if (executed.at !== "done") throw new Error(`${type}: ${JSON.stringify(executed)}`);
  return { state: executed.state, version: executed.version };
}
