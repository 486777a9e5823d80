// Many processes on one board, made with many processes on one board: a worker that calls what the commands call, since
// eight hundred starts of Node would measure Node.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, it } from "vitest";
import { addTask } from "../../src/app/board/add-task.ts";
import { readBoard } from "../../src/app/board/change-board.ts";
import type { CommandContext } from "../../src/app/command-context.ts";
import { isFailure } from "../../src/app/failure.ts";
import { initProject } from "../../src/app/init-project.ts";
import { openProject, projectAt } from "../../src/app/project.ts";
import { BOARD_START, BOARD_STREAM, type Board } from "../../src/core/board/board.ts";
import { boardDecider } from "../../src/core/board/board-decider.ts";
import { disputesDocument } from "../../src/core/board/disputes-document.ts";
import { valuesOf } from "../../src/core/board/id-map.ts";
import { renderDisputes } from "../../src/document/disputes/render-disputes.ts";
import { DISPUTES_TABLE, TASKS_TABLE } from "../../src/engine/board-tables.ts";
import type { Row } from "../../src/engine/ports.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { volume } from "../support/volume.ts";
import { type Line, startProgram } from "../support/worker.ts";

const WORKER = `${import.meta.dirname}/../.build/board-worker.mjs`;
const [PROCESSES, COMMANDS, LIVES] = [volume(6, 16), 50, volume(2, 4)];

function contextIn(cwd: string): CommandContext {
  const never = new AbortController().signal;
  return { cwd, env: { HOME: cwd }, now: new Date(), cancel: never, cancelNow: never };
}

async function newBoard(): Promise<string> {
  const folder = temporaryFolder();
  await initProject(contextIn(folder), { nested: true });
  return folder;
}

function start(folder: string, name: string, count: number) {
  return startProgram(process.execPath, [WORKER, folder, name, String(count)]);
}

interface Checked {
  readonly board: Board;
  readonly commands: number;
  readonly titles: readonly string[];
}

/** Tables, snapshot and log say the same, and nothing of the file is amiss. */
async function checked(folder: string): Promise<Checked> {
  const project = await openProject(projectAt(folder), "inspect");
  const { store } = project;
  try {
    const recorded = await store.load(BOARD_STREAM);
    expect(recorded.map(({ version }) => version)).toEqual(recorded.map((_, index) => index + 1));
    const events = recorded.map(boardDecider.upcast);
    const board = events.reduce(boardDecider.evolve, BOARD_START);
    expect(await readBoard(project)).toEqual(board);
    expect(byId(await store.rows(TASKS_TABLE), TASK_COLUMNS)).toEqual(tasksOf(board));
    expect(byId(await store.rows(DISPUTES_TABLE), ["id", "task_id", "status"])).toEqual(disputesOf(board));
    expect(await store.integrity()).toEqual([]);
    const titles = events.flatMap((event) => (event.type === "TaskAdded" ? event.data.title : []));
    return { board, commands: (await store.commands(BOARD_STREAM)).length, titles };
  } finally {
    store.close();
  }
}

const TASK_COLUMNS = ["id", "title", "status", "position", "rejection_count", "skipped"];

function byId(rows: readonly Row[], columns: readonly string[]): readonly Row[] {
  return rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null])));
}

function tasksOf({ tasks }: Board): readonly Row[] {
  const rows = [...valuesOf(tasks)].map(({ id, title, status, position, rejectionCount, skipped }) => {
    return { id, title, status, position, rejection_count: rejectionCount, skipped: skipped ? 1 : 0 };
  });
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function disputesOf({ disputes }: Board): readonly Row[] {
  const rows = [...valuesOf(disputes)].map(({ id, task, state }) => ({
    id,
    task_id: task,
    status: state.at,
  }));
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** What was said to be added is there, once. */
function expectKept(lines: readonly Line[], { board, titles }: Checked): void {
  const acknowledged = lines.flatMap(({ did, title }) => (did === "add" ? [String(title)] : []));
  expect(acknowledged.filter((title) => !titles.includes(title))).toEqual([]);
  expect(new Set(titles).size).toBe(titles.length);
  const disputes = new Set([...valuesOf(board.disputes)].map(({ id }) => String(id)));
  const raised = lines.flatMap(({ did, dispute }) => (did === "dispute" ? [String(dispute)] : []));
  expect(raised.filter((id) => !disputes.has(id))).toEqual([]);
}

/** Any command at all: after it `dispute.md` is in sync again, whoever was killed before it was. */
async function addTheLast(folder: string): Promise<void> {
  const task = await addTask(contextIn(folder), {
    ...{ as: undefined, model: undefined, section: undefined, source: undefined, before: undefined },
    ...{ title: "The last", after: [], files: [], notes: undefined },
  });
  if (isFailure(task)) throw new Error(task.message);
}

function disputesFile(folder: string): string {
  return readFileSync(join(folder, "dispute.md"), "utf8");
}

/** As somebody with the sqlite3 program would, as often as there is time. */
async function readMeanwhile(folder: string, isOver: () => boolean): Promise<number> {
  const database = new DatabaseSync(projectAt(folder).database, { readOnly: true });
  let readings = 0;
  try {
    while (!isOver()) {
      const [row] = database
        .prepare(
          `select (select count(*) from tasks where status = 'disputed') as disputed,
                  (select count(*) from disputes where status = 'open') as open,
                  (select count(distinct task_id) from audit) as audited,
                  (select count(*) from tasks) as tasks`,
        )
        .all() as { disputed: number; open: number; audited: number; tasks: number }[];
      expect(row?.open).toBe(row?.disputed);
      expect(row?.audited).toBeGreaterThanOrEqual(row?.tasks ?? 0);
      readings += 1;
      await sleep(5);
    }
  } finally {
    database.close();
  }
  return readings;
}

it(`given ${PROCESSES} processes with ${COMMANDS} mixed commands each, then nothing is lost or doubled, and a reader never sees half`, async () => {
  const folder = await newBoard();
  const workers = Array.from({ length: PROCESSES }, (_, number) => start(folder, `w${number}`, COMMANDS));
  let over = false;
  const reading = readMeanwhile(folder, () => over);
  const ends = await Promise.all(workers.map(({ ended }) => ended));
  over = true;
  expect(ends).toEqual(Array(PROCESSES).fill(0));
  expect(await reading).toBeGreaterThan(0);
  const lines = workers.flatMap((worker) => worker.lines);
  expect(lines).toHaveLength(PROCESSES * COMMANDS);
  const found = await checked(folder);
  expect(found.commands).toBe(lines.filter(({ changed }) => changed === true).length);
  expectKept(lines, found);
  expect(found.board.disputes.size).toBeGreaterThan(10);
  expect(disputesFile(folder)).toBe(renderDisputes(disputesDocument(found.board)));
});

it("given processes killed with -9 at any moment, then what was acknowledged is there and the next command syncs everything", async () => {
  const folder = await newBoard();
  const lines: Line[] = [];
  const live = async (name: string): Promise<void> => {
    for (let life = 0; life < LIVES; life += 1) {
      const worker = start(folder, `${name}.${life}`, 0);
      // After another number of commands each time: in the middle of whatever comes then.
      for (let line = 0; line <= (life * 5 + name.length) % 8; line += 1) await worker.next();
      worker.process.kill("SIGKILL");
      expect(await worker.ended).toBe("SIGKILL");
      lines.push(...worker.lines);
    }
  };
  await Promise.all(Array.from({ length: PROCESSES }, (_, number) => live(`k${number}`)));
  expect(lines.length).toBeGreaterThanOrEqual(PROCESSES * LIVES);
  expectKept(lines, await checked(folder));
  await addTheLast(folder);
  const found = await checked(folder);
  expectKept(lines, found);
  expect(disputesFile(folder)).toBe(renderDisputes(disputesDocument(found.board)));
});
