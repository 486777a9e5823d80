// A process that works on a project's board as commands do, one after the other, and tells on stdout what it got
// acknowledged, a JSON document a line: PROJECT NAME COUNT, without end where COUNT is 0.

import { writeSync } from "node:fs";
import { addTask } from "../../src/app/board/add-task.ts";
import { addSection } from "../../src/app/board/change-section.ts";
import {
  approveTask,
  type ChangedTask,
  moveTask,
  rejectTask,
  removeTask,
  skipTask,
  updateTask,
} from "../../src/app/board/change-task.ts";
import {
  createDispute,
  logMinorDispute,
  resolveDispute,
  withdrawDispute,
} from "../../src/app/board/disputes-change.ts";
import { disputeViews } from "../../src/app/board/disputes-view.ts";
import { listTasks } from "../../src/app/board/list-tasks.ts";
import type { CommandContext } from "../../src/app/command-context.ts";
import { type Failure, isFailure } from "../../src/app/failure.ts";
import { withProject } from "../../src/app/sessions/with-project.ts";
import type { TaskRow } from "../../src/app/wire/board.ts";

const [cwd = "", name = "", count = "0"] = process.argv.slice(2);
const never = new AbortController().signal;
const NOBODY_ELSE = { as: undefined, model: undefined };
const REVIEWER = { as: "reviewer", model: "critic" };

function contextIn(): CommandContext {
  return { cwd, env: { HOME: cwd }, now: new Date(), cancel: never, cancelNow: never };
}

/** Synchronously, so that a line that was said is said even if the process dies at once. */
function say(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`);
}

let seed = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2_147_483_647, 7);

/** Different in each process, and the same in each run. */
function chance(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
}

function anyOf<Value>(values: readonly Value[]): Value | undefined {
  return values[chance(Math.max(1, values.length))];
}

type Outcome = { readonly did: string; readonly changed: boolean; readonly [more: string]: unknown };

function told(did: string, done: ChangedTask | Failure): Outcome | Failure {
  return isFailure(done) ? done : { did, changed: done.events.length > 0, task: done.task.id };
}

const ADD: Omit<Parameters<typeof addTask>[1], "title"> = {
  ...NOBODY_ELSE,
  section: undefined,
  source: undefined,
  after: [],
  files: [],
  notes: undefined,
  before: undefined,
};

const UNCHANGED: Omit<Parameters<typeof updateTask>[1], "task"> = {
  ...NOBODY_ELSE,
  status: undefined,
  title: undefined,
  source: undefined,
  after: null,
  files: null,
  notes: undefined,
  commit: undefined,
};

async function add(number: number): Promise<Outcome | Failure> {
  const title = `${name}-${number}`;
  const added = await addTask(contextIn(), { ...ADD, title });
  return isFailure(added) ? added : { did: "add", changed: true, title, task: added.task.id };
}

async function ofTask({ id: task, title, status }: TaskRow): Promise<Outcome | Failure> {
  const [here, by] = [contextIn(), { ...NOBODY_ELSE, task, notes: "because", commit: undefined }];
  switch (chance(10)) {
    case 0:
    case 1:
    case 2:
      return told("hand-in", await updateTask(here, { ...UNCHANGED, task, status: "review" }));
    case 3:
      return told("rename", await updateTask(here, { ...UNCHANGED, task, title: `${title}'` }));
    case 4:
      return told("skip", await skipTask(here, { ...by, skipped: chance(2) === 0 }));
    case 5:
      return told("move", await moveTask(here, { ...by, ...BESIDE_NONE, ...anyEnd() }));
    case 6:
      return status === "review"
        ? told("reject", await rejectTask(here, { ...by, ...REVIEWER }))
        : told("remove", await removeTask(here, by));
    case 7:
      return told("approve", await approveTask(here, { ...by, ...REVIEWER }));
    default:
      return await dispute(task);
  }
}

const BESIDE_NONE = { section: undefined, before: undefined, afterTask: undefined };

function anyEnd(): { readonly first: boolean; readonly last: boolean } {
  const first = chance(2) === 0;
  return { first, last: !first };
}

async function dispute(task: string): Promise<Outcome | Failure> {
  const minor = chance(3) === 0;
  const wishes = { ...NOBODY_ELSE, task, reason: "scope_disagreement", detail: undefined };
  const done = minor
    ? await logMinorDispute(contextIn(), { ...wishes, notes: "a matter of taste" })
    : await createDispute(contextIn(), { ...wishes, position: "it is in scope" });
  return isFailure(done) ? done : { did: "dispute", changed: true, dispute: done.dispute.id };
}

async function settle(): Promise<Outcome | Failure> {
  const views = await withProject(contextIn(), "read-only", ({ store }) => disputeViews(store, new Date()));
  if (isFailure(views)) return views;
  const open = anyOf(views.filter(({ status }) => status === "open"));
  if (open === undefined) return { did: "nothing", changed: false };
  const wishes = { dispute: open.id, notes: "so be it" };
  const done =
    chance(3) === 0
      ? await withdrawDispute(contextIn(), wishes)
      : await resolveDispute(contextIn(), { ...wishes, decision: anyOf(["coder", "reviewer"]) });
  return isFailure(done) ? done : { did: "settle", changed: true, dispute: open.id };
}

async function one(number: number): Promise<Outcome | Failure> {
  const kind = chance(10);
  if (kind < 3) return await add(number);
  if (kind === 3) return await settle();
  if (kind === 4 && number % 10 === 0) {
    const added = await addSection(contextIn(), `${name} ${number}`);
    return isFailure(added) ? added : { did: "section", changed: true, section: added.section.id };
  }
  const list = await listTasks(contextIn(), { status: "all", section: undefined });
  const task = isFailure(list) ? undefined : anyOf(list.tasks);
  return task === undefined ? await add(number) : await ofTask(task);
}

/** What others may have done meanwhile: a task is gone, a dispute settled, a status another. */
const EXPECTED = new Set(["not-found", "refused"]);

for (let number = 1; count === "0" || number <= Number(count); number += 1) {
  const outcome = await one(number);
  if (!isFailure(outcome)) say(outcome);
  else if (EXPECTED.has(outcome.failed)) say({ did: "refused", changed: false, code: outcome.code });
  else throw new Error(`${outcome.code}: ${outcome.message}`);
}
