// How events change the sections.
import { type Board, findSection } from "./board.ts";
import type { BoardFold } from "./board-fold.ts";
import type { SectionId } from "./board-id.ts";
import { putById, removeById } from "./id-map.ts";
import type { Section } from "./section.ts";

export const SECTION_FOLD = {
  SectionAdded: (board, { section: id, name, position, at }) => {
    const added: Section = {
      id,
      name,
      position,
      skipped: false,
      lastPosition: 0,
      createdAt: at,
      updatedAt: at,
    };
    return { ...board, sections: putById(board.sections, added) };
  },
  SectionRenamed: (board, { section, name, at }) => changeSection(board, section, { name, updatedAt: at }),
  SectionMoved: (board, { section, position, at }) =>
    changeSection(board, section, { position, updatedAt: at }),
  SectionsRenumbered: (board, { positions }) =>
    positions.reduce(
      (changed, { section, position }) => changeSection(changed, section, { position }),
      board,
    ),
  SectionSkipSet: (board, { section, skipped, at }) =>
    changeSection(board, section, { skipped, updatedAt: at }),
  SectionRemoved: (board, { section }) => ({ ...board, sections: removeById(board.sections, section) }),
} satisfies Partial<BoardFold>;

function changeSection(board: Board, id: SectionId, change: Partial<Section>): Board {
  const section = findSection(board, id);
  if (section === null) throw new Error(`the section ${id} is not on the board`);
  return { ...board, sections: putById(board.sections, { ...section, ...change }) };
}

/** Takes note of a position that a task has got in a section, or outside all. */
export function withLastPosition(board: Board, id: SectionId | null, position: number): Board {
  if (id === null) return position > board.lastPosition ? { ...board, lastPosition: position } : board;
  const last = findSection(board, id)?.lastPosition ?? 0;
  return position > last ? changeSection(board, id, { lastPosition: position }) : board;
}
