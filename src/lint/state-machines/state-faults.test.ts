import { expect, it } from "vitest";
import { lintSpec } from "../lint-spec.ts";

const faults = (text: string) =>
  lintSpec({ text, file: "s.md" })
    .findings.filter(({ rule }) => rule.startsWith("state-"))
    .map(({ rule, quote, line }) => `${rule.slice("state-".length)} ${quote} ${line}`);

const diagram = (...lines: readonly string[]) =>
  `\`\`\`mermaid\nstateDiagram-v2\n${lines.join("\n")}\n\`\`\`\n`;
const table = (...rows: readonly string[]) =>
  `## States\n\n| From | To | Trigger |\n|---|---|---|\n${rows.join("\n")}\n`;

it.each([
  ["unreachable", diagram("[*] --> A", "A --> [*]", "B --> A"), ["unreachable B 5"]],
  ["named only", diagram("[*] --> A", "A --> [*]", 'state "Not used" as B'), ["unreachable B 5"]],
  ["dead end", diagram("[*] --> A", "A --> Waiting : x"), ["dead-end Waiting 4"]],
  [
    "a good name where ends are marked",
    diagram("[*] --> A", "A --> B", "B --> [*]", "A --> Done"),
    ["dead-end Done 6"],
  ],
  [
    "ambiguous",
    diagram("[*] --> A", "A --> B : go", "A --> C : go / log", "B --> [*]", "C --> [*]"),
    ["ambiguous go 5"],
  ],
  [
    "undefined",
    `States: A, B\n\n${diagram("[*] --> A", "A --> B", "B --> C", "C --> [*]")}`,
    ["undefined C 7"],
  ],
  [
    "inside a composite",
    diagram("[*] --> A", "state A {", "[*] --> X", "X --> Y", "Z --> X", "}", "A --> [*]"),
    ["unreachable Z 7"],
  ],
  ["a table", table("| A | B | x |", "| C | A | y |", "| B | A | z |"), ["unreachable C 6"]],
  ["a table that stops", table("| A | B | x |", "| B | Stuck | y |"), ["dead-end Stuck 6"]],
  [
    "a table with two ways",
    table("| `A` | `B` | x |", "| `A` | `C` | x |", "| B, C | A | y |"),
    ["ambiguous x 6"],
  ],
])("%s", (_, text, found) => {
  expect(faults(text)).toEqual(found);
});

it.each([
  [
    "a picture of how data flows",
    diagram("Key --> Seed : encrypts", "Seed --> Store : kept", "Nonce --> Seed"),
  ],
  [
    "a state that is described and not named",
    table(
      "| Draft | Sent | send |",
      "| Sent | the state before | undo |",
      "| Sent | previous state | fail |",
    ),
  ],
  ["guards", diagram("[*] --> A", "A --> B : go [ok]", "A --> C : go [else]", "B --> [*]", "C --> [*]")],
  [
    "an else without a guard",
    diagram("[*] --> A", "A --> B : go [ok]", "A --> C : go", "B --> [*]", "C --> [*]"),
  ],
  ["ends by name", diagram("[*] --> A", "A --> Done", "A --> Cancelled")],
  ["ends said in the text", `Parked is a terminal state.\n\n${diagram("[*] --> A", "A --> Parked")}`],
  ["ends said in a note", diagram("[*] --> A", "A --> Parked", "note right of Parked", "final", "end note")],
  ["a composite that is left", diagram("[*] --> A", "state A {", "X --> Y", "}", "A --> B", "B --> [*]")],
  [
    "styles, comments, choices",
    diagram(
      "%% c",
      "direction LR",
      "[*] --> A:::x",
      "state c <<choice>>",
      "A --> c",
      "c --> B : a",
      "c --> D : b",
      "B --> [*]",
      "D --> [*]",
      "classDef x fill:red",
    ),
  ],
  ["another machine that goes on", diagram("[*] --> A", "A --> Waiting") + diagram("Waiting --> A : x")],
  ["any", table("| A | B | x |", "| any | Off | y |", "| B | A | z |")],
  [
    "a final column",
    `| State | Final |\n|---|---|\n| A | no |\n| Kept | yes |\n\n${table("| A | Kept | x |", "| A | A | y |")}`,
  ],
  [
    "a guard column",
    "## States\n\n| State | Event | Next | Condition |\n|---|---|---|---|\n| A | x | B | one |\n| A | x | A | other |\n| B | y | A | |",
  ],
  [
    "a table of messages",
    "| From | To | Message |\n|---|---|---|\n| client | server | hello |\n| server | client | hello |\n| client | proxy | hello |",
  ],
  ["another diagram", "```mermaid\ngraph TD\nA --> B\n```"],
  ["another language", "```dot\nstateDiagram-v2\n[*] --> A\nA --> Waiting\n```"],
  ["a list of other states", `States: X, Y, Z\n\n${diagram("[*] --> A", "A --> [*]")}`],
])("is quiet about %s", (_, text) => {
  expect(faults(text)).toEqual([]);
});
