// What several commands of the board take.
import { flagOption, textArgument, textOption } from "./command.ts";

export const SECTION_ARGUMENT = textArgument("SECTION", "Its name, its id, or the beginning of the id.");

export const NOTES = textOption("--notes", "Why; kept in the audit.");
export const OFF = flagOption("--off", "No longer pass it over.");
export const FIRST = flagOption("--first", "To the top.");
export const LAST = flagOption("--last", "To the end.");
export const DRY_RUN = flagOption("--dry-run", "Change nothing; show what would come of it.");
