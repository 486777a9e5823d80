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
}

interface Remarkable {
  readonly gaps: Readonly<Record<GapId, Gap>>;
  readonly issues: Readonly<
    Record<IssueId, { readonly issue: Issue; readonly title: string; readonly suggestion: string | null }>
  >;
}

/** Gravest first. */
export function openRemarks({ gaps, issues }: Remarkable): readonly OpenRemark[] {
  const isAccepted = (id: GapId) => {
    const gap = gaps[id];
    return gap !== undefined && isSettledByText(gap.state.at);
  };
  return Object.values(issues)
    .filter(({ issue }) => issue.state.at === "OPEN" && issue.gaps.some(isAccepted))
    .map(({ issue, title, suggestion }) => ({
      issue: issue.id,
      severity: issue.severity,
      gaps: issue.gaps.filter(isAccepted),
      title,
      suggestion,
    }))
    .sort((a, b) => compareSeverities(a.severity, b.severity) || compareIssueIds(a.issue, b.issue));
}

/** As the finished spec lists them, beside what is left open. */
export function remarkLimitations(session: Remarkable): readonly KnownLimitation[] {
  return openRemarks(session).map(({ issue, gaps, title, severity, suggestion }) => ({
    about: { of: "remark", issue, gap: gaps[0] ?? null },
    title,
    severity,
    rationale: suggestion,
  }));
}
