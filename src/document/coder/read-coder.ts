// `coder.md`: what a coder says of its work on a task, in the form it was asked for and in no other.
import { ANSWER_WORDS, type CoderDocument, type CoderOutcome } from "../../core/documents/coder-document.ts";
import { type FormFault, type FormReading, refuseForm } from "../../core/documents/form-reading.ts";
import { DISPUTE_CHARS_MAX, DISPUTE_LABELS, readDispute } from "../reading/dispute-fields.ts";
import { readFindingRows } from "../reading/finding-rows.ts";
import {
  type FormField,
  fieldFaults,
  fieldText,
  formFields,
  missingField,
  parseForm,
} from "../reading/form-fields.ts";
import { VERDICT_LABEL, verdictWord } from "../reading/verdict-word.ts";
import { saysNone } from "../render/free-text.ts";

const NO_CHANGE = "No change needed";
const BLOCKED = "BLOCKED_NEEDS_INPUT";
const NOT_DONE = "Not done";
const LABELS = ["Summary", NOT_DONE, NO_CHANGE, BLOCKED, VERDICT_LABEL, ...DISPUTE_LABELS] as const;
type Label = (typeof LABELS)[number];

const CHARS_MAX: Readonly<Record<Label, number>> = {
  Summary: 4_000,
  [NOT_DONE]: 2_000,
  [NO_CHANGE]: 2_000,
  [BLOCKED]: 2_000,
  [VERDICT_LABEL]: 100,
  ...DISPUTE_CHARS_MAX,
};

export function readCoder(text: string): FormReading<CoderDocument> {
  const { markdown, faults: hidden } = parseForm(text);
  const tables = readFindingRows(markdown.blocks, {
    words: ANSWER_WORDS,
    column: "Where",
    needsText: () => true,
  });
  const fields = formFields<Label>(markdown, LABELS, { stops: tables.lines });
  const { outcome, faults: outcomeFaults } = readOutcome(fields);
  const summary = fieldText(fields, "Summary");
  const unsaid = outcome?.at === "done" && summary === null;
  const faults = [
    ...hidden,
    ...tables.faults,
    ...fieldFaults(
      fields.filter(({ label }) => label !== VERDICT_LABEL),
      CHARS_MAX,
    ),
    ...outcomeFaults,
    ...(outcome === null ? [] : besideOutcome(outcome, fields, tables.lines)),
    ...(unsaid ? [missingField("Summary", "what you did, in a few sentences")] : []),
  ];
  if (outcome === null || faults.length > 0) return refuseForm(faults);
  const answers = tables.rows.map(({ text: where, ...row }) => ({ ...row, where }));
  const notDone = fieldText(fields, NOT_DONE) ?? "";
  return { at: "read", form: { summary: summary ?? "", notDone, answers, outcome } };
}

interface OutcomeReading {
  readonly outcome: CoderOutcome | null;
  readonly faults: readonly FormFault[];
}

/** Each label but those of the summary stands for another end of the turn. */
function readOutcome(fields: readonly FormField<Label>[]): OutcomeReading {
  const claims = fields.filter((field) => isClaim(field));
  const [claim, other] = claims;
  if (claim === undefined)
    return fieldText(fields, "Position") === null
      ? { outcome: { at: "done" }, faults: [] }
      : refuse([POSITION_WITHOUT_DISPUTE]);
  if (other !== undefined && other.label !== claim.label) {
    const message = `\`${claim.label}:\` in line ${claim.line} and \`${other.label}:\` cannot both be meant. Write one of them.`;
    return { outcome: null, faults: [{ code: "contradiction", line: other.line, message }] };
  }
  const text = fieldText(fields, claim.label);
  switch (claim.label) {
    case NO_CHANGE:
      return text === null
        ? refuse([missingField(NO_CHANGE, "why the task needs none", claim.line)])
        : { outcome: { at: "no-change-needed", why: text }, faults: [] };
    case BLOCKED:
      return text === null
        ? refuse([missingField(BLOCKED, "what is missing, and who could supply it", claim.line)])
        : { outcome: { at: "blocked", missing: text }, faults: [] };
    default:
      return readDisputed(fields);
  }
}

/** What no change and a lack stand in place of. */
function besideOutcome(
  { at }: CoderOutcome,
  fields: readonly FormField<Label>[],
  tables: readonly number[],
): readonly FormFault[] {
  if (at !== "no-change-needed" && at !== "blocked") return [];
  const [claim, others] = at === "blocked" ? [BLOCKED, BLOCKED_REPLACES] : [NO_CHANGE, NO_CHANGE_REPLACES];
  const beside = fields.filter(({ label, text }) => others.includes(label) && !saysNone(text));
  const rows = at === "blocked" ? tables.map((line) => ({ label: "Findings", line })) : [];
  return [...beside, ...rows].map(({ label, line }) => ({
    code: "contradiction" as const,
    line,
    message: `\`${claim}:\` stands in place of \`${label}\`. Write one of them.`,
  }));
}

const NO_CHANGE_REPLACES: readonly Label[] = ["Summary", ...DISPUTE_LABELS];
const BLOCKED_REPLACES: readonly Label[] = [...NO_CHANGE_REPLACES, NOT_DONE];

const POSITION_WITHOUT_DISPUTE: FormFault = {
  code: "no-verdict",
  line: null,
  message: `A \`Position:\` stands without a dispute. Write \`${VERDICT_LABEL}: DISPUTE\` with it, or leave it out.`,
};

/** A label beside which stands that there is nothing claims nothing. */
function isClaim({ label, text }: FormField<Label>): boolean {
  if (label === VERDICT_LABEL) return true;
  return (label === NO_CHANGE || label === BLOCKED) && (text === "" || !saysNone(text));
}

function readDisputed(fields: readonly FormField<Label>[]): OutcomeReading {
  const { word, faults } = verdictWord(
    fields.filter(({ label }) => label === VERDICT_LABEL),
    ["DISPUTE"],
  );
  if (word === null) return refuse(faults);
  const dispute = readDispute(fields);
  return "position" in dispute ? { outcome: { at: "disputed", dispute }, faults: [] } : refuse(dispute);
}

function refuse(faults: readonly FormFault[]): OutcomeReading {
  return { outcome: null, faults };
}
