// How people name what is on the board: by an id, or by as much of its beginning as no other has.

import type { Board } from "../../core/board/board.ts";
import { sectionsInOrder } from "../../core/board/board.ts";
import { sameName } from "../../core/board/board-text.ts";
import type { Dispute } from "../../core/board/dispute.ts";
import { type Identified, type IdMap, startingWith } from "../../core/board/id-map.ts";
import type { Section } from "../../core/board/section.ts";
import type { Task } from "../../core/board/task.ts";
import { NAMES_SHOWN_MAX } from "../../core/shared/bounds.ts";
import type { Failure } from "../failure.ts";
import { nearest } from "../nearest.ts";

interface Kind<Value> {
  /** As in "there is no task …". */
  readonly one: string;
  readonly many: string;
  /** What lists them. */
  readonly list: string;
  name(value: Value): string;
}

const TASKS: Kind<Task> = {
  one: "task",
  many: "tasks",
  list: "parley tasks list --status all",
  name: ({ id, title }) => `${id} "${title}"`,
};

const DISPUTES: Kind<Dispute> = {
  one: "dispute",
  many: "disputes",
  list: "parley dispute list",
  name: ({ id, taskTitle }) => `${id} "${taskTitle}"`,
};

const SECTIONS: Kind<Section> = {
  one: "section",
  many: "sections",
  list: "parley sections list",
  name: ({ id, name }) => `${id} "${name}"`,
};

export function taskNamed({ tasks }: Board, word: string): Task | Failure {
  return named(tasks, word, TASKS);
}

export function disputeNamed({ disputes }: Board, word: string): Dispute | Failure {
  return named(disputes, word, DISPUTES);
}

/** Also by its name, in any case. */
export function sectionNamed(board: Board, word: string): Section | Failure {
  const sections = sectionsInOrder(board);
  const called = sections.find(({ name }) => sameName(name, word.replace(/\s+/g, " ").trim()));
  if (called !== undefined) return called;
  const found = named(board.sections, word, SECTIONS);
  if (!("failed" in found) || found.code !== "no-section") return found;
  const meant = nearest(
    word,
    sections.map(({ name }) => name),
  );
  return meant === undefined ? found : { ...found, fix: `did you mean "${meant}"?` };
}

function named<Value extends Identified>(
  map: IdMap<Value>,
  word: string,
  kind: Kind<Value>,
): Value | Failure {
  const typed = word.trim().toLowerCase();
  const begun = typed === "" ? [] : [...startingWith(map, typed)].sort(byId);
  const [only] = begun;
  if (only !== undefined && begun.length === 1) return only;
  if (begun.length > 1) return severalBegin(word, begun, kind);
  return {
    failed: "not-found",
    code: `no-${kind.one}`,
    message: `there is no ${kind.one} ${word}`,
    fix: `see \`${kind.list}\``,
  };
}

function severalBegin<Value>(word: string, begun: readonly Value[], kind: Kind<Value>): Failure {
  const shown = begun.slice(0, NAMES_SHOWN_MAX).map((value) => kind.name(value));
  const more = begun.length > NAMES_SHOWN_MAX ? ` and ${begun.length - NAMES_SHOWN_MAX} more` : "";
  return {
    failed: "not-found",
    code: `several-${kind.many}`,
    message: `${word} may be any of ${begun.length} ${kind.many}`,
    fix: `${shown.join(", ")}${more}`,
  };
}

function byId(a: Identified, b: Identified): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
