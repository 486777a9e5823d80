import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes long begins first, so that no worker is left alone with it at the end. */
const LONG = ["test/crash/", "test/sim/", "test/fuzz/", "test/cli/", "test/architecture", "test/store/"];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((part) => moduleId.includes(part));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["test/build-programs.ts", "test/real-starts.ts"],
    // Not reached beside twenty other busy processes: it is there for what never ends.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    pool: "forks",
    // Many tests wait for a process, a lease or a lock: while one does, another has work for its core.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // No test replaces a module, so that each worker may load them once: that is most of the time of the small ones.
    isolate: false,
    sequence: { sequencer: LongFirst },
  },
});
