import type { Random } from "../random.ts";

export const SEVERITIES = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;

const CONCERNS: readonly string[] = [
  "No limit on retries",
  "The error has no code",
  "Two readers would build two things",
  "The example contradicts the solution",
  "Nobody says what a second call does",
];

export interface IssueForm {
  readonly id: string | null;
  readonly gap: string | null;
  readonly severity: string | null;
  readonly title: string;
}

export interface ReviewForm {
  readonly gaps: readonly string[];
  readonly issues: readonly IssueForm[];
  readonly prior: readonly { readonly issue: string; readonly status: string }[];
  readonly verdict: "APPROVED" | "APPROVED_WITH_NOTES" | "NEEDS_REVISION";
  /** Further sections. */
  readonly more: readonly string[];
}

export function reviewForm({ gaps, issues, prior, verdict, more }: ReviewForm): string {
  const scope = `NO_ISSUES_FOUND\n\n## Scope Examined\n\n${gaps.map((gap) => `- ${gap}: solution and examples`).join("\n")}`;
  const rows = prior.map(({ issue, status }) => `| ${issue} | ${status} |`);
  return [
    `# Review\n\n**Gaps:** ${gaps.join(", ")}`,
    issues.length === 0 ? scope : `## Issues\n\n${issues.map(issueForm).join("\n\n")}`,
    ...(rows.length === 0
      ? []
      : [`## Prior Issues\n\n| Issue | Status |\n| --- | --- |\n${rows.join("\n")}`]),
    ...more,
    `**Verdict:** ${verdict}\n`,
  ].join("\n\n");
}

function issueForm({ id, gap, severity, title }: IssueForm): string {
  const facts = [
    ...(severity === null ? [] : [`- **Severity:** ${severity}`]),
    ...(gap === null ? [] : [`- **Gap:** ${gap}`]),
    "- **Location:** Proposed Solution",
    "- **Impact:** builders will loop for ever",
    "- **Suggestion:** name a limit",
  ];
  return `### ${id === null ? "" : `${id}: `}${title}\n\n${facts.join("\n")}`;
}

/** What is said to disagreements: Issue, answer, why. */
export function disagreementsForm(rows: readonly (readonly [string, string, string])[]): string {
  const lines = rows.map((cells) => `| ${cells.join(" | ")} |`);
  return ["### Disagreements\n", "| Issue | Answer | Why |", "| --- | --- | --- |", ...lines].join("\n");
}

export function concern(random: Random): string {
  return random.pick(CONCERNS);
}

export const READY_FORM = "# Final Review\n\n**Verdict:** READY_FOR_TERMINATION\n\nEverything was read.\n";

export function notReadyForm(
  blockers: readonly { readonly title: string; readonly severity: string }[],
): string {
  const listed = blockers.map(
    ({ title, severity }, index) =>
      `### Blocker ${index + 1}: ${title}\n\n- **Severity:** ${severity}\n- **Gap:** -\n- **Location:** Flow\n- **Detail:** It is not said.\n`,
  );
  return `# Final Review\n\n**Verdict:** NOT_READY\n\n${listed.length === 0 ? "" : `## Blockers\n\n${listed.join("\n")}`}`;
}
