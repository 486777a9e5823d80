// A board for tests: commands with as little said as can be, ids that count up, and checklists taken in.
import type { Board } from "../../src/core/board/board.ts";
import type { BoardCommand, BoardCommandType, CommandOf } from "../../src/core/board/board-command.ts";
import { boardDecider } from "../../src/core/board/board-decider.ts";
import type { BoardEvent } from "../../src/core/board/board-event.ts";
import {
  type DisputeId,
  disputeIdFromHex,
  type SectionId,
  sectionIdFromHex,
  type TaskId,
  taskIdFromHex,
} from "../../src/core/board/board-id.ts";
import { sameName } from "../../src/core/board/board-text.ts";
import { valuesOf } from "../../src/core/board/id-map.ts";
import type { Task } from "../../src/core/board/task.ts";
import { type BoardRole, parseActor, type Who } from "../../src/core/board/who.ts";
import { isRefusal, type Refusal } from "../../src/core/shared/refusal.ts";
import { type Timestamp, timestampFromMs } from "../../src/core/shared/timestamp.ts";
import { checklistBoard } from "../../src/document/checklist/checklist-board.ts";
import { planImport } from "../../src/document/checklist/plan-import.ts";
import { readChecklist } from "../../src/document/checklist/read-checklist.ts";

const START_MS = 1_700_000_000_000;
const HOUR_MS = 3_600_000;

export function at(hours: number): Timestamp {
  return timestampFromMs(START_MS + hours * HOUR_MS);
}

export function who(role: BoardRole): Who {
  const actor = parseActor(role === "human" ? "human:ada" : role === "system" ? "parley" : `model:${role}-1`);
  if (actor === null) throw new Error(role);
  return { actor, role };
}

const SCATTER = 0x9e3779b;
const DIGITS = 0x10000000;

/** No two numbers below 2^28 make the same seven digits, and neighbours are far apart. */
function hex(letter: string, number: number): string {
  const scattered = Number((BigInt(number) * BigInt(SCATTER)) % BigInt(DIGITS));
  return `${letter}${scattered.toString(16).padStart(7, "0")}`;
}

export const taskId = (number: number): TaskId => taskIdFromHex(hex("a", number));
export const sectionId = (number: number): SectionId => sectionIdFromHex(hex("b", number));
export const disputeId = (number: number): DisputeId => disputeIdFromHex(hex("c", number));

/** What a test need not say about a command. */
const UNSAID = {
  AddTask: { section: null, sourceFile: null, after: [], notes: "" },
  SkipTask: { skipped: true, notes: null },
  SkipSection: { skipped: true, notes: null },
  RemoveTask: { notes: null },
  ChangeStatus: { notes: null, commit: null },
  ApproveTask: { notes: null, commit: null },
  RejectTask: { notes: "not yet", commit: null },
  LinkCommit: { entry: null },
  OpenDispute: {
    raisedBy: "human",
    reason: "architecture_disagreement",
    detail: null,
    position: null,
    model: null,
    files: [],
  },
  LogMinorDispute: { raisedBy: "human", reason: "other", detail: null, notes: "a matter of taste" },
  GivePosition: { text: "so it should be", model: null },
  ResolveDispute: { notes: null },
  WithdrawDispute: { notes: null },
  AlertStale: { timeoutDays: 7, channel: "log" },
  ImportTasks: { sections: [], tasks: [] },
} as const;

type Loose<Type extends BoardCommandType> = {
  readonly type: Type;
  readonly as?: BoardRole;
  readonly hours?: number;
} & Partial<Omit<CommandOf<Type>, "type" | "at" | "by">>;

export function command<Type extends BoardCommandType>({ as, hours, ...said }: Loose<Type>): BoardCommand {
  const unsaid = (UNSAID as Partial<Record<BoardCommandType, object>>)[said.type] ?? {};
  return { ...unsaid, ...said, at: at(hours ?? 0), by: who(as ?? "human") } as unknown as BoardCommand;
}

/** A board that takes commands and remembers its events. */
export class World {
  board: Board = boardDecider.initial;
  readonly events: BoardEvent[] = [];
  #ids = 0;

  /** Does it, or says why not. */
  try<Type extends BoardCommandType>(said: Loose<Type>): readonly BoardEvent[] | Refusal {
    const decided = boardDecider.decide(command(said), this.board);
    if (isRefusal(decided)) return decided;
    for (const event of decided) this.board = boardDecider.evolve(this.board, event);
    this.events.push(...decided);
    return decided;
  }

  do<Type extends BoardCommandType>(said: Loose<Type>): readonly BoardEvent[] {
    const decided = this.try(said);
    if (isRefusal(decided)) throw new Error(`${said.type}: ${decided.message}`);
    return decided;
  }

  /** The code of the refusal; a test that expects one fails where there is none. */
  refused<Type extends BoardCommandType>(said: Loose<Type>): string {
    const before = this.board;
    const decided = this.try(said);
    if (!isRefusal(decided)) throw new Error(`${said.type} was not refused`);
    if (this.board !== before) throw new Error("a refusal left something behind");
    return decided.refused;
  }

  freshTask(): TaskId {
    this.#ids += 1;
    return taskId(this.#ids);
  }

  freshSection(): SectionId {
    this.#ids += 1;
    return sectionId(this.#ids);
  }

  add(title: string, about: Partial<CommandOf<"AddTask">> = {}): TaskId {
    this.#ids += 1;
    const id = taskId(this.#ids);
    this.do({ type: "AddTask", ...about, id, title });
    return id;
  }

  addSection(name: string): SectionId {
    this.#ids += 1;
    const id = sectionId(this.#ids);
    this.do({ type: "AddSection", id, name });
    return id;
  }

  /** A task in review after so many rejections. */
  inReview(title: string, rejections = 0): TaskId {
    const task = this.add(title);
    this.do({ type: "ChangeStatus", task, to: "review" });
    for (let count = 0; count < rejections; count += 1) {
      this.do({ type: "RejectTask", task, as: "reviewer" });
      this.do({ type: "ChangeStatus", task, to: "review", as: "coder" });
    }
    return task;
  }

  dispute(task: TaskId, about: Partial<Loose<"OpenDispute">> = {}): DisputeId {
    this.#ids += 1;
    const id = disputeId(this.#ids);
    this.do({ ...about, type: "OpenDispute", id, task });
    return id;
  }

  task(id: TaskId): Task {
    for (const task of valuesOf(this.board.tasks)) if (task.id === id) return task;
    throw new Error(`no task ${id}`);
  }

  /** Takes a checklist in as a command does. */
  take(text: string, file = "TODO.md"): void {
    const plan = planImport(readChecklist(text), checklistBoard(this.board), file);
    const sections = plan.sections.map((name) => {
      this.#ids += 1;
      return { id: sectionId(this.#ids), name };
    });
    const known = [...valuesOf(this.board.sections), ...sections];
    const tasks = plan.tasks.map(({ line: _, section, ...task }) => {
      this.#ids += 1;
      const home = section === null ? null : known.find(({ name }) => sameName(name, section));
      return { ...task, id: taskId(this.#ids), section: home?.id ?? null, sourceFile: null, after: [] };
    });
    this.do({ type: "ImportTasks", sections, tasks });
  }
}
