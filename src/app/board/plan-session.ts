// From a finished spec to the tasks that build it: proposed, edited by a person, added.

import { findTask } from "../../core/board/board.ts";
import { knownItems } from "../../core/board/known-items.ts";
import type { SpecMap } from "../../core/documents/finished-spec.ts";
import { gapsOf } from "../../core/refinement/session/session.ts";
import { type EditedItem, readPlan, renderPlan } from "../../document/plan/plan-text.ts";
import type { PlannedItem } from "../../document/plan/spec-plan.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { findSession } from "../sessions/find-session.ts";
import { engineOf } from "../sessions/open-session.ts";
import { withProject } from "../sessions/with-project.ts";
import type { AddedPlan, RemovedItem } from "../wire/plan.ts";
import { workOnText } from "../work/file-work.ts";
import { boardActor } from "./board-actor.ts";
import { changeBoard, readBoard } from "./change-board.ts";
import { arrivalOf, type PlanArrival } from "./plan-arrival.ts";
import { checkedSource } from "./source-link.ts";
import { rowOfTask } from "./task-row.ts";

interface PlanInput {
  readonly session: string | undefined;
  /** Brings back what was removed from the board. */
  readonly again: boolean;
}

export interface ProposedPlan {
  readonly session: string;
  /** The finished spec, from the project's root. */
  readonly spec: string;
  readonly again: boolean;
  /** How many are proposed; what follows is left out. */
  readonly tasks: number;
  readonly known: number;
  readonly removed: readonly RemovedItem[];
  /** A checklist for editing. */
  readonly text: string;
  /** All that may be tasks. */
  readonly gaps: readonly string[];
}

export async function proposePlan(
  context: CommandContext,
  { session: wanted, again }: PlanInput,
): Promise<ProposedPlan | Failure> {
  return await withProject(context, "read-only", async (project) => {
    const listed = await findSession(project.store, wanted);
    if (isFailure(listed)) return listed;
    const { live, documents, id: session } = await engineOf(project, listed.session);
    const { published } = live.ledger;
    if (published === null) return noSpec(session);
    const { path: spec } = published;
    const items = await workOnText("plan", {
      path: spec,
      text: await documents.text(published.sha256),
      map: JSON.parse(await documents.text(published.map)) as SpecMap,
      gaps: gapsOf(live),
    });
    const gaps = items.flatMap(({ gap }) => gap ?? []);
    const { fresh, known, removed } = await splitByBoard(project, items, { session, again });
    const text = renderPlan(fresh, { session, spec });
    return { session, spec, again, tasks: fresh.length, known, removed, text, gaps };
  });
}

async function splitByBoard(
  project: OpenProject,
  items: readonly PlannedItem[],
  { session, again }: { readonly session: string; readonly again: boolean },
) {
  const board = await readBoard(project);
  const entries = items.map(({ gap, heading, title, source }) => {
    const item = gap ?? heading;
    return { planned: item === null ? null : { session, item }, title, sourceFile: source };
  });
  const seen = knownItems(board, entries);
  const removed = entries.flatMap(({ planned, title }, index) =>
    planned !== null && seen[index]?.at === "removed" && !again ? [{ item: planned.item, title }] : [],
  );
  const fresh = items.filter(
    (_, index) => seen[index]?.at === "new" || (again && seen[index]?.at === "removed"),
  );
  return { fresh, removed, known: items.length - fresh.length - removed.length };
}

/** `text`: a plan as it was proposed, or as somebody left it. */
export async function addPlan(
  context: CommandContext,
  { session, spec, gaps, again }: ProposedPlan,
  text: string,
): Promise<AddedPlan | Failure> {
  const by = boardActor(context, { as: undefined, model: undefined });
  if (isFailure(by)) return by;
  const items = readPlan(text);
  return await withProject(context, "read-write", async (project) => {
    const sources = await sourcesOf(context, project, items);
    if (isFailure(sources)) return sources;
    const made: PlanArrival[] = [];
    const changed = await changeBoard(project, by, (board) => {
      const arrival = arrivalOf(board, { session, items, sources, gaps, again });
      if (isFailure(arrival)) return arrival;
      made.push(arrival);
      return arrival.wish;
    });
    if (isFailure(changed)) return changed;
    const { board, events, notices } = changed;
    const added = events.flatMap((event) => {
      const task = event.type === "TaskAdded" ? findTask(board, event.data.task) : null;
      return task === null ? [] : [rowOfTask(board, task)];
    });
    const { known = 0, removed = [], dropped = [] } = made.at(-1) ?? {};
    return { session, spec, added, known, removed, dropped, notices };
  });
}

type Sources = ReadonlyMap<string, string | null>;

/** Each is looked at once; what a person has written is from the root, as what was proposed. */
async function sourcesOf(
  context: CommandContext,
  { root }: OpenProject,
  items: readonly EditedItem[],
): Promise<Sources | Failure> {
  const sources = new Map<string, string | null>();
  for (const { source: link, line } of items) {
    if (link === null || sources.has(link)) continue;
    const checked = await checkedSource({ ...context, cwd: root }, { root, link });
    if (isFailure(checked)) return { ...checked, message: `line ${line} of the plan: ${checked.message}` };
    sources.set(link, checked);
  }
  return sources;
}

function noSpec(session: string): Failure {
  return {
    failed: "refused",
    code: "no-spec",
    message: `the session ${session} has left no finished spec`,
    fix: `see \`parley status ${session}\`; go on with \`parley resume ${session}\``,
  };
}
