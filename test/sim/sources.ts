// Half-written specifications for the simulated sessions: sections with the marks of many lint rules, drawn at random.
import type { Random } from "./random.ts";

const SEVERITIES = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;

type Fragment = (number: number, random: Random) => string;

const ONCE = {
  /** Entries of every kind: open, resting on another, settled, put off. */
  inventory: (_, random) => `## Known gaps

| Gap | Title | Severity | Status | Blocked By |
| --- | --- | --- | --- | --- |
| GAP-SIM-001 | Who may lend out a ladder? | ${random.pick(SEVERITIES)} | open | - |
| GAP-SIM-002 | Where are keys handed over? | LOW | open | GAP-SIM-001 |
| GAP-SIM-003 | Which desk is open on Sundays? | LOW | resolved | - |
| GAP-SIM-004 | What does a poster say? | LOW | deferred | - |
`,
  entries: () => `## Gaps found so far

### GAP-SIM-011: Who is told of a broken saw?

The workshop has 2 saws. Whoever breaks one must not lend another.

### GAP-SIM-012: What a deposit costs

**Status:** accepted

It is 20 EUR.
`,
  machine: () => `## Life of a loan

\`\`\`mermaid
stateDiagram-v2
  [*] --> Reserved
  Reserved --> Lent : handed over
  Lent --> [*]
  Reserved --> Parked : nobody came
\`\`\`
`,
  transitions: () => `## States of a tool

| From | To | Trigger |
| --- | --- | --- |
| Free | Lent | loan |
| Lent | Free | return |
| Lent | Stuck | loss |
`,
} satisfies Record<string, Fragment>;

const FRAGMENTS: readonly Fragment[] = [
  (n) => `## Reminders ${n}

A reminder is sent TBD days before a loan ends. It must not be sent twice in 24 hours.

Every reminder names the tool.
`,
  (n) => `## Damage ${n}

TODO: what happens to a tool that comes back broken in case ${n}?

A broken tool is never lent out.
`,
  (n) => `## Members ${n}

A member may hold 4 tools at once [NEEDS CLARIFICATION: also while one of the ${n} is overdue?]. The field \`held\` counts them.
`,
  (n) => `## Keys ${n}

Keys are kept for TBD days, and [NEEDS CLARIFICATION: which of the ${n} desks?] hands them out.
They must not be mailed, see [the rules](https://example.org/keys/${n}).
`,
  (n) => `## Open questions ${n}

- Who pays for a lost tool of kind ${n}?
- May guests borrow a drill of kind ${n}?
`,
  (n) => `## Unresolved points ${n}

| # | Question | Status |
| --- | --- | --- |
| 1 | Is there a fee of kind ${n}? | open |
| 2 | Is there a desk of kind ${n}? | decided |
`,
  (n) => `## Requirements ${n}

- **FR-${n}10**: The list MUST be loaded quickly and must not blink.
- **FR-${n}20**: A loan MUST end after 14 days.
`,
  (n) => `## Returns ${n}

## Returns in detail ${n}

A returned tool is checked by 2 people.
`,
  (n) => `## Fields ${n}

| Field | Limit | Note |
| --- | --- | --- |
| name${n} | TBD | required, not empty |
| note${n} | 200 | |
| code${n} | ??? | 3 letters |
`,
  (n) => `## Opening hours ${n}

1. The desk opens at 9:00.
2. The desk closes at TBD.
   - On Fridays 2 hours earlier.
   - Never on the 1st of May, case ${n}.
3. Nobody is let in later.
`,
  (n) => `## Contact ${n}

Write to <insert address ${n}> within ___ days.
`,
  (n) => `## Fees of kind ${n} (TBD)

A fee is paid in \`EUR\`. It is at most 30 a year.
`,
  (n) => `## Limits ${n}

The limit is TBD.

- The other limit of ${n} is TBD.
- The other limit of ${n} is TBD.
`,
  (n) => `## Pictures ${n}

Each tool has 1 picture; see Section 9.${n}, and [the form](forms/missing-${n}.md).
`,
  (n) => `## Inspections ${n}

As FR-9${n}9 says, a tool is inspected. Inspections [GAP-SIM-02${n % 10}: how often?] are logged in \`log_${n}\`.
`,
];

const PLAIN: readonly Fragment[] = [
  (n) => `## Background ${n}

The library of things lends ${n} kinds of tools. It has been open since 2019.

> It shall never be a shop.

\`\`\`text
TODO is a word in code, and so is GAP-SIM-001
\`\`\`
`,
  (n) => `Terms of use ${n}
---------------

* A *loan* begins with a signature.
* A loan of kind ${n} ends by itself, see \`loan.end\`.

<!-- nothing here is TODO -->
`,
];

const FRONT = "---\ntitle: Library of things\nversion: TBD\n---\n\n";
const GAPS_FEW = 0.75;

/** Most are small, as a large one shows little more and takes longer. */
export function drawSource(random: Random): string {
  const marked = random.chance(GAPS_FEW) ? 1 : random.chance(0.75) ? 2 : random.int(3, 7);
  const parts: string[] = [];
  for (let number = 1; number <= marked; number += 1) parts.push(random.pick(FRAGMENTS)(number, random));
  for (const once of Object.values(ONCE)) if (random.chance(0.08)) parts.push(once(0, random));
  for (let number = 1; number <= 2; number += 1)
    if (random.chance(0.4)) parts.splice(random.int(0, parts.length), 0, random.pick(PLAIN)(number, random));
  return dressed(parts, random);
}

/** Numbered or not, with or without a head, with line ends of two kinds, and at times without the last of them. */
function dressed(parts: readonly string[], random: Random): string {
  const numbered = random.chance(0.5);
  const titled = parts.map((part, index) => (numbered ? part.replace(/^## /, `## ${index + 1} `) : part));
  const head = random.chance(0.12) ? FRONT : "";
  const whole = `${head}# A library of things\n\nIt lends tools to neighbours.\n\n${titled.join("\n")}`;
  const ended = random.chance(0.15) ? whole.trimEnd() : whole;
  return random.chance(0.15) ? ended.replaceAll("\n", "\r\n") : ended;
}
