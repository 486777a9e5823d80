// What is asked of sections.

import { type Board, findSection } from "../../core/board/board.ts";
import type { Place } from "../../core/board/board-command.ts";
import { freshIds, type SectionId, sectionIdFromHex } from "../../core/board/board-id.ts";
import type { Section } from "../../core/board/section.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, type Outcome, usageFailure } from "../failure.ts";
import { withProject } from "../sessions/with-project.ts";
import type { SectionRow } from "../wire/board.ts";
import { boardActor } from "./board-actor.ts";
import { type BoardCommandInput, changeBoard, randomHex } from "./change-board.ts";
import { sectionNamed } from "./find-on-board.ts";

export interface ChangedSection {
  /** As it is now; as it was, where it is gone. */
  readonly section: SectionRow;
  readonly notices: readonly string[];
}

export async function addSection(context: CommandContext, name: string): Outcome<ChangedSection> {
  return await changeSections(context, (board) => {
    const [id] = freshSectionIds(board, 1);
    return { section: id as SectionId, command: { type: "AddSection", id: id as SectionId, name } };
  });
}

export async function renameSection(
  context: CommandContext,
  input: { readonly section: string; readonly name: string },
): Outcome<ChangedSection> {
  const { section: word, name } = input;
  return await changeSectionNamed(context, word, ({ id: section }) => ({
    type: "RenameSection",
    section,
    name,
  }));
}

interface SectionMove {
  readonly section: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly first: boolean;
  readonly last: boolean;
}

export async function moveSection(context: CommandContext, move: SectionMove): Outcome<ChangedSection> {
  const { before, after, first, last } = move;
  if ([before !== undefined, after !== undefined, first, last].filter(Boolean).length !== 1)
    return unclearPlace();
  return await changeSectionNamed(context, move.section, ({ id: section }, board) => {
    const to = placeOf(board, move);
    return isFailure(to) ? to : { type: "MoveSection", section, to };
  });
}

function placeOf(board: Board, { before, after, first }: SectionMove): Place<SectionId> | Failure {
  const beside = before ?? after;
  if (beside === undefined) return { at: first ? "first" : "last" };
  const other = sectionNamed(board, beside);
  return isFailure(other) ? other : { at: before === undefined ? "after" : "before", other: other.id };
}

export async function skipSection(
  context: CommandContext,
  input: { readonly section: string; readonly skipped: boolean; readonly notes: string | undefined },
): Outcome<ChangedSection> {
  const { skipped, notes = null } = input;
  const commandFor = ({ id: section }: Section) =>
    ({ type: "SkipSection", section, skipped, notes }) as const;
  return await changeSectionNamed(context, input.section, commandFor);
}

/** Only an empty one. */
export async function removeSection(context: CommandContext, name: string): Outcome<ChangedSection> {
  return await changeSectionNamed(context, name, ({ id: section }) => ({ type: "RemoveSection", section }));
}

export function freshSectionIds(board: Board, count: number): readonly SectionId[] {
  return freshIds(
    count,
    () => sectionIdFromHex(randomHex()),
    (id) => findSection(board, id) !== null,
  );
}

async function changeSectionNamed(
  context: CommandContext,
  word: string,
  commandFor: (section: Section, board: Board) => BoardCommandInput | Failure,
): Outcome<ChangedSection> {
  return await changeSections(context, (board) => {
    const section = sectionNamed(board, word);
    if (isFailure(section)) return section;
    const command = commandFor(section, board);
    return isFailure(command) ? command : { section: section.id, command, before: section };
  });
}

interface SectionRequest {
  readonly section: SectionId;
  readonly command: BoardCommandInput;
  readonly before?: Section;
}

async function changeSections(
  context: CommandContext,
  requestOn: (board: Board) => SectionRequest | Failure,
): Outcome<ChangedSection> {
  const by = boardActor(context);
  if (isFailure(by)) return by;
  return await withProject(context, "read-write", async (project) => {
    const asked: SectionRequest[] = [];
    const changed = await changeBoard(project, by, (board) => {
      const request = requestOn(board);
      if (isFailure(request)) return request;
      asked.push(request);
      return request.command;
    });
    if (isFailure(changed)) return changed;
    const last = asked.at(-1);
    const section = last === undefined ? null : (findSection(changed.board, last.section) ?? last.before);
    if (section === null || section === undefined) throw new Error("a section was changed that is nowhere");
    return { section: rowOf(section), notices: changed.notices };
  });
}

function rowOf({ id, name, position, skipped, createdAt, updatedAt }: Section): SectionRow {
  return { id, name, position, skipped, createdAt, updatedAt };
}

function unclearPlace(): Failure {
  return usageFailure(
    "place",
    "say one place to move it to",
    "--before SECTION, --after SECTION, --first or --last",
  );
}
