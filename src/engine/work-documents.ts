import type { WorkPurpose } from "../core/build/task-work.ts";

/** The names of the documents that calls about tasks are asked for. */
export const WORK_DOCUMENTS: Readonly<Record<WorkPurpose, string>> = {
  coder: "coder.md",
  reviewer: "review.md",
  position: "position.md",
  guide: "guide.md",
};
