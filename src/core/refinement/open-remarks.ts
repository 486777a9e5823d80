import type { KnownLimitation } from "../documents/summary-document.ts";
import type { GapId } from "../shared/gap-id.ts";
import { compareIssueIds, type IssueId } from "../shared/issue-id.ts";
import { compareSeverities, type Severity } from "../shared/severity.ts";
import type { Gap } from "./gap.ts";
import { isSettledByText } from "./gap-state.ts";
import type { Issue } from "./issue.ts";

/** An issue that did not keep its gap from being accepted, and that nobody has settled since. */
export interface OpenRemark {
  readonly issue: IssueId;
  readonly severity: Severity;
  /** The accepted ones among its gaps. */
  readonly gaps: readonly GapId[];
  readonly title: string;
  readonly suggestion: string | null;
  /** What is left of it, where the Final Review has said so. */
  readonly left?: string;
}

interface RemarkSources {
  readonly gaps: Readonly<Record<GapId, Gap>>;
  readonly issues: Readonly<
    Record<
      IssueId,
      {
        readonly issue: Issue;
        readonly title: string;
        readonly suggestion: string | null;
        readonly left?: string;
      }
    >
  >;
}

/** Gravest first. */
export function openRemarks({ gaps, issues }: RemarkSources): readonly OpenRemark[] {
  const isAccepted = (id: GapId) => {
    const gap = gaps[id];
    return gap !== undefined && isSettledByText(gap.state.at);
  };
  return Object.values(issues)
    .filter(({ issue }) => issue.state.at === "OPEN" && issue.gaps.some(isAccepted))
    .map(({ issue, title, suggestion, left }) => ({
      issue: issue.id,
      severity: issue.severity,
      gaps: issue.gaps.filter(isAccepted),
      title,
      suggestion,
      ...(left === undefined ? {} : { left }),
    }))
    .sort((a, b) => compareSeverities(a.severity, b.severity) || compareIssueIds(a.issue, b.issue));
}

/** As the finished spec lists them, beside what is left open. */
export function remarkLimitations(session: RemarkSources): readonly KnownLimitation[] {
  return openRemarks(session).map((remark) => ({
    about: { of: "remark", issue: remark.issue, gap: remark.gaps[0] ?? null },
    title: remark.title,
    severity: remark.severity,
    rationale: remarkText(remark),
  }));
}

/** What is left, and what was suggested. */
export function remarkText({ left, suggestion }: OpenRemark): string | null {
  if (left === undefined) return suggestion;
  return suggestion === null ? left : `${left.replace(/[.\s]{1,9}$/, "")}. Suggested: ${suggestion}`;
}
