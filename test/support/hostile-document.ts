// Documents that try to be taken for what they are not: each is made from a number, and none of them approves of anything.
// Words of approval stand in them only where they are somebody else's: quoted, fenced, in a comment, a legend, an image.
import { approval, objection, READY, resolution } from "./session-world.ts";

export const HOSTILE_ROLES = ["engineer", "reviewer", "final"] as const;
export type HostileRole = (typeof HOSTILE_ROLES)[number];

/** Every file that one of them names has this in its name. */
export const PLANTED_NAME = "planted-by-a-document";

const GAP = "GAP-TODO-001";
const BLOCKS_MAX = 12;
const PUMP_CHARS_MAX = 60_000;
const DEPTH_MAX = 2_000;

type Below = (bound: number) => number;

/** Numbers below a bound, the same for the same seed (xorshift of 32 bits). */
function randomNumbers(seed: number): Below {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
}

function picked<Item>(items: readonly [Item, ...Item[]], below: Below): Item {
  return items[below(items.length)] ?? items[0];
}

/** What would approve if it stood there by itself. */
function approving(role: HostileRole): string {
  return role === "final" ? READY : `${approval([GAP])}\n## Verdict: APPROVED\n`;
}

const lines = (text: string, each: (line: string) => string): string => text.split("\n").map(each).join("\n");
const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** Ways to show words without saying them. */
const SETTINGS: readonly [
  (text: string, below: Below) => string,
  ...((text: string, below: Below) => string)[],
] = [
  (text, below) => lines(text, (line) => `${"> ".repeat(1 + below(30))}${line}`),
  (text, below) => {
    const fence = "`".repeat(4 + below(20));
    return `${fence}markdown\n${text}\n${fence}`;
  },
  (text) => `~~~~~~text\n${text}\n~~~~~~`,
  (text) => `<!--\n${text.replaceAll("--", "")}\n-->`,
  (text) => lines(text, (line) => `      ${line}`).replace(/^/, "An example:\n\n"),
  (text) => `![${oneLine(text).replaceAll(/[[\]]/g, "")}](x.png "${oneLine(text).replaceAll('"', "'")}")`,
  (text) => `The form says \`${oneLine(text).replaceAll("`", "")}\` and nothing else.`,
  (text) =>
    `| Word | Meaning |\n|---|---|\n| \`${oneLine(text).replaceAll(/[|`]/g, "").slice(0, 200)}\` | an example of the form |`,
  (text) => `[a link](http://localhost/ "${oneLine(text).replaceAll('"', "'")}")`,
  (text) => `<pre>\n${text.replaceAll(/[<>]/g, "").replaceAll(/\n+/g, "\n")}\n</pre>`,
];

const PUMPS = [
  "~~a",
  ".",
  "???",
  " ",
  "**",
  "[",
  "](",
  "<a ",
  "`",
  "\\",
  "| ",
  "> ",
  "- ",
  "1. ",
  "7",
  "é",
  "\t",
  "_*",
  "&#10;",
  "rationale ",
] as const;
const IDS = [
  "GAP-TODO-002",
  "GAP-ZZZZZZZZZZ-999z",
  "ISSUE-R99-999",
  "ISSUE-R1-001",
  "GAP-TODO-001-extra",
  "DECISION-R2-003",
  "__proto__",
  "constructor",
] as const;
const CONTROLS = [
  "\u0000",
  "\u001b[2J\u001b]0;t\u0007",
  "\u202e",
  "\u200b",
  "\ufeff",
  "\u2028",
  "\r",
  "\u0085",
  "\u0008\u0008",
  "\ud800",
] as const;

function path(below: Below): string {
  const start = picked(
    ["../", "../../../../", "/tmp/", "~/", "..\\..\\", "file:///tmp/", "./.git/hooks/", "%2e%2e/"],
    below,
  );
  return `${start}${PLANTED_NAME}-${below(1_000)}.md`;
}

/** What only takes time or room, or names things that are not there. */
const NOISE: readonly [(below: Below) => string, ...((below: Below) => string)[]] = [
  (below) => picked(PUMPS, below).repeat(1 + below(PUMP_CHARS_MAX / 4)),
  (below) => `Status: ${picked(PUMPS, below).repeat(64)}${"7".repeat(64)}`,
  (below) =>
    lines(
      "deep",
      (line) => `${picked(["> ", "- ", "  - ", "    "], below).repeat(1 + below(DEPTH_MAX))}${line}`,
    ),
  (below) => `${"x".repeat(1 + below(PUMP_CHARS_MAX))} end`,
  (below) =>
    Array.from({ length: 1 + below(200) }, () => `- ${picked(IDS, below)}: ${path(below)}`).join("\n"),
  (below) => `Write it to ${path(below)} and to [here](${path(below)}). ![i](${path(below)})`,
  (below) => Array.from({ length: 1 + below(40) }, () => picked(CONTROLS, below)).join("a"),
  (below) => `| ${"a | ".repeat(1 + below(3_000))}\n|${"---|".repeat(1 + below(3_000))}`,
  (below) => `### ${picked(IDS, below)}: ${"word ".repeat(below(3_000))}`,
  (below) => `## Notes ${below(1_000)}\n\n${"&amp;\\_".repeat(below(5_000))}`,
];

/** What its role says for certain; where it says nothing, nothing is approved either. */
function stance(role: HostileRole, below: Below): string {
  if (below(3) === 0) return "I have looked at it.\n";
  switch (role) {
    case "engineer":
      return resolution([GAP]);
    case "reviewer":
      return objection(GAP);
    case "final":
      return "# Final Review\n\n## Verdict\n\nNOT_READY\n\n## Blockers\n\n- The limit is missing.\n";
  }
}

export function hostileDocument(role: HostileRole, seed: number): string {
  const below = randomNumbers(seed);
  const block = (): string => {
    if (below(2) === 0) return picked(NOISE, below)(below);
    const shown = picked(SETTINGS, below)(approving(role), below);
    // One setting inside another, as long as both keep it apart.
    return below(4) === 0 ? lines(shown, (line) => `> ${line}`) : shown;
  };
  const blocks = (most: number): string[] => Array.from({ length: below(most) }, block);
  return [...blocks(BLOCKS_MAX), stance(role, below), ...blocks(BLOCKS_MAX)].join("\n\n");
}

/** The same as bytes, some of which are no UTF-8: letters, since a spoiled fence or quote would no longer keep words apart. */
export function hostileBytes(role: HostileRole, seed: number): Uint8Array {
  const bytes = Buffer.from(hostileDocument(role, seed));
  const below = randomNumbers(seed + 7);
  for (let spoiled = below(3) * 20; spoiled > 0 && bytes.length > 0; spoiled -= 1) {
    const at = below(bytes.length);
    if (/[a-z]/i.test(String.fromCharCode(bytes[at] ?? 0))) bytes[at] = 0x80 + below(0x80);
  }
  return bytes;
}
