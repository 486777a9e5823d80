// What `tasks`, `sections` and `board` tell programs. Like every file here: types alone, for whoever reads what parley answers.
import type { TaskStatus } from "../../core/board/task-status.ts";
import type { TaskBuild } from "./work.ts";

export interface TaskRow {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  /** The name of its section; `null` above all sections. */
  readonly section: string | null;
  readonly sectionId: string | null;
  readonly position: number;
  readonly sourceFile: string | null;
  readonly after: readonly string[];
  /** Globs that its work is to stay in; none: anywhere. */
  readonly files: readonly string[];
  readonly rejectionCount: number;
  readonly skipped: boolean;
  readonly notes: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** All there is about one task. */
export interface TaskView extends TaskRow {
  /** The open dispute about it. */
  readonly dispute: string | null;
  /** Every dispute there was about it, oldest first. */
  readonly disputes: readonly string[];
  /** Itself or with its section. */
  readonly passedOver: boolean;
  readonly foundations: readonly NamedTask[];
  /** What of them it still waits for; a dispute is taken as done, as the loop does by default. */
  readonly waitsFor: readonly string[];
  /** The tasks that come after it. */
  readonly dependents: readonly NamedTask[];
  readonly feedback: readonly { readonly role: string; readonly text: string; readonly at: string }[];
}

/** The same, and what builds did with it. */
export interface TaskStory extends TaskView {
  /** `null` where no build has come to it. */
  readonly build: TaskBuild | null;
}

export interface TaskName {
  readonly id: string;
  readonly title: string;
}

export interface NamedTask extends TaskName {
  readonly status: string;
}

export interface AuditRow {
  readonly id: number;
  /** `null` for what is about a section. */
  readonly taskId: string | null;
  readonly fromStatus: string | null;
  readonly toStatus: string | null;
  readonly actor: string;
  readonly notes: string | null;
  readonly commitSha: string | null;
  readonly createdAt: string;
}

export interface SectionRow {
  readonly id: string;
  readonly name: string;
  readonly position: number;
  readonly skipped: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface ListedSection extends SectionRow {
  readonly tasks: number;
  readonly completed: number;
}

export type StatusCounts = Readonly<Record<TaskStatus, number>>;

export interface BoardOverview {
  readonly tasks: number;
  readonly counts: StatusCounts;
  readonly skipped: number;
  readonly sections: readonly OverviewSection[];
  readonly next: OverviewNext;
  readonly disputes: {
    readonly open: number;
    readonly stale: number;
    readonly timeoutDays: number;
    /** The open ones, oldest first. */
    readonly list: readonly OverviewDispute[];
  };
}

export interface OverviewSection {
  /** `null` for what stands above all sections. */
  readonly id: string | null;
  readonly name: string | null;
  readonly skipped: boolean;
  readonly tasks: number;
  readonly counts: StatusCounts;
}

export interface OverviewNext {
  readonly does: "review" | "resume" | "start" | "nothing";
  readonly id: string | null;
  readonly title: string | null;
  readonly why: string;
}

export interface OverviewDispute {
  readonly id: string;
  readonly taskId: string;
  readonly taskTitle: string;
  readonly reason: string;
  readonly daysOpen: number;
  readonly stale: boolean;
}
