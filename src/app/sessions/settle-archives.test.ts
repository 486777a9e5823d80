import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { diskRoundArchives } from "../../adapters/files/round-archives.ts";
import { DAY_MS } from "../../core/shared/time-units.ts";
import { timestampFromMs } from "../../core/shared/timestamp.ts";
import { storeCold } from "../archives/cold-archives.ts";
import { type ArchivesOption, settleArchives } from "./settle-archives.ts";

const ENDED_MS = Date.UTC(2026, 0, 20);
const OLD = "round_003_rolled_back_1.tar.gz";
const RECENT = "round_005_rolled_back_1.tar.gz";
const DAYS_AGO = { [OLD]: 8, [RECENT]: 6 };

/** A session that undid round 3 eight days before its end, and round 5 six days before. */
async function endedSession() {
  const home = temporaryFolder();
  const folder = temporaryFolder();
  const archives = diskRoundArchives(folder);
  const recorded = new Map<string, { reason: string; undoneAt: string }>();
  for (const [name, days] of Object.entries(DAYS_AGO)) {
    const undoneAtMs = ENDED_MS - days * DAY_MS;
    const files = [{ path: "engineer.md", bytes: Buffer.from(name) }];
    await archives.write({ name, round: 3, files, undoneAtMs });
    recorded.set(name, { reason: "vague", undoneAt: timestampFromMs(undoneAtMs) });
  }
  const store = storeCold({ env: { HOME: home }, now: new Date(ENDED_MS) });
  const of = { session: "loans", spec: "loans.md", project: "/p", archives, recorded, chosenAtMs: ENDED_MS };
  const settle = (option: ArchivesOption, more: Partial<Parameters<typeof settleArchives>[0]> = {}) =>
    settleArchives({ ...of, option, store, ...more });
  const names = async () => (await archives.list()).map(({ name }) => name);
  const cold = join(home, ".local/share/parley/archive/loans/2026-01-20_loans");
  return { archives, folder, settle, names, cold };
}

test.each<[ArchivesOption, readonly string[]]>([
  ["keep", [OLD, RECENT]],
  ["delete", []],
  ["recent", [RECENT]],
  ["cold", []],
])("given the choice %s, then it is carried out, and again changes nothing", async (option, left) => {
  const { settle, names } = await endedSession();
  await settle(option);
  expect(await names()).toEqual(left);
  await settle(option);
  expect(await names()).toEqual(left);
});

test("given cold storage, then each archive lies there with its bytes before it is gone here", async () => {
  const { archives, settle, cold } = await endedSession();
  const before = await archives.read(OLD);
  const settled = await settle("cold");
  expect(settled).toEqual([
    { name: OLD, became: "moved", place: join(cold, OLD) },
    { name: RECENT, became: "moved", place: join(cold, RECENT) },
  ]);
  expect(await diskRoundArchives(cold).read(OLD)).toEqual({ ...before, place: join(cold, OLD) });
});

test("given a stop between the copy and the removal, then the next try only removes", async () => {
  const { archives, settle, names, cold } = await endedSession();
  const remove = async (): Promise<void> => {
    throw new Error("stopped");
  };
  await expect(settle("cold", { archives: { ...archives, remove } })).rejects.toThrow("stopped");
  expect([await names(), existsSync(join(cold, OLD))]).toEqual([[OLD, RECENT], true]);
  expect(await settle("cold")).toMatchObject([{ place: join(cold, OLD) }, { place: join(cold, RECENT) }]);
  expect(await names()).toEqual([]);
});

test("given one that is kept, then no choice deletes it, and in cold storage it stays kept", async () => {
  const { archives, settle, names, cold } = await endedSession();
  await archives.keep(OLD);
  await settle("delete");
  expect(await names()).toEqual([OLD]);
  await settle("cold");
  expect(await names()).toEqual([]);
  expect(existsSync(join(cold, OLD))).toBe(true);
});

test("given one that cannot be read, then it is told with its place and stays, whatever is chosen", async () => {
  for (const option of ["keep", "delete", "recent", "cold"] as const) {
    const { folder, settle, names } = await endedSession();
    writeFileSync(join(folder, OLD), "no archive");
    expect(await settle(option)).toContainEqual({ name: OLD, became: "damaged", place: join(folder, OLD) });
    expect(await names()).toContain(OLD);
  }
});

test("given an archive that the log does not know, or no place for cold storage, then it stays", async () => {
  const { settle, names, folder } = await endedSession();
  await settle("delete", { recorded: new Map() });
  expect(await settle("cold", { store: async () => null })).toMatchObject([
    { became: "kept", place: join(folder, OLD) },
    { became: "kept" },
  ]);
  expect(await names()).toEqual([OLD, RECENT]);
});
