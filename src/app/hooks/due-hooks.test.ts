import fc from "fast-check";
import { expect, test } from "vitest";
import { timestampFromMs } from "../../core/shared/timestamp.ts";
import type { EventLog, RecordedEvent } from "../../engine/ports.ts";
import { firstSince } from "./due-hooks.ts";

const time = (second: number): string => timestampFromMs(second * 1_000);

/** A log with a command for each time, whose event may tell of an older one; it counts how often it is asked. */
function logOf(seconds: readonly number[]): { log: EventLog; asked: () => number } {
  let asked = 0;
  const events = seconds.map((second, index) => ({
    position: index + 1,
    commandId: time(second),
    data: { at: time(index % 2 === 0 ? second : 0) },
  }));
  const findCommand = async (id: string) => ({ at: id });
  const tail = async (after: number, limit: number) => {
    asked += 1;
    return events.slice(after, after + limit) as unknown as readonly RecordedEvent[];
  };
  return { log: { tail, findCommand } as unknown as EventLog, asked: () => asked };
}

test("the first event that is not older, or the next one to come, and few are looked at", async () => {
  const times = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(times, fc.integer({ min: 0, max: 51 }), async (seconds, second) => {
      const sorted = seconds.toSorted((a, b) => a - b);
      const { log, asked } = logOf(sorted);
      const found = sorted.findIndex((one) => one >= second);
      expect(await firstSince(log, time(second))).toBe(found < 0 ? sorted.length + 1 : found + 1);
      expect(asked()).toBeLessThan(25);
    }),
  );
});
