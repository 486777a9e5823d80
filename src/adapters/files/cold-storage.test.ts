import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { DAY_MS } from "../../core/shared/time-units.ts";
import { timestampFromMs } from "../../core/shared/timestamp.ts";
import { sha256Of } from "../shared/sha256.ts";
import { type ArchiveToStore, ColdStorage } from "./cold-storage.ts";

const ENDED_MS = Date.UTC(2026, 0, 12, 14, 30);
const NAME = "round_005_rolled_back_1.tar.gz";

/** An archive as it lies with its session; cold storage never looks inside. */
function archiveOf(project: string, { name = NAME, text = "an archive" } = {}): ArchiveToStore {
  const file = join(project, name);
  writeFileSync(file, text);
  return {
    ...{ file, session: "abc123", spec: "docs/loans.md", project, reason: "too abstract", kept: false },
    ...{ undoneAt: "2026-01-12T14:00:00Z", sha256: sha256Of(text), bytes: text.length, nowMs: ENDED_MS },
  };
}

const daysLater = (days: number) => ({ nowMs: ENDED_MS + days * DAY_MS });
const listing = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true }).map(String).sort();
const manifestOf = (root: string): { archives: Record<string, unknown>[] } =>
  JSON.parse(readFileSync(join(root, "loans", "manifest.json"), "utf8"));

function newStorage() {
  const root = join(temporaryFolder(), "parley", "archive");
  return { root, cold: new ColdStorage(root), project: temporaryFolder() };
}

test("given an archive, then it lies by spec, date and session, and the manifest tells of it", async () => {
  const { root, cold, project } = newStorage();
  const archive = archiveOf(project);
  const place = await cold.store(archive);
  expect(listing(root)).toEqual([
    "loans",
    "loans/2026-01-12_abc123",
    `loans/2026-01-12_abc123/${NAME}`,
    "loans/manifest.json",
  ]);
  expect(readFileSync(place)).toEqual(readFileSync(archive.file));
  expect(statSync(place).mtimeMs).toBeCloseTo(statSync(archive.file).mtimeMs, 0);
  expect(manifestOf(root)).toEqual({
    version: 1,
    archives: [
      {
        ...{ folder: "2026-01-12_abc123", name: NAME, session: "abc123", project, spec: "docs/loans.md" },
        ...{ round: 5, attempt: 1, reason: "too abstract", undoneAt: "2026-01-12T14:00:00Z" },
        ...{ storedAt: "2026-01-12T14:30:00Z", bytes: 10, sha256: archive.sha256, kept: false },
      },
    ],
  });
  expect(await cold.list()).toMatchObject([{ place, name: NAME }]);
});

test("given the same archive again, also days later or after a stop in between, then one place and one entry", async () => {
  const { root, cold, project } = newStorage();
  const archive = archiveOf(project);
  const place = await cold.store(archive);
  rmSync(dirname(place), { recursive: true });
  expect(await cold.list()).toEqual([]);
  expect(await cold.store({ ...archive, ...daysLater(2) })).toBe(place);
  writeFileSync(join(dirname(place), `.${NAME}.unfinished`), "half");
  expect(await cold.store(archive)).toBe(place);
  expect(readdirSync(dirname(place))).toEqual([NAME]);
  expect(manifestOf(root).archives).toHaveLength(1);
});

test("given sessions of one name in two projects, then neither takes the other's place", async () => {
  const { cold, project } = newStorage();
  const other = temporaryFolder();
  const places = [
    await cold.store(archiveOf(project)),
    await cold.store(archiveOf(other, { text: "another archive" })),
    await cold.store(archiveOf(project, { text: "of a log that was put back" })),
    await cold.store(archiveOf(project, { name: "round_006_rolled_back_1.tar.gz" })),
  ];
  expect(new Set(places).size).toBe(4);
  expect(places.map((place) => readFileSync(place, "utf8"))).toEqual([
    "an archive",
    "another archive",
    "of a log that was put back",
    "an archive",
  ]);
  expect(dirname(places[3] ?? "")).toBe(dirname(places[0] ?? ""));
});

test("given 30 days, then it goes, and the log says when, what and how large; a day before, it stays", async () => {
  const { root, cold, project } = newStorage();
  const place = await cold.store(archiveOf(project));
  expect(await cold.purge(daysLater(29))).toEqual([]);
  expect(existsSync(place)).toBe(true);
  expect(await cold.due(daysLater(30))).toMatchObject([{ place }]);
  expect(existsSync(place)).toBe(true);
  expect(await cold.purge(daysLater(30))).toMatchObject([{ place, bytes: 10 }]);
  expect(listing(root)).toEqual(["cleanup_log.txt"]);
  const time = timestampFromMs(daysLater(30).nowMs);
  expect(readFileSync(join(root, "cleanup_log.txt"), "utf8")).toBe(
    `${time}\tremoved\t${place}\t10 bytes\t30 days after 2026-01-12T14:30:00Z\n`,
  );
  expect(await cold.purge(daysLater(31))).toEqual([]);
});

test("given one that is kept, then no purge removes it, by time or by hand", async () => {
  const { cold, project } = newStorage();
  const second = "round_006_rolled_back_1.tar.gz";
  const kept = await cold.store(archiveOf(project));
  const marked = await cold.store({
    ...archiveOf(project, { name: "round_007_rolled_back_1.tar.gz" }),
    kept: true,
  });
  const goes = await cold.store(archiveOf(project, { name: second }));
  await cold.keep(kept);
  expect(await cold.purge({ ...daysLater(400), isWanted: () => true })).toMatchObject([{ place: goes }]);
  expect(await cold.purge(daysLater(400))).toEqual([]);
  expect([kept, marked, goes].map((place) => existsSync(place))).toEqual([true, true, false]);
  expect((await cold.list()).map((archive) => archive.kept)).toEqual([true, true]);
});

test("given a stop between removing and noting it, then the next purge notes it", async () => {
  const { root, cold, project } = newStorage();
  const place = await cold.store(archiveOf(project));
  rmSync(place);
  await cold.purge(daysLater(31));
  expect(readFileSync(join(root, "cleanup_log.txt"), "utf8")).toContain(`found gone\t${place}\t10 bytes`);
  expect(listing(root)).toEqual(["cleanup_log.txt"]);
});

test.each([
  ["no JSON", "{"],
  ["of a newer parley", JSON.stringify({ version: 2, archives: [] })],
  ["an entry that leads elsewhere", JSON.stringify({ version: 1, archives: [{ folder: "..", name: NAME }] })],
])(
  "given a manifest that cannot be read (%s), then nothing is purged, and it is never written over",
  async (_, text) => {
    const { root, cold, project } = newStorage();
    const place = await cold.store(archiveOf(project));
    writeFileSync(join(root, "loans", "manifest.json"), text);
    expect(await cold.purge(daysLater(400))).toEqual([]);
    expect(existsSync(place)).toBe(true);
    const other = await cold.store(archiveOf(project, { name: "round_006_rolled_back_1.tar.gz" }));
    expect(readFileSync(join(root, "loans", "manifest.json.damaged"), "utf8")).toBe(text);
    expect(await cold.list()).toMatchObject([{ place: other }]);
    expect(existsSync(place)).toBe(true);
  },
);

test("given a spec and a session whose names would lead elsewhere, then it lies below the root all the same", async () => {
  const { root, cold, project } = newStorage();
  const place = await cold.store({ ...archiveOf(project), spec: "../../..", session: "../a b\n/c" });
  expect(place.startsWith(`${root}/`)).toBe(true);
  expect(listing(root).filter((path) => path.endsWith(NAME))).toHaveLength(1);
  expect(await cold.list()).toMatchObject([{ place }]);
});

test("given no storage yet, then there is nothing to list or purge", async () => {
  const { root, cold } = newStorage();
  expect([await cold.list(), await cold.purge(daysLater(1))]).toEqual([[], []]);
  expect(existsSync(root)).toBe(false);
  mkdirSync(root, { recursive: true });
  expect(await cold.list()).toEqual([]);
});
