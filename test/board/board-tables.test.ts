// The tables are made event by event; here they are worked out again from the folded board and the raw log.
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openSqliteStore } from "../../src/adapters/store-sqlite/open-store.ts";
import { BOARD_STREAM, type Board } from "../../src/core/board/board.ts";
import type { BoardCommand } from "../../src/core/board/board-command.ts";
import { boardDecider } from "../../src/core/board/board-decider.ts";
import { valuesOf } from "../../src/core/board/id-map.ts";
import type { JsonObject } from "../../src/core/shared/json.ts";
import { isRefusal } from "../../src/core/shared/refusal.ts";
import { AUDIT_TABLE, DISPUTES_TABLE, SECTIONS_TABLE, TASKS_TABLE } from "../../src/engine/board-tables.ts";
import { execute } from "../../src/engine/execute.ts";
import type { EventLog, RecordedEvent, Row, Store, StoredCommand } from "../../src/engine/ports.ts";
import { BOARD_PROJECTION } from "../../src/engine/projections.ts";
import { openMemoryStore } from "../support/memory-store.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { randomCommands } from "./random-commands.ts";

function stored(command: BoardCommand, number: number): StoredCommand {
  const { type, at, by, ...data } = command;
  return {
    id: `c${number}`,
    at,
    actor: by.actor,
    type,
    v: 1,
    data: { by, ...data } as unknown as JsonObject,
  };
}

function commandOf({ type, at, data }: StoredCommand): BoardCommand {
  return { ...data, type, at } as unknown as BoardCommand;
}

async function run(log: EventLog, commands: Iterable<(board: Board) => BoardCommand>): Promise<Board> {
  let [board, version, number] = [boardDecider.initial, 0, 0];
  for (const make of commands) {
    number += 1;
    const command = make(board);
    const executed = await execute({
      log,
      fold: boardDecider,
      stream: BOARD_STREAM,
      decide: (_, state) => ({ decided: boardDecider.decide(command, state), blobs: [] }),
      stored: () => stored(command, number),
      from: { state: board, version },
    });
    if (executed.at === "refused") {
      expect(executed.refusal.message).not.toBe("");
      expect(await log.load(BOARD_STREAM, version)).toEqual([]);
    } else if (executed.at === "done" || executed.at === "unchanged") {
      board = executed.state;
      version = executed.version;
    } else throw new Error(executed.at);
  }
  return board;
}

/** From the state, without looking at how the tables are made. */
function expectedTables(board: Board): Record<string, readonly Row[]> {
  const byId = (rows: Row[]): Row[] => rows.sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
  const tasks = [...valuesOf(board.tasks)].map(
    (task): Row => ({
      id: task.id,
      title: task.title,
      status: task.status,
      section_id: task.section,
      position: task.position,
      source_file: task.sourceFile,
      rejection_count: task.rejectionCount,
      skipped: task.skipped ? 1 : 0,
      created_at: task.createdAt,
      updated_at: task.updatedAt,
      after: JSON.stringify(task.after),
      notes: task.notes,
      created_by: task.createdBy,
      files: JSON.stringify(task.files),
      session: task.planned?.session ?? null,
    }),
  );
  const sections = [...valuesOf(board.sections)].map(
    ({ id, name, position, skipped, createdAt, updatedAt }): Row => ({
      id,
      name,
      position,
      skipped: skipped ? 1 : 0,
      created_at: createdAt,
      updated_at: updatedAt,
    }),
  );
  const disputes = [...valuesOf(board.disputes)].map(({ positions, state, ...dispute }): Row => {
    const [coder, reviewer] = [positions.coder, positions.reviewer];
    return {
      id: dispute.id,
      task_id: dispute.task,
      type: dispute.weight === "minor" ? "minor" : dispute.raisedBy,
      raised_by: dispute.raisedBy,
      weight: dispute.weight,
      status: state.at,
      reason: dispute.reason,
      detail: dispute.detail,
      coder_position: coder.at === "given" ? coder.text : null,
      reviewer_position: reviewer.at === "given" ? reviewer.text : null,
      resolution: state.at === "resolved" ? state.decision : null,
      notes: state.at === "open" ? null : state.notes,
      created_by: dispute.createdBy,
      created_at: dispute.createdAt,
      resolved_by: state.at === "open" ? null : state.closed.by,
      resolved_at: state.at === "open" ? null : state.closed.at,
      task_title: dispute.taskTitle,
      coder_model: coder.at === "given" ? coder.model : null,
      reviewer_model: reviewer.at === "given" ? reviewer.model : null,
      files: JSON.stringify(dispute.files),
      stale_alerted_at: dispute.staleAlertedAt,
    };
  });
  return { tasks: byId(tasks), sections: byId(sections), disputes: byId(disputes) };
}

/** Along the audit a task's statuses join up, from nothing to what the board says, or to nothing again. */
function checkAudit(board: Board, rows: readonly Row[], events: readonly RecordedEvent[]): void {
  const status = new Map<string, string | null>();
  for (const { id, task_id: task, from_status: from, to_status: to, actor, created_at: at } of rows) {
    const event = events[Number(id) - 1];
    expect([event?.version, event?.data.at]).toEqual([id, at]);
    expect(String(actor)).toMatch(/^(?:human|model):.|^parley$/);
    if (task === null) continue;
    expect(status.get(String(task)) ?? null).toBe(from);
    status.set(String(task), to === null ? null : String(to));
  }
  const alive = [...status].filter(([, now]) => now !== null);
  expect(new Map(alive)).toEqual(
    new Map([...valuesOf(board.tasks)].map((task) => [String(task.id), task.status])),
  );
  const links = events.filter(({ type }) => type === "CommitLinked");
  for (const { data } of links) {
    const last = links.findLast((other) => other.data.entry === data.entry);
    expect(rows.find(({ id }) => id === data.entry)?.commit_sha).toBe(last?.data.commit);
  }
}

async function checkStore(store: Store, board: Board): Promise<void> {
  const expected = expectedTables(board);
  for (const table of [TASKS_TABLE, SECTIONS_TABLE, DISPUTES_TABLE]) {
    expect(await store.rows(table)).toEqual(expected[table.table]);
  }
  const events = await store.load(BOARD_STREAM);
  checkAudit(board, await store.rows(AUDIT_TABLE), events);
}

describe("any commands on the board", () => {
  it("given the log, then tables, folds and decisions made again are the same, and refusals leave nothing", async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(), async (commands) => {
        const store = openMemoryStore([BOARD_PROJECTION]);
        const board = await run(store, commands);
        await checkStore(store, board);

        const events = (await store.load(BOARD_STREAM)).map(boardDecider.upcast);
        expect(board.entries).toBe(events.length);
        const half = events.slice(0, events.length / 2).reduce(boardDecider.evolve, boardDecider.initial);
        const kept = JSON.parse(JSON.stringify(half)) as Board;
        expect(events.slice(events.length / 2).reduce(boardDecider.evolve, kept)).toEqual(board);

        let again = boardDecider.initial;
        for (const recorded of await store.commands(BOARD_STREAM)) {
          const decided = boardDecider.decide(commandOf(recorded), again);
          if (isRefusal(decided)) throw new Error(`${recorded.type} is refused the second time`);
          const made = events.slice(recorded.firstVersion - 1, recorded.lastVersion);
          expect(decided.map(({ type, data }) => ({ type, data }))).toEqual(
            made.map(({ type, data }) => ({ type, data })),
          );
          again = decided.reduce(boardDecider.evolve, again);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("given a file, then its tables hold the same", async () => {
    const [commands] = fc.sample(randomCommands(), { numRuns: 1, seed: 7 });
    const store = await openSqliteStore({
      file: join(temporaryFolder(), "parley.db"),
      mode: "read-write",
      projections: [BOARD_PROJECTION],
    });
    const board = await run(store, commands ?? []);
    await checkStore(store, board);
    store.close();
  });
});
