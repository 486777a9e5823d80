// What every runner of builds and tests must do, shown on the shell.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shellChecks } from "../../src/adapters/checks/run-check.ts";
import type { CheckResult } from "../../src/engine/build-ports.ts";
import type { Cancel } from "../../src/engine/ports.ts";
import { isAlive, numberIn } from "../agents/processes.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

const NEVER: Cancel = { cancelled: false, onCancel: () => () => undefined };

interface Ran {
  readonly folder: string;
  readonly lines: readonly string[];
  readonly result: CheckResult;
}

async function ran(
  command: string,
  about: { timeLimitMs?: number; cancel?: Cancel; folder?: string } = {},
): Promise<Ran> {
  const { folder = temporaryFolder(), timeLimitMs = 60_000, cancel = NEVER } = about;
  const lines: string[] = [];
  const env = {
    PATH: process.env.PATH,
    SHOP_TOKEN: "a-value-nobody-may-see",
    GIT_DIR: "/nowhere",
    HOME: folder,
  };
  const checks = shellChecks({ env, secrets: [{ name: "OTHER", value: "another-hidden-value" }] });
  const result = await checks.run(
    { folder, step: "test", command, timeLimitMs },
    (line) => lines.push(line),
    cancel,
  );
  return { folder, lines, result };
}

describe("a check", () => {
  it("given one that passes and one that fails, both are told with what they said", async () => {
    const passed = await ran("pwd; echo trouble >&2; echo '# pass 3'");
    expect(passed.result).toMatchObject({ step: "test", outcome: "passed", exitCode: 0, tests: 3 });
    expect(passed.result.output.split("\n").sort()).toEqual(["", "# pass 3", passed.folder, "trouble"]);
    expect(passed.lines).toHaveLength(3);
    const failed = await ran("echo no; exit 3");
    expect(failed.result).toMatchObject({ outcome: "failed", exitCode: 3, tests: null, output: "no\n" });
  });

  it("given keys and git's own names in the environment, it sees none of them, and is part of a run", async () => {
    const { result } = await ran('echo "[$SHOP_TOKEN] [$GIT_DIR] [$PARLEY_RUN] [$CI]"');
    expect(result.output).toBe("[] [] [checks] [true]\n");
  });

  it("given keys in what it says, also in pieces and in colours, they are taken out", async () => {
    const { lines, result } = await ran(
      "printf '\\033[31ma-value-nobody-may-see\\033[0m\\a\\n'; printf 'another-\\nhidden-value\\n'; printf '\\377\\n'",
    );
    expect(lines[0]).toBe("[redacted: SHOP_TOKEN]");
    expect(result.output).toBe("[redacted: SHOP_TOKEN]\n[redacted: OTHER]\n\uFFFD\n");
  });

  it("given output without end, the middle is left out and the tests at its end are counted", async () => {
    const { result } = await ran(
      "yes 0123456789012345678 | head -c 20000000; echo; echo 'Ran 7 tests in 1s'",
    );
    expect(result.output.length).toBeLessThan(500_000);
    expect(result.output).toMatch(
      /^0123456789[\s\S]+\[\d+ characters are left out here\]\n[\s\S]+Ran 7 tests in 1s\n$/,
    );
    expect(result.tests).toBe(7);
    const line = await ran("head -c 20000000 /dev/zero | tr '\\0' x");
    expect(line.result.output).toBe(`${"x".repeat(8_000)}\n`);
  });

  it("given one that takes too long, it is gone with all that it started", async () => {
    const { folder, result } = await ran("echo begun; sleep 1000 & echo $! > child; sleep 1000", {
      timeLimitMs: 500,
    });
    expect(result).toMatchObject({ outcome: "timeout", exitCode: null, output: "begun\n" });
    expect(isAlive(numberIn(join(folder, "child")))).toBe(false);
  });

  it.runIf(process.platform === "linux")(
    "given a server that left the group, it is gone when the check is back",
    async () => {
      const { folder, result } = await ran(
        "setsid sh -c 'echo $$ > child; exec sleep 1000' & while [ ! -s child ]; do sleep 0.05; done",
      );
      expect(result.outcome).toBe("passed");
      expect(isAlive(numberIn(join(folder, "child")))).toBe(false);
    },
  );

  it("given a person who cancels, it ends", async () => {
    const folder = temporaryFolder();
    let stop: () => void = () => undefined;
    const cancel: Cancel = {
      cancelled: false,
      onCancel: (callback) => {
        stop = callback;
        return () => undefined;
      },
    };
    const going = ran("touch begun; sleep 1000", { folder, cancel });
    await until("it has begun", () => existsSync(join(folder, "begun")));
    stop();
    expect((await going).result.outcome).toBe("cancelled");
  });

  it("given a folder that is gone, or nothing to read from its input, it does not hang", async () => {
    const gone = await ran("true", { folder: "/no/such/folder" });
    expect(gone.result).toMatchObject({ outcome: "not-started", exitCode: null });
    expect((await ran("cat")).result).toMatchObject({ outcome: "passed", output: "" });
  });

  it.runIf(process.platform === "linux")(
    "given what a check of a killed parley left in the same folder, it is ended first",
    async () => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, "left.sh"), "setsid sh -c 'echo $$ > left; exec sleep 1000' &\n");
      const { spawn } = await import("node:child_process");
      const env = { PATH: process.env.PATH, PARLEY_RUN: "checks", PARLEY_CHECKS: folder };
      spawn("sh", ["left.sh"], { cwd: folder, env, detached: true, stdio: "ignore" }).unref();
      await until(
        "it runs",
        () => existsSync(join(folder, "left")) && readFileSync(join(folder, "left"), "utf8") !== "",
      );
      await ran("true", { folder });
      expect(isAlive(numberIn(join(folder, "left")))).toBe(false);
    },
  );
});
