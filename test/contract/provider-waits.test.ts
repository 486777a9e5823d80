// What everything that remembers waits for providers must do.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diskProviderWaits } from "../../src/adapters/files/provider-waits.ts";
import { WAIT_MS_MAX } from "../../src/core/refinement/session/waiting.ts";
import type { Clock, ProviderWaits } from "../../src/engine/ports.ts";
import { memoryProviderWaits } from "../support/memory-waits.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const NOW_MS = 1_800_000_000_000;
const at = (nowMs: number): Clock => ({ nowMs: () => nowMs });

describe.each<[string, (clock: Clock) => ProviderWaits]>([
  ["disk", (clock) => diskProviderWaits({ folder: join(temporaryFolder(), "not", "yet"), clock })],
  ["memory", (clock) => memoryProviderWaits(clock)],
])("%s", (_, open) => {
  it("knows nothing of a provider of which nothing was noted", async () => {
    const waits = open(at(NOW_MS));
    await waits.note("anthropic", NOW_MS + 5_000);
    expect(await waits.until("openai")).toBeNull();
    expect(await waits.until("anthropic")).toBe(NOW_MS + 5_000);
  });

  it("keeps the later time, in whatever order they come", async () => {
    const waits = open(at(NOW_MS));
    await waits.note("openai", NOW_MS + 9_000);
    await waits.note("openai", NOW_MS + 5_000);
    expect(await waits.until("openai")).toBe(NOW_MS + 9_000);
    await waits.note("openai", NOW_MS + 12_000);
    expect(await waits.until("openai")).toBe(NOW_MS + 12_000);
  });

  it("forgets a time once it is past", async () => {
    let nowMs = NOW_MS;
    const waits = open({ nowMs: () => nowMs });
    await waits.note("openai", NOW_MS + 1_000);
    nowMs += 1_000;
    expect(await waits.until("openai")).toBeNull();
    await waits.note("openai", NOW_MS + 1_500);
    expect(await waits.until("openai")).toBe(NOW_MS + 1_500);
  });

  it("does not believe a time so far off that nobody would have waited for it", async () => {
    const waits = open(at(NOW_MS));
    await waits.note("openai", NOW_MS + WAIT_MS_MAX + 1);
    expect(await waits.until("openai")).toBeNull();
    await waits.note("openai", NOW_MS + 2_000);
    expect(await waits.until("openai")).toBe(NOW_MS + 2_000);
  });

  it("is lifted when somebody says so, until somebody is turned away again", async () => {
    let nowMs = NOW_MS;
    const waits = open({ nowMs: () => nowMs });
    await waits.note("openai", NOW_MS + 9_000);
    expect(await waits.isLifted("openai")).toBe(false);
    await waits.lift("openai");
    expect(await waits.until("openai")).toBeNull();
    expect(await waits.isLifted("openai")).toBe(true);
    expect(await waits.isLifted("anthropic")).toBe(false);
    nowMs += 100;
    await waits.note("openai", NOW_MS + 5_000);
    expect(await waits.isLifted("openai")).toBe(false);
    expect(await waits.until("openai")).toBe(NOW_MS + 5_000);
  });

  it("tells apart providers of any names", async () => {
    const names = fc.uniqueArray(
      fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom("a/b", "A/b", "../x", "")),
      {
        minLength: 2,
        maxLength: 5,
      },
    );
    await fc.assert(
      fc.asyncProperty(names, async (providers) => {
        const waits = open(at(NOW_MS));
        for (const [index, name] of providers.entries()) await waits.note(name, NOW_MS + 1_000 + index);
        for (const [index, name] of providers.entries())
          expect(await waits.until(name)).toBe(NOW_MS + 1_000 + index);
      }),
      { numRuns: 15 },
    );
  });
});

describe("on disk", () => {
  function noted(): { folder: string; open: () => ProviderWaits } {
    const folder = temporaryFolder();
    return { folder, open: () => diskProviderWaits({ folder, clock: at(NOW_MS) }) };
  }

  it("is shared by all who look into the same folder, one whole file a provider", async () => {
    const { folder, open } = noted();
    const many = Array.from({ length: 8 }, (_, index) => open().note("openai", NOW_MS + 1_000 * (index + 1)));
    await Promise.all([...many, open().note("anthropic", NOW_MS + 1_000)]);
    expect(readdirSync(folder)).toHaveLength(2);
    expect(await open().until("openai")).toBeGreaterThan(NOW_MS);
    expect(await open().until("anthropic")).toBe(NOW_MS + 1_000);
  });

  it.each([
    "",
    "nonsense",
    "null",
    "[]",
    "{}",
    '{"untilMs":"soon"}',
    '{"provider":"other","untilMs":1800000001000}',
    `{"untilMs":1${"0".repeat(9_000)}}`,
  ])("takes %j for no time at all, and writes over it", async (text) => {
    const { folder, open } = noted();
    await open().note("openai", NOW_MS + 1_000);
    const [name = ""] = readdirSync(folder);
    writeFileSync(join(folder, name), text);
    expect(await open().until("openai")).toBeNull();
    await open().note("openai", NOW_MS + 2_000);
    expect(JSON.parse(readFileSync(join(folder, name), "utf8"))).toEqual({
      provider: "openai",
      untilMs: NOW_MS + 2_000,
    });
  });

  it("stops nobody where it cannot be written", async () => {
    const { folder } = noted();
    const blocked = join(folder, "a-file");
    writeFileSync(blocked, "");
    const waits = diskProviderWaits({ folder: join(blocked, "waits"), clock: at(NOW_MS) });
    await waits.note("openai", NOW_MS + 1_000);
    expect(await waits.until("openai")).toBeNull();
  });
});
