import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { LeaseHolder } from "../../engine/ports.ts";
import { acquireFileLock, type LockOutcome } from "./file-lock.ts";

const ALIVE: LeaseHolder = { host: "here", pid: 1, processStart: "now" };
const DEAD: LeaseHolder = { host: "here", pid: 2, processStart: "then" };

function lockPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "parley-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "x.lock");
}

function acquire(path: string, holder = ALIVE, waitMs = 10_000): Promise<LockOutcome> {
  return acquireFileLock({ path, holder, waitMs, isDead: ({ pid }) => pid === DEAD.pid });
}

function names(path: string): string[] {
  return readdirSync(join(path, ".."));
}

test("a held lock keeps others out until it is released", async () => {
  const path = lockPath();
  const first = await acquire(path);
  expect(await acquire(path, ALIVE, 50)).toMatchObject({ at: "busy", by: { pid: 1 } });
  if (first.at === "held") await first.release();
  expect((await acquire(path)).at).toBe("held");
  expect(names(path)).toEqual(["x.lock"]);
});

test("the lock of a dead holder is taken over by one of many, then by the next", async () => {
  const path = lockPath();
  await acquire(path, DEAD);
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      const lock = await acquire(path);
      inside += 1;
      most = Math.max(most, inside);
      await sleep(5);
      inside -= 1;
      if (lock.at === "held") await lock.release();
      expect(lock.at).toBe("held");
    }),
  );
  expect(most).toBe(1);
  expect(names(path)).toEqual([]);
});

test("a taker that died during the take-over is itself replaced", async () => {
  const path = lockPath();
  const token = "00000000-0000-4000-8000-000000000001";
  writeFileSync(path, JSON.stringify({ token, ...DEAD }));
  const guard = JSON.stringify({ token: "00000000-0000-4000-8000-000000000002", ...DEAD });
  writeFileSync(`${path}.gone-${token}`, guard);
  expect((await acquire(path)).at).toBe("held");
  expect(names(path)).toEqual(["x.lock"]);
});

test.each(["", "not json", "{}", '{"token":"../../x","host":"here","pid":2,"processStart":"then"}'])(
  "a lock that is not ours (%j) is left alone",
  async (text) => {
    const path = lockPath();
    writeFileSync(path, text);
    expect(await acquire(path, ALIVE, 50)).toEqual({ at: "busy", by: null });
    expect(names(path)).toEqual(["x.lock"]);
  },
);
