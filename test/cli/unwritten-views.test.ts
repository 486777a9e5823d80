// What is recorded is reported as done, also where the documents that show it cannot be written.
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { endedCheckout, waitingCheckout } from "./checkout-world.ts";
import { documentOf, type Ended, errorOf, type World } from "./world.ts";

interface Row {
  readonly check: string;
  readonly status: string;
  readonly detail: string;
  readonly fix?: string;
}

function sessions(world: World): string {
  return join(world.project, ".parley/sessions");
}

/** Whoever runs tests may be root, whom no permission stops: a file stands where the folder should be. */
function shut(folder: string): void {
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "not a folder");
}

async function documents(world: World): Promise<readonly Row[]> {
  const rows = documentOf(await world.run(["doctor", "--json"])) as Row[];
  return rows.filter(({ check }) => check === "documents");
}

function expectWarned(ended: Ended, code: number): void {
  expect(ended.code, ended.stderr).toBe(code);
  expect(ended.stderr).toContain(
    "warning: what happened in checkout is recorded, but its documents could not",
  );
  expect(ended.stderr).not.toContain("run the same command again");
}

const SUPPLY = ["answer", "Q1", "input", "--text", "A card is charged once."];

describe("given that the documents cannot be written", () => {
  test.each([
    ["the folder of all sessions", ""],
    ["the session's own", "checkout"],
  ])("where a file stands for %s, then an answer is done, and later written", async (_, name) => {
    const world = await waitingCheckout();
    const place = join(sessions(world), name);
    shut(place);
    const answered = await world.run([...SUPPLY, "--json"]);
    expectWarned(answered, 0);
    expect(documentOf(answered)).toMatchObject({ session: "checkout", question: "Q1", option: "input" });
    // It is in the log: nobody can answer a second time.
    expect(await world.run(SUPPLY)).toMatchObject({ code: 5 });

    const broken = await documents(world);
    if (name === "")
      expect(broken).toContainEqual(
        expect.objectContaining({ status: "fail", detail: expect.stringContaining("is not a folder") }),
      );
    expect(broken).toContainEqual(
      expect.objectContaining({ status: "warn", detail: expect.stringContaining("status.md") }),
    );

    rmSync(place);
    const paused = await world.run(["pause", "checkout"]);
    expect(paused).toMatchObject({ code: 0, stderr: "" });
    expect(world.read(join(sessions(world), "checkout/decisions.md"))).toContain("A card is charged once.");
    expect(await documents(world)).toMatchObject([{ status: "ok" }]);
  });

  test("then every command that changes the session says what it did", async () => {
    const world = await waitingCheckout();
    shut(sessions(world));
    const gaps = documentOf(await world.run(["gap", "list", "--json"])) as { id: string }[];
    const gap = gaps.at(-1)?.id ?? "";
    expectWarned(await world.run(["gap", "severity", gap, "LOW", "--reason", "rare"]), 0);
    expectWarned(await world.run(["pause", "checkout"]), 0);
    expectWarned(await world.run(["resume", "checkout"]), 7);
    expectWarned(await world.run(["abandon", "--session", "checkout", "--yes"]), 0);
    expect(documentOf(await world.run(["status", "checkout", "--json"]))).toMatchObject({
      state: "ABANDONED",
    });
  });

  test("then a whole run ends as it would have, and leaves its spec", async () => {
    const world = await waitingCheckout();
    shut(sessions(world));
    const policy = ["--policy", "players/policy.yaml"];
    const resumed = await world.run(["resume", "checkout", ...policy]);
    expectWarned(resumed, 0);
    expect(existsSync(join(world.project, "checkout_v1.md"))).toBe(true);
  });
});

describe("given that the folder was taken away", () => {
  test("then it is made again, with all that belongs there", async () => {
    const world = await waitingCheckout();
    const before = join(world.root, "before");
    renameSync(sessions(world), before);
    expect(await documents(world)).toMatchObject([
      { status: "warn", fix: expect.stringContaining("resume") },
    ]);
    expect(await world.run(SUPPLY)).toMatchObject({ code: 0, stderr: "" });
    expect(await documents(world)).toMatchObject([{ status: "ok" }]);
    expect(existsSync(join(sessions(world), "checkout/round_1/summary.md"))).toBe(
      existsSync(join(before, "checkout/round_1/summary.md")),
    );
  });

  test("then `resume` also writes what an ended session showed", async () => {
    const world = await endedCheckout();
    rmSync(sessions(world), { recursive: true });
    const resumed = await world.run(["resume", "checkout", "--json"]);
    expect(errorOf(resumed)).toMatchObject({ code: "ended" });
    expect(await documents(world)).toMatchObject([{ status: "ok" }]);
  });
});
