// What is done to sections.
import { isRefusal, type Refusal } from "../shared/refusal.ts";
import { type Board, byPosition, findSection, sectionsInOrder } from "./board.ts";
import type { CommandOf, NewSection } from "./board-command.ts";
import type { SectionId } from "./board-id.ts";
import { refuse } from "./board-refusal.ts";
import { checkName, readWords, refuseLongTexts, sameName } from "./board-text.ts";
import type { Draft } from "./draft.ts";
import { valuesOf } from "./id-map.ts";
import { isBetween, neighboursOf, positionBetween } from "./positions.ts";
import type { Section } from "./section.ts";

/** A board with more parts than that is several boards. */
const SECTIONS_MAX = 2_000;

export function addSection(draft: Draft, { id, name: wanted }: NewSection): Refusal | null {
  if (findSection(draft.board, id) !== null) {
    return refuse("id-taken", `there is a section ${id} already`, "Try again with another id.");
  }
  if (draft.board.sections.size >= SECTIONS_MAX) {
    return refuse("too-many", `a board has at most ${SECTIONS_MAX} sections`);
  }
  const name = freeName(draft.board, wanted, null);
  if (isRefusal(name)) return name;
  const { above } = neighboursOf([...valuesOf(draft.board.sections)], "last", null);
  draft.emit("SectionAdded", { section: id, name, position: positionBetween({ above, below: null }) ?? 1 });
  return null;
}

export function renameSection(draft: Draft, command: CommandOf<"RenameSection">): Refusal | null {
  const section = draft.section(command.section);
  if (isRefusal(section)) return section;
  const name = freeName(draft.board, command.name, section.id);
  if (isRefusal(name)) return name;
  if (name !== section.name) draft.emit("SectionRenamed", { section: section.id, name, was: section.name });
  return null;
}

function freeName(board: Board, text: string, own: SectionId | null): string | Refusal {
  const name = checkName(text);
  if (isRefusal(name)) return name;
  for (const other of valuesOf(board.sections)) {
    if (other.id !== own && sameName(other.name, name)) {
      return refuse("name-taken", `there is a section "${other.name}" already: ${other.id}`);
    }
  }
  return name;
}

export function moveSection(draft: Draft, { section: id, to }: CommandOf<"MoveSection">): Refusal | null {
  const section = draft.section(id);
  if (isRefusal(section)) return section;
  const other = to.at === "before" || to.at === "after" ? draft.section(to.other) : null;
  if (isRefusal(other)) return other;
  if (other?.id === id) return null;
  const others = sectionsInOrder(draft.board).filter((one) => one.id !== id);
  const neighbours = neighboursOf(others, to.at, other);
  if (isBetween(section.position, neighbours)) return null;
  const position = positionBetween(neighbours);
  if (position === null) return moveAnew(draft, { section, others, above: neighbours.above });
  draft.emit("SectionMoved", { section: id, name: section.name, position });
  return null;
}

interface SectionPlacement {
  readonly section: Section;
  readonly others: readonly Section[];
  readonly above: number | null;
}

function moveAnew(draft: Draft, { section, others, above }: SectionPlacement): null {
  const before = others.filter(({ position }) => above !== null && position <= above).length;
  const positions = others
    .toSorted(byPosition)
    .map(({ id }, index) => ({ section: id, position: index < before ? index + 1 : index + 2 }));
  draft.emit("SectionsRenumbered", { positions });
  draft.emit("SectionMoved", { section: section.id, name: section.name, position: before + 1 });
  return null;
}

export function skipSection(draft: Draft, command: CommandOf<"SkipSection">): Refusal | null {
  const section = draft.section(command.section);
  if (isRefusal(section)) return section;
  const { skipped } = command;
  if (section.skipped === skipped) return null;
  const notes = readWords(command.notes);
  const long = refuseLongTexts(notes);
  if (long !== null) return long;
  draft.emit("SectionSkipSet", { section: section.id, name: section.name, skipped, notes });
  return null;
}

export function removeSection(draft: Draft, { section: id }: CommandOf<"RemoveSection">): Refusal | null {
  const section = draft.section(id);
  if (isRefusal(section)) return section;
  let tasks = 0;
  for (const task of valuesOf(draft.board.tasks)) if (task.section === id) tasks += 1;
  if (tasks > 0) {
    const message = `the section ${id} "${section.name}" has ${tasks} ${tasks === 1 ? "task" : "tasks"}`;
    return refuse("not-empty", message, "Move or remove its tasks first, or skip the section.");
  }
  draft.emit("SectionRemoved", { section: id, name: section.name });
  return null;
}
