// Agents as scripts that write as they are asked to today, and projects that an earlier version of the program left.
import { cpSync, mkdirSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { READY } from "../support/session-world.ts";
import { documentOf, newWorld, type World } from "./world.ts";

export interface Step {
  readonly on: { readonly purpose: string; readonly told?: string; readonly round?: number };
  readonly write: string;
}

/** The project with the specs and the database that stand in a folder of `test/fixtures`. */
export function worldOfFixture(name: string): World {
  const world = newWorld();
  const fixture = resolve("test/fixtures", name);
  mkdirSync(join(world.project, ".parley"));
  for (const file of readdirSync(fixture).filter((one) => one.endsWith(".md"))) {
    cpSync(join(fixture, file), join(world.project, file));
  }
  cpSync(join(fixture, "parley.db"), join(world.project, ".parley/parley.db"));
  return world;
}

/** What a command that succeeds tells as JSON. */
export async function dataOf(world: World, ...args: string[]): Promise<unknown> {
  const ended = await world.run([...args, "--json"]);
  expect([ended.code, ended.stderr]).toEqual([0, ended.stderr]);
  return documentOf(ended);
}

interface ResolutionParts {
  /** An issue that it addresses. */
  readonly issue?: string;
  /** Where the text goes, if not to the gap's mark. */
  readonly target?: string;
}

export function resolutionText(gap: string, text: string, { issue, target }: ResolutionParts = {}): string {
  const responses =
    issue === undefined
      ? ""
      : `### Responses\n\n| Issue | Status | Where |\n|---|---|---|\n| ${issue} | ADDRESSED | Spec Text |\n\n`;
  return `## Gap Resolution: ${gap}

**Confidence:** HIGH

### Proposed Solution

${text} Everybody can work by it without asking, on every day of the week and whoever stands there.

${responses}### Spec Text

${target === undefined ? "" : `${target}\n\n`}\`\`\`\`markdown
${text}
\`\`\`\`

Drops: None.

### Examples

- Whoever asks hears the same answer on every day of the week.

### Trade-offs

- A simple rule leaves out the odd case, which is decided when it comes up.

### New Gaps Introduced

None.

`;
}

export const APPROVING =
  "# Review\n\nNO_ISSUES_FOUND\n\n## Scope Examined\n\n- the passages before and after their edits\n\n## Verdict: APPROVED\n";

/** A Reviewer who finds nothing. */
export const CONTENT: readonly Step[] = [
  { on: { purpose: "final" }, write: READY },
  { on: { purpose: "reviewer" }, write: APPROVING },
];

/** The scripts as the agents of both roles. */
export const SCRIPTED: readonly string[] = [
  ...["--engineer", "player:engineer.json"],
  ...["--reviewer", "player:reviewer.json"],
];

export function scriptAgents(
  world: World,
  engineer: readonly Step[],
  reviewer: readonly Step[] = CONTENT,
): void {
  for (const [role, steps] of Object.entries({ engineer, reviewer })) {
    world.write(join(world.project, `${role}.json`), JSON.stringify({ steps }));
  }
}
