// The form of each document of the build loop: a skeleton and what to know about it.
import { DISPUTE_REASONS } from "../../core/board/dispute.ts";
import type { FindingId } from "../../core/shared/finding-id.ts";
import type { DisputeRules } from "../build/build-facts.ts";
import {
  CANONICAL_APPROVAL,
  CANONICAL_CODE_REVIEW,
  CANONICAL_CODER,
  CANONICAL_GUIDE,
  CANONICAL_POSITION,
} from "../examples/build-documents.ts";
import {
  BLOCKED_FORM,
  CODE_REVIEW_TEMPLATE,
  CODER_TEMPLATE,
  DISPUTE_FORM,
  GUIDE_TEMPLATE,
  NO_CHANGE_FORM,
  POSITION_TEMPLATE,
} from "../examples/build-templates.ts";
import { section } from "../prompt-parts.ts";
import { REASON_MEANINGS } from "./build-task.ts";
import { AS_HERE, FORMAT_TITLE, shownForm } from "./format.ts";

export function coderFormat(): string {
  return section(FORMAT_TITLE, [
    AS_HERE,
    shownForm(CODER_TEMPLATE),
    "- `## Findings` has a row for each open finding of the reviews, and is left out where there is none. DISAGREE says in Where why the finding is wrong; the Reviewer may withdraw it.",
    "Where the task needs no change of the code, write this in place of the summary. The Reviewer is told, and judges whether it is so:",
    shownForm(NO_CHANGE_FORM),
    "Where you cannot go on because something is missing that only somebody outside can supply, write this in place of all else. The user is asked for exactly that. A choice that you can make yourself is no such thing:",
    shownForm(BLOCKED_FORM),
    `Where the work was rejected, and only the user can settle what you and the Reviewer hold, add this at the end. ${AFTER_DISPUTE}`,
    shownForm(DISPUTE_FORM),
    REASONS,
    `- ${LABELS_ALONE}`,
  ]);
}

export function codeReviewFormat(): string {
  return section(FORMAT_TITLE, [
    AS_HERE,
    shownForm(CODE_REVIEW_TEMPLATE),
    [
      "- `Verdict:` stands once, on a line of its own, with one of the three words alone: no condition, no reason beside it. A verdict in code, a quote, a comment or a table is none.",
      "- APPROVE: nothing is left that keeps the change from landing. `## Findings` is left out, and no row is OPEN. Beside the verdict stand only the rows and `## Remarks`, which are sentences or a list of them: no heading, and nothing that begins like a label, such as `**Codes:**`.",
      "- REJECT: at least one finding, new or still OPEN, that counts. DISPUTE needs `Reason:` and `Position:` as below.",
      "- A new finding begins with `### New:`; it gets its number when it is taken in. An earlier one that is still there is said again under its number, as in `### F2: title`, only where there is more to say than its row holds.",
      "- `## Earlier findings` has a row for each that is open, and is left out where there is none. FIXED: the code shows it. OPEN: it is still there; Why says what is left. WITHDRAWN: it was no problem, or the Coder is right.",
      `- ${LABELS_ALONE}`,
    ].join("\n"),
    `Where only the user can settle what you and the Coder hold, this stands in place of the verdict, at the head of the review. ${AFTER_DISPUTE}`,
    shownForm(DISPUTE_FORM),
    REASONS,
  ]);
}

const AFTER_DISPUTE =
  "The task then rests until the user decides, and the other tasks go on; what becomes of the code until then is said at the end of your task:";

const LABELS_ALONE =
  "A label of the form at the head of a line begins that field anew: begin no other line with one, and write each once in its place.";

const REASONS = [
  "Reasons, each the word alone:",
  ...DISPUTE_REASONS.map((reason) => `- ${reason}: ${REASON_MEANINGS[reason]}`),
].join("\n");

export function positionFormat(): string {
  return section(FORMAT_TITLE, [
    AS_HERE,
    shownForm(POSITION_TEMPLATE),
    "- The position has at most 4,000 characters. It stands in `dispute.md` beside the other one.",
  ]);
}

export function guideFormat(): string {
  return section(FORMAT_TITLE, [
    AS_HERE,
    shownForm(GUIDE_TEMPLATE),
    "- Guidance and Why have at most 2,000 characters each.",
  ]);
}

/** An approval beside a rejection: one alone would speak for its verdict. */
export const BUILD_EXAMPLES = {
  coder: examplesText("# An example", [CANONICAL_CODER]),
  reviewer: examplesText("# Examples", [CANONICAL_APPROVAL, CANONICAL_CODE_REVIEW]),
  position: examplesText("# An example", [CANONICAL_POSITION]),
  guide: examplesText("# An example", [CANONICAL_GUIDE]),
};

export function examplesText(title: string, documents: readonly string[]): string {
  if (documents.length === 0) return "";
  const each = documents.length === 1 ? "It" : "Each";
  return section(title, [
    `${each} is a whole document of another project and shows the form: do not copy what it says.`,
    ...documents.map(shownForm),
  ]);
}

interface OpenRows {
  readonly open: readonly FindingId[];
  readonly dispute: DisputeRules;
  /** What the user took the ground from. */
  readonly closedByUser: readonly FindingId[];
}

export function coderRows({ open, dispute }: Omit<OpenRows, "closedByUser">): string {
  const rows =
    open.length === 0
      ? "- Leave out `## Findings`: no finding is open."
      : `- In \`## Findings\` a row for each of: ${open.join(", ")}.`;
  const disputes = dispute.mayRaise
    ? `- A dispute may be raised; it needs no rows. ${CODER_CODE[dispute.land]}${decidedReasons(dispute)}`
    : "- No dispute can be raised yet: no review has rejected the work.";
  return section(HEADINGS_TITLE, [[rows, disputes].join("\n")]);
}

const CODER_CODE = {
  merge:
    "What is in the worktree then lands as it is if the checks pass, marked as disputed, and the user decides whether it stays. With checks that fail, or for the reason `security_concern`, it goes to a branch of its own and waits there.",
  branch:
    "What is in the worktree then does not land: it goes to a branch of its own and waits for the user's decision.",
};

const REVIEWED_CODE = {
  merge:
    "With DISPUTE this change lands now, marked as disputed, and the user decides whether it stays; REJECT keeps it out. For the reason `security_concern` it does not land: it goes to a branch of its own.",
  branch:
    "With DISPUTE this change does not land: it goes to a branch of its own and waits for the user's decision.",
};

function decidedReasons({ decided }: DisputeRules): string {
  if (decided.length === 0) return "";
  const reasons = decided.map((reason) => `\`${reason}\``).join(", ");
  return ` The user has decided a dispute for this reason already, and it cannot be the reason again: ${reasons}.`;
}

export function reviewRows({ open, closedByUser, dispute }: OpenRows): string {
  const rows =
    open.length === 0
      ? "- Leave out `## Earlier findings`: none is open."
      : `- In \`## Earlier findings\` a row for each of: ${open.join(", ")}.`;
  const settled =
    closedByUser.length === 0
      ? []
      : [
          `- Settled by the user, and no ground any more: ${closedByUser.join(", ")}. A new finding in the file of one of them has one more line, which says why it is another matter: \`- **Differs from:** ${closedByUser[0]}: [why]\`.`,
        ];
  const disputes = `- DISPUTE may be the verdict of any round, the first among them; new findings and rows that are OPEN may stand beside it, and rows may be missing. ${REVIEWED_CODE[dispute.land]}${decidedReasons(dispute)}`;
  return section(HEADINGS_TITLE, [[rows, ...settled, disputes].join("\n")]);
}

const HEADINGS_TITLE = "# What your document has this time";
