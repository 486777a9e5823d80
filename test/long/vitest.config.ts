import { defineConfig } from "vitest/config";

/** Minutes each, so no part of `npm test`; one file at a time, since they start many processes of their own. */
export default defineConfig({
  test: {
    root: ".",
    include: [
      "test/long/**/*.long.ts",
      "test/store/processes.test.ts",
      "test/board/processes.test.ts",
      "test/crash/killed-build.test.ts",
      "test/crash/stopped-runner.test.ts",
      "test/build/every-call.test.ts",
      "test/contract/agent.test.ts",
      "test/git/stopped.test.ts",
      "test/sim/sim.test.ts",
    ],
    env: { PARLEY_LONG: "1" },
    globalSetup: ["test/build-programs.ts"],
    testTimeout: 1_200_000,
    hookTimeout: 600_000,
    pool: "forks",
    fileParallelism: false,
  },
});
