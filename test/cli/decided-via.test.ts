// A decision tells where it came from: somebody at a terminal, or a command without one.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { askingWorld } from "./gated-world.ts";
import { documentOf, PROGRAM_FILE, type World } from "./world.ts";

/** The real program in a pseudo-terminal; `script` of Linux and of macOS take their words differently. */
async function inTerminal(world: World, words: readonly string[]): Promise<void> {
  const command = [process.execPath, PROGRAM_FILE, ...words];
  const quoted = command.map((word) => `'${word}'`).join(" ");
  const args = process.platform === "linux" ? ["-qec", quoted, "/dev/null"] : ["-q", "/dev/null", ...command];
  const env = { HOME: world.home, PATH: `${world.bin}:/usr/bin:/bin`, TERM: "xterm" };
  await promisify(execFile)("script", args, { cwd: world.project, env });
}

interface Told {
  readonly type: string;
  readonly data: {
    readonly answer?: { readonly via?: string };
    readonly decision?: { readonly via?: string };
  };
}

test("in the log, in the history and in decisions.md", async () => {
  const world = await askingWorld();
  await inTerminal(world, ["answer", "Q2", "defer", "--rationale", "later"]);
  await world.run(["gap", "close", "GAP-TODO-002", "--reason", "not needed"]);
  const events = documentOf(await world.run(["history", "--json"])) as readonly Told[];
  expect(events.filter(({ type }) => type === "QuestionAnswered").at(-1)?.data.answer?.via).toBe("terminal");
  const decisions = events.flatMap(({ data }) => data.decision ?? []);
  expect(decisions.map(({ via }) => via)).toEqual(["terminal", "script"]);
  expect((await world.run(["history"])).stdout).toMatch(/Q2 answered defer by human:\S+\s+in\s+a\s+terminal/);
  const file = world.read(join(world.project, ".parley/sessions/spec/decisions.md"));
  expect(file).toContain("**Decided Where:** in a terminal");
  expect(file).toContain("**Decided Where:** without a terminal");
  expect((await world.run(["replay"])).code).toBe(0);
});
