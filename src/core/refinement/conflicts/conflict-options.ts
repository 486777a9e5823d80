// What the user may choose in a conflict, with the price of each: A as the Reviewer, B as the Engineer, C both, D their own.
import type { ConflictOption } from "../../documents/decisions-document.ts";
import { type Conflict, isSilent, positionsOf } from "./conflict.ts";
import type { IssueText } from "./issue-text.ts";

export interface OfferedOption {
  readonly option: ConflictOption;
  readonly title: string;
  readonly text: string;
  readonly tradeOff: string;
  readonly recommended: boolean;
  /** Drafted by this agent, not by rule. */
  readonly draftedBy: string | null;
}

interface Synthesis {
  readonly title: string;
  readonly text: string;
  readonly tradeOff: string;
  readonly addressesBoth: boolean;
  readonly draftedBy: string | null;
}

export function offerOptions(conflict: Conflict, issue: IssueText): readonly OfferedOption[] {
  const { reviewer, engineer } = positionsOf(conflict, issue);
  const synthesis = synthesisOf(conflict, issue);
  const critical = issue.severity === "CRITICAL";
  const plain = { draftedBy: null, recommended: false };
  return [
    {
      ...plain,
      option: "A",
      title: "Reviewer Position",
      text: reviewer,
      tradeOff: isSilent(conflict)
        ? "What it costs is not known: the Engineer has not said"
        : "May bring the complexity or the constraints that the Engineer objects to",
      recommended: critical,
    },
    {
      ...plain,
      option: "B",
      title: "Engineer Position",
      text: engineer,
      tradeOff: `May leave this as it is: ${issue.impact ?? issue.title}`,
    },
    ...(synthesis === null
      ? []
      : [
          {
            option: "C" as const,
            title: synthesis.title,
            text: synthesis.text,
            tradeOff: synthesis.tradeOff,
            recommended: !critical && synthesis.addressesBoth,
            draftedBy: synthesis.draftedBy,
          },
        ]),
    ...(critical
      ? [
          {
            ...plain,
            option: "D" as const,
            title: "User Specifies",
            text: "What you write takes the place of both positions",
            tradeOff: "Needs your own words",
          },
        ]
      : []),
  ];
}

const SYNTHESIS = "Synthesis";
/** Option C is no synthesis where it is one side's own offer. */
export const ENGINEER_ALTERNATIVE = "Engineer's Alternative";

/** By the first rule that fires; else as an agent has drafted it; else what the Engineer offers instead. */
function synthesisOf(conflict: Conflict, issue: IssueText): Synthesis | null {
  const { source, draft } = conflict;
  const ruled = ruledSynthesis(conflict, issue);
  if (ruled !== null) return ruled;
  if (draft !== null) return { ...draft, title: SYNTHESIS, draftedBy: draft.by };
  const alternative = source.type === "EXPLICIT" ? source.disagreement.alternative : null;
  if (alternative === null) return null;
  return {
    title: ENGINEER_ALTERNATIVE,
    text: alternative,
    tradeOff: "The Engineer's own way to meet the concern; the Reviewer has not asked for it",
    addressesBoth: false,
    draftedBy: null,
  };
}

/** Whether nothing but an agent can make a synthesis. */
export function needsDraft(conflict: Conflict, issue: IssueText): boolean {
  return ruledSynthesis(conflict, issue) === null;
}

function ruledSynthesis({ source }: Conflict, { title, suggestion }: IssueText): Synthesis | null {
  const wanted = suggestion ?? title;
  const rationale = source.type === "EXPLICIT" ? source.disagreement.rationale : "";
  const byRule = { title: SYNTHESIS, draftedBy: null, addressesBoth: true };
  if (/\bcomplex(?:ity)?\b/i.test(rationale))
    return {
      ...byRule,
      text: `As an option that can be turned on, with the simpler way as the default: ${wanted}`,
      tradeOff: "Some of the complexity, in return for the choice",
    };
  if (/\b(?:thresholds?|limits?|timeouts?|sizes?)\b/i.test(title))
    return {
      ...byRule,
      text: `Make the value configurable, with the Reviewer's as the default: ${wanted}`,
      tradeOff: "One more setting, in return for the right value in each place",
    };
  if (/\bout of scope\b/i.test(rationale))
    return {
      ...byRule,
      addressesBoth: false,
      text: `Put it off, with a placeholder in the spec that says so: ${wanted}`,
      tradeOff: "It is built later; the concern stands until then",
    };
  return null;
}
