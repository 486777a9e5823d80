// Work on a text that takes as long as it is, beside that on a session. Each loads only what it needs.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { IN_PLACE_CHARS_MAX } from "../../core/shared/bounds.ts";
import type { ReviewedDocuments, ReviewFindings } from "../../document/detect/detect-in-review.ts";
import type { DocumentRole, Inspection } from "../../document/inspect/inspection.ts";
import type { FinishedText, PlannedItem } from "../../document/plan/spec-plan.ts";
import type { RuleId } from "../../lint/lint-rules.ts";
import type { LintResult } from "../../lint/lint-spec.ts";
import type { SpecInventory } from "../../lint/spec-inventory.ts";
import type {
  ChecklistOutcome,
  ChecklistToImport,
  ChecklistWork,
  ImportResult,
} from "../board/take-in-checklist.ts";
import type { ExportResult } from "../board/write-out-checklist.ts";
import { workplace } from "./workplace.ts";

/** A spec, and from where the files it links to are looked for. */
interface SpecToLint {
  readonly text: string;
  readonly file: string;
  readonly cwd: string;
  readonly rules: readonly RuleId[];
}

/** Everything that goes in and comes out is plain data: it may travel to another thread. */
export const FILE_WORK = {
  async lint({ text, file, cwd, rules }: SpecToLint): Promise<LintResult> {
    const { lintSpec } = await import("../../lint/lint-spec.ts");
    return lintSpec({ text, file, knownFiles: filesFrom(cwd), rules: new Set(rules) });
  },

  async "find-gaps"({ text, file, cwd, rules }: SpecToLint): Promise<SpecInventory> {
    const { inventoryOfSpec } = await import("../../lint/spec-inventory.ts");
    return inventoryOfSpec(text, file, filesFrom(cwd), new Set(rules));
  },

  async inspect({
    text,
    role,
  }: {
    readonly text: string;
    readonly role: DocumentRole | null;
  }): Promise<Inspection> {
    const { inspectDocument } = await import("../../document/inspect/inspection.ts");
    const { inspectWork } = await import("../../document/inspect/inspect-work.ts");
    return (role === null ? inspectWork(text) : null) ?? inspectDocument(text, role);
  },

  async detect(documents: ReviewedDocuments): Promise<ReviewFindings> {
    const { detectInReview } = await import("../../document/detect/detect-in-review.ts");
    return detectInReview(documents);
  },

  async "import-checklist"(input: ChecklistToImport): Promise<ChecklistOutcome<ImportResult>> {
    const { takeInChecklist } = await import("../board/take-in-checklist.ts");
    return await takeInChecklist(input);
  },

  async "export-checklist"(work: ChecklistWork): Promise<ChecklistOutcome<ExportResult>> {
    const { writeOutChecklist } = await import("../board/write-out-checklist.ts");
    return await writeOutChecklist(work);
  },

  async plan(finished: FinishedText): Promise<readonly PlannedItem[]> {
    const { planOf } = await import("../../document/plan/spec-plan.ts");
    return planOf(finished);
  },
} as const;

function filesFrom(cwd: string): (path: string) => boolean {
  return (path) => existsSync(resolve(cwd, path));
}

type FileWork = typeof FILE_WORK;
type Input<Name extends keyof FileWork> = Parameters<FileWork[Name]>[0];
type Result<Name extends keyof FileWork> = Awaited<ReturnType<FileWork[Name]>>;

/** Beside the event loop, where the text is long: the one that is given, or the one that is to be written. */
export async function workOnText<Name extends keyof FileWork>(
  name: Name,
  input: Input<Name>,
  chars = "text" in input ? input.text.length : 0,
): Promise<Result<Name>> {
  if (workplace !== undefined && chars > IN_PLACE_CHARS_MAX)
    return (await workplace.do({ name, input }, { texts: NO_TEXTS })) as Result<Name>;
  const work = FILE_WORK[name] as (input: Input<Name>) => Promise<Result<Name>>;
  return await work(input);
}

const NO_TEXTS = { get: async () => null };
