import { assertNever } from "../shared/assert-never.ts";
import type { Board } from "./board.ts";
import type { BoardEvent } from "./board-event.ts";
import { isShownInDisputes } from "./disputes-document.ts";
import { evolveDisputes } from "./evolve-disputes.ts";
import { evolveSections } from "./evolve-sections.ts";
import { evolveTasks } from "./evolve-tasks.ts";

/** What the board remembers after an event. No rule is applied here: those made the event. */
export function evolve(board: Board, event: BoardEvent): Board {
  const entries = board.entries + 1;
  const disputesAt = isShownInDisputes(board, event) ? entries : board.disputesAt;
  return evolveRest({ ...board, entries, disputesAt }, event);
}

function evolveRest(board: Board, event: BoardEvent): Board {
  switch (event.type) {
    case "SectionAdded":
    case "SectionRenamed":
    case "SectionMoved":
    case "SectionsRenumbered":
    case "SectionSkipSet":
    case "SectionRemoved":
      return evolveSections(board, event);
    case "TaskAdded":
    case "TaskRenamed":
    case "SourceSet":
    case "NotesSet":
    case "TaskMoved":
    case "TasksRenumbered":
    case "TaskSkipSet":
    case "AfterSet":
    case "TaskRemoved":
    case "StatusChanged":
    case "CommitLinked":
    case "PlacesNoted":
      return evolveTasks(board, event);
    case "DisputeOpened":
    case "MinorDisputeLogged":
    case "PositionSettled":
    case "DisputeResolved":
    case "DisputeWithdrawn":
    case "StaleAlerted":
      return evolveDisputes(board, event);
    default:
      return assertNever(event);
  }
}
