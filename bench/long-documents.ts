// Whether the program still hears, beats and draws while it reads what is as long as it may be.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { hostileReview, longResolution, longText, shortResolution } from "../test/support/long-documents.ts";
import type { Measured } from "./ratio.ts";

/** Nobody shall wait longer for Ctrl-C, for the heartbeat of a lease or for the next frame. */
const BLOCK_MS = 200;
const RUNS = 3;
const GAP = "GAP-CLARIFY-001";

const SPEC = "# Orders\n\nAn order has a state. [NEEDS CLARIFICATION: who may cancel an order?]\n";
const REFINE = ["refine", "spec.md", "--engineer", "player:e.yaml", "--reviewer", "player:r.yaml"];
const ROUND = [...REFINE, "--until", "round", "--no-input"];

/** Done, or with something to decide. */
const ENDS: readonly (number | null)[] = [0, 7];

interface Scene {
  readonly what: string;
  readonly engineer: string;
  readonly reviewer: string;
  readonly spec?: string;
  readonly args?: readonly string[];
  /** What is run before, and not measured. */
  readonly first?: readonly string[];
}

const CHECKLIST = `# Tasks\n\n${numbered(28_000, (n) => `- [ ] Write part ${n} of the program, with its tests and its page\n`)}`;

const SCENES: readonly Scene[] = [
  { what: "an Engineer's document", engineer: longResolution(GAP), reviewer: hostileReview(GAP, 1) },
  { what: "a Reviewer's hostile document", engineer: shortResolution(GAP), reviewer: hostileReview(GAP) },
  {
    what: "a source",
    engineer: shortResolution(GAP),
    reviewer: hostileReview(GAP, 1),
    spec: `${SPEC}\n${longText()}`,
  },
  {
    what: "a source given to lint",
    engineer: "",
    reviewer: "",
    spec: `${SPEC}\n${longText()}`,
    args: ["lint", "spec.md"],
  },
  {
    what: "a checklist given to tasks import",
    engineer: "",
    reviewer: "",
    spec: CHECKLIST,
    args: ["tasks", "import", "spec.md"],
  },
  {
    what: "a board given to tasks export",
    engineer: "",
    reviewer: "",
    spec: CHECKLIST,
    first: ["tasks", "import", "spec.md"],
    args: ["tasks", "export", "copy.md"],
  },
  {
    what: "a source with 3,000 gaps",
    engineer: shortResolution(GAP),
    reviewer: hostileReview(GAP, 1),
    spec: numbered(
      3_000,
      (n) => `## Part ${n}\n\nTODO: what happens when step ${n} fails?\n\n${"It goes on. ".repeat(50)}\n\n`,
    ),
  },
];

function numbered(count: number, text: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => text(n)).join("");
}

export async function* longDocuments(): AsyncIterable<Measured> {
  for (const scene of SCENES) {
    const blocks = Array.from({ length: RUNS }, () => longestBlockMs(scene));
    yield {
      what: `the longest stop of the event loop while 2 MB of ${scene.what} are read: milliseconds`,
      against: String(BLOCK_MS),
      ratio: Math.min(...blocks) / BLOCK_MS,
      budget: 1,
      detail: [`each run: ${blocks.map((ms) => ms.toFixed(0)).join(", ")} ms`],
    };
  }
}

function longestBlockMs({ engineer, reviewer, spec = SPEC, args = ROUND, first }: Scene): number {
  const folder = mkdtempSync(join(tmpdir(), "parley-bench-"));
  try {
    const [project, home, block] = ["project", "home", "block"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    for (const made of [project, home]) mkdirSync(made);
    writeFileSync(join(project, "spec.md"), spec);
    writeFileSync(join(project, "e.yaml"), player("engineer", engineer));
    writeFileSync(join(project, "r.yaml"), player("reviewer", reviewer));
    const probe = ["--require", resolve("bench/event-loop-probe.cjs"), resolve("dist/parley.js")];
    const env = { HOME: home, PATH: "/usr/bin:/bin", LONGEST_BLOCK_FILE: block };
    const run = (words: readonly string[]) =>
      spawnSync(process.execPath, [...probe, ...words], { cwd: project, env, stdio: "ignore" });
    run(["init"]);
    if (first !== undefined) run(first);
    const { status } = run(args);
    if (!ENDS.includes(status)) throw new Error(`parley ${args.join(" ")} ended with ${status}`);
    return Number(readFileSync(block, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As a block of YAML, which is read much faster than a quoted text. */
function player(purpose: string, document: string): string {
  const lines = document.split("\n").map((line) => `      ${line}`);
  return `steps:\n  - on: { purpose: ${purpose} }\n    write: |\n${lines.join("\n")}\n`;
}
