// How events change the sections.
import { assertNever } from "../shared/assert-never.ts";
import { type Board, findSection } from "./board.ts";
import type { BoardEventOf } from "./board-event.ts";
import type { SectionId } from "./board-id.ts";
import { putById, removeById } from "./id-map.ts";
import type { Section } from "./section.ts";

type SectionEvent = BoardEventOf<
  | "SectionAdded"
  | "SectionRenamed"
  | "SectionMoved"
  | "SectionsRenumbered"
  | "SectionSkipSet"
  | "SectionRemoved"
>;

export function evolveSections(board: Board, event: SectionEvent): Board {
  switch (event.type) {
    case "SectionAdded": {
      const { section: id, name, position, at } = event.data;
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
    }
    case "SectionRenamed": {
      const { section, name, at } = event.data;
      return changeSection(board, section, { name, updatedAt: at });
    }
    case "SectionMoved": {
      const { section, position, at } = event.data;
      return changeSection(board, section, { position, updatedAt: at });
    }
    case "SectionsRenumbered":
      return event.data.positions.reduce(
        (changed, { section, position }) => changeSection(changed, section, { position }),
        board,
      );
    case "SectionSkipSet": {
      const { section, skipped, at } = event.data;
      return changeSection(board, section, { skipped, updatedAt: at });
    }
    case "SectionRemoved":
      return { ...board, sections: removeById(board.sections, event.data.section) };
    default:
      return assertNever(event);
  }
}

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
