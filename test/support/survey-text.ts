// A survey as an agent that follows the form writes it.

export interface HoleText {
  readonly title: string;
  readonly severity?: string;
  readonly place: string;
  readonly passage?: string;
  readonly blockedBy?: string;
}

export function surveyText(holes: readonly HoleText[], complete: readonly string[] = []): string {
  const gaps = holes.map(
    ({ title, severity = "HIGH", place, passage, blockedBy = "None." }, index) => `### ${index + 1}. ${title}

- **Severity:** ${severity}
- **Place:** ${place}
- **Passage:** ${passage === undefined ? "None." : `"${passage}"`}
- **Why it matters:** Two people would build two things.
- **What would settle it:** One sentence with a number.
- **Blocked By:** ${blockedBy}
`,
  );
  const found = gaps.length === 0 ? "NO_GAPS_FOUND\n" : gaps.join("\n");
  const list = complete.map((path) => `- ${path}\n`).join("");
  return `# Survey\n\n## Gaps\n\n${found}\n## Sections found complete\n\n${list === "" ? "None.\n" : list}`;
}
