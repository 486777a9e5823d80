// How people name what is on the board: by an id, or by as much of its beginning as no other has.

import type { Board } from "../../core/board/board.ts";
import { sectionsInOrder } from "../../core/board/board.ts";
import { sameName } from "../../core/board/board-text.ts";
import type { Dispute } from "../../core/board/dispute.ts";
import { valuesByPrefix } from "../../core/board/id-map.ts";
import type { Section } from "../../core/board/section.ts";
import type { Task } from "../../core/board/task.ts";
import { NAMES_SHOWN_MAX } from "../../core/shared/bounds.ts";
import { nearestWord } from "../../core/shared/nearest.ts";
import { type Failure, isFailure, notFoundFailure } from "../failure.ts";

interface Kind<Value> {
  /** As in "there is no task …". */
  readonly one: string;
  readonly many: string;
  /** What lists them. */
  readonly list: string;
  name(value: Value): string;
  /** What is said of one that is not there, in place of "there is no". */
  readonly none?: string;
}

const TASKS: Kind<Pick<Task, "id" | "title">> = {
  one: "task",
  many: "tasks",
  list: "parley tasks list --status all",
  name: ({ id, title }) => `${id} "${title}"`,
};

/** Also those that are off the board. */
export const AUDITED_TASKS: Kind<{ readonly id: string }> = {
  ...TASKS,
  none: "there never was a",
  name: ({ id }) => id,
};

export const DISPUTES: Kind<{ readonly id: string; readonly taskTitle: string }> = {
  one: "dispute",
  many: "disputes",
  list: "parley dispute list",
  name: ({ id, taskTitle }) => `${id} "${taskTitle}"`,
};

const SECTIONS: Kind<NamedSection> = {
  one: "section",
  many: "sections",
  list: "parley sections list",
  name: ({ id, name }) => `${id} "${name}"`,
};

interface NamedSection {
  readonly id: string;
  readonly name: string;
}

export function taskNamed({ tasks }: Board, word: string): Task | Failure {
  return findByStart(word, (start) => valuesByPrefix(tasks, start), TASKS);
}

export function disputeNamed({ disputes }: Board, word: string): Dispute | Failure {
  return findByStart(word, (start) => valuesByPrefix(disputes, start), DISPUTES);
}

export function sectionNamed(board: Board, word: string): Section | Failure {
  return sectionAmong(sectionsInOrder(board), word);
}

/** Also by its name, in any case. */
export function sectionAmong<Value extends NamedSection>(
  sections: readonly Value[],
  word: string,
): Value | Failure {
  const called = sections.find(({ name }) => sameName(name, word.replace(/\s+/g, " ").trim()));
  if (called !== undefined) return called;
  const found = findByStart(word, (start) => sections.filter(({ id }) => id.startsWith(start)), SECTIONS);
  if (!isFailure(found) || found.code !== "no-section") return found;
  const meant = nearestWord(
    word,
    sections.map(({ name }) => name),
  );
  return meant === undefined ? found : { ...found, fix: `did you mean "${meant}"?` };
}

/** The one thing whose id begins so; `valuesByPrefix` gives all of them. */
export function findByStart<Value extends { readonly id: string }>(
  word: string,
  startingWith: (start: string) => Iterable<Value>,
  kind: Kind<NoInfer<Value>>,
): Value | Failure {
  const start = word.trim().toLowerCase();
  const begun = start === "" ? [] : [...startingWith(start)].sort((a, b) => (a.id < b.id ? -1 : 1));
  const [only] = begun;
  if (only !== undefined && begun.length === 1) return only;
  if (only === undefined) {
    const message = `${kind.none ?? "there is no"} ${kind.one} ${word}`;
    return notFoundFailure(`no-${kind.one}`, message, `see \`${kind.list}\``);
  }
  const shown = begun.slice(0, NAMES_SHOWN_MAX).map((value) => kind.name(value));
  const more = begun.length > NAMES_SHOWN_MAX ? ` and ${begun.length - NAMES_SHOWN_MAX} more` : "";
  return notFoundFailure(
    `several-${kind.many}`,
    `${word} may be any of ${begun.length} ${kind.many}`,
    `${shown.join(", ")}${more}`,
  );
}
