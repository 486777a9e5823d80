import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes long begins first, so that no worker is left alone with it at the end. */
const LONG = [
  "test/sim/",
  "test/contract/agent.",
  "test/stubs/",
  "test/crash/",
  "test/agents/",
  "test/git/",
  "test/build/",
  "test/contract/",
  "test/store/",
  "test/fuzz/",
  "test/cli/",
  "test/architecture",
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((part) => moduleId.includes(part));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/** Their tests start programs: each start copies the tables of the starter's memory, so they have small workers of their own. */
const STARTERS = ["agents", "build", "contract", "crash", "git", "store", "stubs"].map(
  (folder) => `test/${folder}/**/*.test.ts`,
);

const CORES = availableParallelism();

const EACH = {
  // Not reached beside twenty other busy processes: it is there for what never ends.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 240_000 } },
  pool: "forks",
  // No test replaces a module, so that each worker may load them once: that is most of the time of the small ones.
  isolate: false,
} as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...EACH,
          name: "starters",
          include: STARTERS,
          // They wait for processes, leases and locks: while one does, others have work for its core.
          maxWorkers: Math.ceil(CORES * 1.5),
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...EACH,
          name: "others",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: STARTERS,
          maxWorkers: CORES,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    globalSetup: ["test/build-programs.ts", "test/real-starts.ts"],
    sequence: { sequencer: LongFirst },
  },
});
