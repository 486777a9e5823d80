import type { Timestamp } from "../shared/timestamp.ts";
import type { SectionId } from "./board-id.ts";

export interface Section {
  readonly id: SectionId;
  readonly name: string;
  /** Sections are in the order of these numbers, which need not be whole. */
  readonly position: number;
  /** Its tasks are passed over. */
  readonly skipped: boolean;
  /** The highest position a task in it has had: a new task goes below. */
  readonly lastPosition: number;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
}
