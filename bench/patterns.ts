// Texts that repeat something without end: through every pattern of src, and through the readers as whole documents.
import { readChecklist } from "../src/document/checklist/read-checklist.ts";
import { readEngineerDocument } from "../src/document/engineer/read-engineer.ts";
import { readFinalReview } from "../src/document/final-review/read-final-review.ts";
import { readReviewerDocument } from "../src/document/reviewer/read-reviewer.ts";
import { lintSpec } from "../src/lint/lint-spec.ts";
import type { Measured } from "./ratio.ts";

interface Pattern {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

const SMALL = 10_000;
/** Ten times the size may take twelve times as long. */
const LINEAR = 12;
/** Milliseconds of the processor; below this what else the process does says more than the text. */
const NOTICEABLE_MS = 20;
const RUNS = 3;
const SEEDS_MAX = 8;

const READERS: { readonly [name: string]: readonly [string, (text: string) => unknown] } = {
  "engineer document": [
    "# Engineer Output — Round 1\n\n## GAP-TODO-001: X\n\n### Spec Text\n\n",
    readEngineerDocument,
  ],
  "reviewer document": [
    "# Reviewer Output — Round 1\n\n### ISSUE-R1-001 (HIGH): X\n\n",
    readReviewerDocument,
  ],
  "final review": ["# Final Review\n\n## Blockers\n\n", readFinalReview],
  "source spec": ["# Spec\n\n## Limits\n\n", (text) => lintSpec({ text, file: "bench.md" })],
  checklist: ["# Tasks\n\n- [ ] one\n", readChecklist],
};

const PUMPS = [
  ..."~~a|.| |rationale |???|??? |[|(|*|**a|_a|_ |`a|<a|<!-- |[a](|&a|TODO |> |- |1. |a: |— |'|7|must |Section 1.2 |\\|{|->".split(
    "|",
  ),
];

export async function* patterns(): AsyncIterable<Measured> {
  yield worst("any pattern of src, ten times the size", await allPatterns());
  const whole = Object.entries(READERS).flatMap(([name, [head, read]]) =>
    PUMPS.map((pump) => ({
      what: `${name}: ${JSON.stringify(pump)}`,
      ...timesOf((size) => head + pump.repeat(Math.ceil(size / pump.length)), read),
    })),
  );
  yield worst("a document that repeats something, ten times the size", whole);
}

interface Pumped {
  readonly what: string;
  readonly smallMs: number;
  readonly largeMs: number;
}

async function allPatterns(): Promise<readonly Pumped[]> {
  // Not bundled: it loads the compiler and the bundler.
  const script = new URL("../../scripts/collect-patterns.mjs", import.meta.url).href;
  const { collectPatterns } = (await import(script)) as {
    collectPatterns(root?: string): Promise<{ readonly patterns: readonly Pattern[] }>;
  };
  const { patterns } = await collectPatterns();
  return patterns.flatMap(({ file, line, source, flags }) => {
    const pattern = new RegExp(source, flags.includes("g") ? flags : `${flags}g`);
    return seedsOf(source).map((seed) => ({
      what: `${file}:${line}: ${JSON.stringify(seed)}`,
      ...timesOf(
        (size) => `${seed.repeat(Math.ceil(size / seed.length))}\u0001`,
        (text) => text.replace(pattern, ""),
      ),
    }));
  });
}

/** What a pattern is made of, repeated: its words, its characters, blanks. */
function seedsOf(source: string): readonly string[] {
  const plain = source.replaceAll(/\\[a-zA-Z]|[()[\]{}?*+^$|\\]/g, " ");
  const words = plain.split(/\s+/).filter((word) => word !== "");
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, 3);
  const marks = [...new Set(plain.replaceAll(/[\w\s]/g, ""))].slice(0, 2);
  return [...new Set([" ", "a", "1", ...longest, ...marks, `${longest[0] ?? "a"} `])].slice(0, SEEDS_MAX);
}

function timesOf(make: (size: number) => string, read: (text: string) => unknown): Omit<Pumped, "what"> {
  const [small, large] = [make(SMALL), make(SMALL * 10)];
  const largeMs = quickest(() => read(large));
  // What is not noticed at its largest needs no second look.
  return largeMs < NOTICEABLE_MS
    ? { smallMs: largeMs / 10, largeMs }
    : { smallMs: quickest(() => read(small)), largeMs };
}

function quickest(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run++) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
    if (best < NOTICEABLE_MS) break;
  }
  return best;
}

function worst(what: string, all: readonly Pumped[]): Measured {
  const sorted = all.toSorted((a, b) => b.largeMs / b.smallMs - a.largeMs / a.smallMs);
  const slowest = all.toSorted((a, b) => b.largeMs - a.largeMs)[0];
  const [first] = sorted;
  const said = ({ what, smallMs, largeMs }: Pumped) =>
    `${what}: ${smallMs.toFixed(1)} and ${largeMs.toFixed(1)} ms`;
  return {
    what: `${what} (${all.length} texts)`,
    against: "once the size",
    ratio: first === undefined ? 0 : first.largeMs / first.smallMs,
    budget: LINEAR,
    detail: [
      ...sorted.slice(0, 3).map((one) => `worst: ${said(one)}`),
      ...(slowest === undefined ? [] : [`slowest: ${said(slowest)}`]),
    ],
  };
}
