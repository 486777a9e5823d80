// `review.md` of the build loop: what a reviewer says of the work on a task, in the form it was asked for and in no other.
import {
  type CodeReview,
  FATE_WORDS,
  type FindingFate,
  REVIEW_WORDS,
  type ReviewVerdict,
  type ReviewWord,
  type WrittenFinding,
} from "../../core/documents/code-review.ts";
import { type FormFault, type FormReading, refuseForm } from "../../core/documents/form-reading.ts";
import type { FindingId } from "../../core/shared/finding-id.ts";
import type { Block } from "../markdown/blocks.ts";
import { DISPUTE_CHARS_MAX, DISPUTE_LABELS, disputeFields, readDispute } from "../reading/dispute-fields.ts";
import { readFindingRows } from "../reading/finding-rows.ts";
import { type FormField, fieldFaults, fieldText, formFields, parseForm } from "../reading/form-fields.ts";
import { VERDICT_LABEL, verdictWord } from "../reading/verdict-word.ts";
import { otherVerdicts, straysOfApproval } from "./closed-approval.ts";
import {
  FINDING_LABELS,
  type FindingHeading,
  type FindingLabel,
  findingHeading,
  isUntouched,
  readFinding,
} from "./finding-sections.ts";

const REMARKS = "Remarks";
type Label = FindingLabel | (typeof DISPUTE_LABELS)[number] | typeof VERDICT_LABEL | typeof REMARKS;
const REMARKS_MAX = { [REMARKS]: 4_000 };

const FINDINGS_MAX = 50;

export function readCodeReview(text: string): FormReading<CodeReview> {
  const { markdown, faults: hidden } = parseForm(text);
  const { findings: parts, rest, faults: headings } = partsOf(markdown.blocks);
  const tables = readFindingRows(rest, {
    words: FATE_WORDS,
    column: "Why",
    needsText: (status) => status === "OPEN",
  });
  const fields = formFields<Label>(markdown, [VERDICT_LABEL, ...DISPUTE_LABELS, ...FINDING_LABELS, REMARKS], {
    within: rest,
    stops: tables.lines,
  });
  const sections = parts.slice(0, FINDINGS_MAX + 1).flatMap(({ heading, blocks }) => {
    const own = formFields<Label>(markdown, [VERDICT_LABEL, ...FINDING_LABELS], { within: blocks });
    return isUntouched(heading, blocks, own) ? [] : [{ heading, fields: own }];
  });
  const written = sections.slice(0, FINDINGS_MAX);
  const read = written.map(({ heading, fields: own }) => readFinding(heading, own.filter(isOfFinding)));
  const findings = read.flatMap(({ found }) => found ?? []);
  const fates = tables.rows.map(({ text: why, ...row }) => ({ ...row, why }));
  const stated = [...fields, ...written.flatMap(({ fields: own }) => own)].filter(
    ({ label }) => label === VERDICT_LABEL,
  );
  const { word, faults: verdictFaults } = verdictWord(stated, REVIEW_WORDS);
  const line = stated[0]?.line ?? 0;
  const others = word === null ? [] : otherVerdicts(markdown, rest, { word, line });
  const remarked = fields.filter(isRemark).map((field) => field.line);
  const strays =
    word === "APPROVE"
      ? straysOfApproval(markdown, { verdict: { word, line }, tables: tables.lines, remarks: remarked })
      : [];
  const verdict = readVerdict(word, fields);
  const faults = [
    ...hidden,
    ...headings,
    ...tables.faults,
    ...read.flatMap(({ faults: own }) => own),
    ...(sections.length > FINDINGS_MAX
      ? [tooManyFindings(sections[FINDINGS_MAX]?.heading.line ?? null)]
      : []),
    ...fields.filter(isOfFinding).map(misplacedField),
    ...fieldFaults(fields.filter(isRemark), REMARKS_MAX),
    ...repeatedFindings(sections.map(({ heading }) => heading)),
    ...verdictFaults,
    ...verdict.faults,
    ...others,
    ...(word === "APPROVE" ? disputeFields(fields).map(disputeInApproval) : []),
    ...strays.filter((stray) => others.every((other) => other.line !== stray.line)),
    ...contradictions(word, {
      ...{ findings, sections: sections.length, fates },
      isUnread: tables.faults.length > 0,
    }),
  ];
  if (verdict.verdict === null || faults.length > 0) return refuseForm(faults);
  const remarks = fieldText(fields, REMARKS) ?? "";
  return { at: "read", form: { verdict: verdict.verdict, findings, fates, remarks } };
}

interface ReviewParts {
  readonly findings: readonly { readonly heading: FindingHeading; readonly blocks: readonly Block[] }[];
  /** All other blocks, the headings of findings among them. */
  readonly rest: readonly Block[];
  readonly faults: readonly FormFault[];
}

function partsOf(blocks: readonly Block[]): ReviewParts {
  const findings: { heading: FindingHeading; blocks: Block[] }[] = [];
  const rest: Block[] = [];
  const faults: FormFault[] = [];
  let own = rest;
  for (const block of blocks) {
    if (block.kind === "heading") {
      rest.push(block);
      own = rest;
      const heading = findingHeading(block);
      if (heading === null) continue;
      if ("code" in heading) faults.push(heading);
      else {
        own = [];
        findings.push({ heading, blocks: own });
      }
    } else own.push(block);
  }
  return { findings, rest, faults };
}

function isOfFinding<Field extends FormField<Label>>(field: Field): field is Field & FormField<FindingLabel> {
  return FINDING_LABELS.some((label) => label === field.label);
}

function isRemark<Field extends FormField<Label>>(field: Field): field is Field & FormField<typeof REMARKS> {
  return field.label === REMARKS;
}

function misplacedField({ label, line }: FormField<Label>): FormFault {
  const message = `\`${label}:\` stands outside of a finding. A finding begins with \`### New: title\`, or \`### F1: title\` with the number that it has.`;
  return { code: "misplaced", line, message };
}

function disputeInApproval({ label, line }: FormField<string>): FormFault {
  const message = `\`${label}:\` belongs to a dispute, and the verdict is APPROVE. Leave it out, or write DISPUTE.`;
  return { code: "contradiction", line, message };
}

function tooManyFindings(line: number | null): FormFault {
  return { code: "too-many", line, message: `More than ${FINDINGS_MAX} findings. Write the gravest.` };
}

function repeatedFindings(headings: readonly FindingHeading[]): readonly FormFault[] {
  const seen = new Set<FindingId>();
  return headings.flatMap(({ finding, line }): readonly FormFault[] => {
    if (finding === null) return [];
    if (seen.has(finding))
      return [{ code: "repeated", line, message: `${finding} stands twice. Write it once.` }];
    seen.add(finding);
    return [];
  });
}

function readVerdict(
  word: ReviewWord | null,
  fields: readonly FormField<Label>[],
): { readonly verdict: ReviewVerdict | null; readonly faults: readonly FormFault[] } {
  if (word !== "DISPUTE") return { verdict: word === null ? null : { word }, faults: [] };
  const dispute = readDispute(fields);
  const long = fieldFaults(disputeFields(fields), DISPUTE_CHARS_MAX);
  return "position" in dispute
    ? { verdict: { word, dispute }, faults: long }
    : { verdict: null, faults: [...long, ...dispute] };
}

interface ReviewClaims {
  readonly findings: readonly WrittenFinding[];
  /** How many are written, whether they could be read or not. */
  readonly sections: number;
  readonly fates: readonly FindingFate[];
  /** A row cannot be read: what it says may be a ground. */
  readonly isUnread: boolean;
}

function contradictions(word: ReviewWord | null, claims: ReviewClaims): readonly FormFault[] {
  const { findings, fates } = claims;
  const settled = new Map(
    fates.filter(({ status }) => status !== "OPEN").map((fate) => [fate.finding, fate]),
  );
  const both = findings.flatMap(({ finding, line }): readonly FormFault[] => {
    const fate = finding === null ? undefined : settled.get(finding);
    if (fate === undefined) return [];
    const message = `${finding} is ${fate.status} by its row, and stands here again. Make the row OPEN, or leave this out.`;
    return [{ code: "contradiction", line, message }];
  });
  return [...both, ...(word === null ? [] : CLAIM_FAULTS[word](claims))];
}

const CLAIM_FAULTS: Record<ReviewWord, (claims: ReviewClaims) => readonly FormFault[]> = {
  APPROVE: ({ findings, sections, fates }) => {
    const open = fates.find(({ status }) => status === "OPEN");
    if (open === undefined && sections === 0) return [];
    const line = open?.line ?? findings[0]?.line ?? null;
    const what = open === undefined ? "a finding stands in the document" : `${open.finding} is OPEN`;
    const message = `APPROVE says that nothing is left, and ${what}. Write REJECT, or take it out or make it FIXED or WITHDRAWN.`;
    return [{ code: "contradiction", line, message }];
  },
  REJECT: ({ sections, fates, isUnread }) =>
    isUnread || sections > 0 || fates.some(({ status }) => status === "OPEN") ? [] : [NO_GROUND],
  DISPUTE: () => [],
};

const NO_GROUND: FormFault = {
  code: "no-ground",
  line: null,
  message:
    "REJECT needs a finding: `### New: title` with its fields, or the row of an earlier one that is OPEN.",
};
