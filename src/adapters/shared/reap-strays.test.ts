import { expect, test } from "vitest";
import { REAP_FUNCTIONS } from "./reap-strays.ts";

interface Machine {
  /** What is to be found in each look, one after the other; the last one stays. */
  readonly looks: readonly (readonly number[])[];
  /** Of a child of ours. */
  readonly group?: number;
  /** When those were started that are older than we are. */
  readonly born?: Readonly<Record<number, number>>;
}

interface Reaped {
  readonly strays: readonly string[];
  readonly left: readonly string[];
  readonly killed: readonly number[];
  readonly lookCount: number;
}

const OWN_PID = 1_000_000;
const BORN = 500;
/** Between its group and its birth. */
const UNREAD = "0 ".repeat(16);

/** The text run on a machine of our own, where a process carries the mark as long as a look shows it. */
function reaped({ looks, group = 0, born = {} }: Machine): Reaped {
  let nowMs = 0;
  let lookCount = 1;
  const killed: number[] = [];
  const due: { atMs: number; run: () => void }[] = [];
  const there = (): readonly number[] => looks[Math.min(lookCount, looks.length) - 1] ?? [];
  const fs = {
    readdirSync: (): string[] => ["self", ...there().map(String)],
    readFileSync(path: string): string {
      const [, , pid = "", what] = path.split("/");
      const isOurs = Number(pid) === OWN_PID;
      if (!isOurs && !there().includes(Number(pid))) throw new Error("ENOENT");
      if (what === "stat")
        return `${pid} (x y) S ${isOurs ? 0 : 1} ${pid} ${UNREAD}${born[Number(pid)] ?? BORN} 0`;
      return what === "environ" ? "A=1\0MARK=1\0" : `program ${pid}`;
    },
  };
  const process = {
    pid: OWN_PID,
    platform: "linux",
    kill(pid: number, signal: string): void {
      if (signal === "SIGKILL") killed.push(pid);
    },
  };
  const performance = { now: () => nowMs };
  const setTimeout = (run: () => void, ms: number): void => void due.push({ atMs: nowMs + ms, run });
  const names = ["fs", "process", "performance", "setTimeout"];
  const { reap } = new Function(...names, `${REAP_FUNCTIONS}; return { reap };`)(
    ...[fs, process, performance, setTimeout],
  );
  let told: Pick<Reaped, "strays" | "left"> | null = null;
  reap({
    ...{ group, marks: ["MARK=1"], settleMs: 0 },
    done: (end: Pick<Reaped, "strays" | "left">) => {
      told = end;
    },
  });
  for (let next = due.shift(); next !== undefined && told === null; next = due.shift()) {
    nowMs = next.atMs;
    lookCount += 1;
    next.run();
  }
  if (told === null) throw new Error("it never came to an end");
  return { ...(told as Pick<Reaped, "strays" | "left">), killed, lookCount };
}

test("given nothing, then several looks in a row say so", () => {
  const { strays, left, lookCount } = reaped({ looks: [[]] });
  expect({ strays, left }).toEqual({ strays: [], left: [] });
  expect(lookCount).toBeGreaterThanOrEqual(3);
});

test("given one that a look misses, then it is found by the next", () => {
  expect(reaped({ looks: [[], [7], [], [], [9], []] })).toMatchObject({
    strays: ["program 7", "program 9"],
    left: [],
    killed: [7, 9],
  });
});

test("given a child's, then its group and what carries its marks are ended, but nobody who was there before us", () => {
  const looks = [[7, 8, 9], []];
  expect(reaped({ looks, group: 7, born: { 7: BORN - 1, 8: BORN - 1 } })).toMatchObject({ killed: [9, 7] });
  expect(reaped({ looks, born: { 7: BORN - 1, 8: BORN - 1 } })).toMatchObject({ killed: [9, 8, 7] });
});

test("given one that cannot be ended, then after a while that is told", () => {
  const { strays, left } = reaped({ looks: [[3, 7], [7]] });
  expect({ strays, left }).toEqual({ strays: ["program 3"], left: ["program 7"] });
});

test("given ever new ones, then the last that was seen is told, also where the last look missed it", () => {
  const looks = Array.from({ length: 10_000 }, (_, index) => (index % 2 === 0 ? [] : [10 + index]));
  const { strays, left } = reaped({ looks });
  expect(strays.length).toBeGreaterThan(0);
  expect(left).toHaveLength(1);
});
