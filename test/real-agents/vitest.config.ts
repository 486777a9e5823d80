// Real agents are slow, large and not on every machine: their files end in .real.ts, which the everyday run passes over.
import { defineConfig } from "vitest/config";
import { withoutLocks } from "./without-locks.ts";

export default defineConfig({
  plugins: [withoutLocks(process.env)],
  test: {
    include: ["test/real-agents/**/*.real.ts"],
    // Not every file has rows of every agent.
    passWithNoTests: true,
    testTimeout: 420_000,
    hookTimeout: 180_000,
    pool: "forks",
    reporters: ["verbose"],
    // What a row says is looked at too.
    chaiConfig: { truncateThreshold: 0 },
    // One agent at a time: their timers are short, and a busy machine would look like a silent agent.
    fileParallelism: false,
    maxConcurrency: 1,
  },
});
