// `parley archive`: the rounds that were undone, with their session and in cold storage.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { ARCHIVED, archivedWorld, coldRoot, sessionFolder, settleCold, undo } from "./archive-world.ts";
import { documentOf, errorOf, newWorld, type World } from "./world.ts";

const NAME = "round_012_rolled_back_1";

function textsIn(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true }).map(String);
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

async function rowsOf(
  world: World,
  more: readonly string[] = [],
): Promise<readonly Record<string, unknown>[]> {
  const ended = await world.run(["archive", "list", "--json", ...more]);
  expect(ended.code, ended.stdout).toBe(0);
  return documentOf(ended) as Record<string, unknown>[];
}

describe("list and show", () => {
  test("given archives with their session and in cold storage, then both are listed, with where and until when", async () => {
    const world = await archivedWorld();
    const [place] = await settleCold(world, { session: "checkout", daysAgo: 3 });
    const beside = await undo(world, "checkout", 13);
    expect(await rowsOf(world)).toMatchObject([
      {
        archive: NAME,
        session: "checkout",
        stored: "cold",
        place,
        reason: "too abstract",
        round: 12,
        kept: false,
      },
      {
        archive: "round_013_rolled_back_1",
        stored: "session",
        place: beside,
        reason: "too abstract",
        removedAfter: null,
      },
    ]);
    const { stdout } = await world.run(["archive", "list"]);
    expect(stdout).toMatch(/in cold storage until \d{4}-/);
    expect(stdout).toContain("undone 2026-01-12T14:30:00Z: too abstract");
    expect((await world.run(["archive", "list", "--quiet"])).stdout).toBe(
      `${NAME}\nround_013_rolled_back_1\n`,
    );
  });

  test("given no project, then cold storage is listed all the same", async () => {
    const world = await archivedWorld();
    await settleCold(world, { session: "checkout", daysAgo: 3 });
    const listed = await world.run(["archive", "list", "--json"], { cwd: world.home });
    expect(documentOf(listed)).toMatchObject([{ archive: NAME, project: world.project }]);
    expect((await newWorld().run(["archive", "list"])).stdout).toContain("No round has been undone");
  });

  test("given its name, with its ending or without, then its files are shown", async () => {
    const world = await archivedWorld();
    for (const name of [NAME, `${NAME}.tar.gz`, join(sessionFolder(world, "checkout"), `${NAME}.tar.gz`)]) {
      const shown = await world.run(["archive", "show", name, "--json"]);
      const { files } = documentOf(shown) as { files: { path: string; bytes: number }[] };
      expect(files).toEqual(
        Object.entries(ARCHIVED).map(([path, text]) => ({ path, bytes: Buffer.byteLength(text) })),
      );
    }
    const { stdout } = await world.run(["archive", "show", NAME]);
    expect(stdout).toContain("notes/why.txt");
    expect(stdout).toContain("too abstract");
  });

  test("given a name that is not there, or that several have, then it says what is meant", async () => {
    const world = await archivedWorld();
    const slip = await world.run(["archive", "show", "round_012_roled_back_1", "--json"]);
    expect([slip.code, errorOf(slip).code, errorOf(slip).fix]).toEqual([
      4,
      "no-archive",
      `did you mean ${NAME}?`,
    ]);
    const nobody = await world.run(["archive", "show", NAME, "--session", "chekout", "--json"]);
    expect([nobody.code, errorOf(nobody).fix]).toEqual([4, "did you mean checkout?"]);
    await settleCold(world, { session: "checkout", daysAgo: 3 });
    await undo(world, "checkout", 12);
    const several = await world.run(["archive", "show", NAME, "--json"]);
    expect([several.code, errorOf(several).code]).toEqual([2, "several-archives"]);
    const [, place = ""] = (errorOf(several).fix ?? "").split(", or ");
    expect((await world.run(["archive", "show", place])).code).toBe(0);
    expect((await world.run(["archive", "show"])).code).toBe(2);
    expect((await world.run(["archive", "shw", NAME])).stderr).toContain("show");
  });
});

describe("restore", () => {
  test("given no place, then into a new folder beside the archive, however often", async () => {
    const world = await archivedWorld();
    const folder = join(sessionFolder(world, "checkout"), NAME);
    expect((await world.run(["archive", "restore", NAME])).stdout).toContain("3 files in ");
    expect(textsIn(folder)).toEqual(ARCHIVED);
    writeFileSync(join(folder, "engineer.md"), "mine now");
    const again = documentOf(await world.run(["archive", "restore", NAME, "--json"])) as { folder: string };
    expect(again.folder).toBe(`${folder}-2`);
    expect(textsIn(again.folder)).toEqual(ARCHIVED);
    expect(readFileSync(join(folder, "engineer.md"), "utf8")).toBe("mine now");
  });

  test("given one in cold storage, then into the folder one stands in", async () => {
    const world = await archivedWorld();
    await settleCold(world, { session: "checkout", daysAgo: 3 });
    const { stdout } = await world.run(["archive", "restore", NAME, "--quiet"], { cwd: world.home });
    expect(stdout).toBe(`${NAME}\n`);
    expect(textsIn(join(world.home, NAME))).toEqual(ARCHIVED);
  });

  test("given a place, then there, and never over anything", async () => {
    const world = await archivedWorld();
    expect((await world.run(["archive", "restore", NAME, "--to", "out/back"])).code).toBe(0);
    expect(textsIn(join(world.project, "out/back"))).toEqual(ARCHIVED);
    world.write(join(world.project, "full/engineer.md"), "mine");
    const refused = await world.run(["archive", "restore", NAME, "--to", "full", "--json"]);
    expect([refused.code, errorOf(refused).code]).toEqual([5, "not-empty"]);
    expect(textsIn(join(world.project, "full"))).toEqual({ "engineer.md": "mine" });
  });

  test("given a damaged archive, then it is told with its place, and stays", async () => {
    const world = await archivedWorld();
    const place = join(sessionFolder(world, "checkout"), `${NAME}.tar.gz`);
    const half = readFileSync(place).subarray(0, 100);
    writeFileSync(place, half);
    expect(await rowsOf(world)).toMatchObject([
      { archive: NAME, damage: "unexpected end of file", reason: null },
    ]);
    expect((await world.run(["archive", "list"])).stdout).toContain("cannot be read: unexpected end of file");
    for (const verb of ["show", "restore"]) {
      const ended = await world.run(["archive", verb, NAME, "--json"]);
      expect([ended.code, errorOf(ended).code, errorOf(ended).place]).toEqual([1, "damaged-archive", place]);
    }
    expect(readFileSync(place)).toEqual(half);
    expect(existsSync(join(dirname(place), NAME))).toBe(false);
  });
});

describe("keep and purge", () => {
  test("given 30 days in cold storage, then it is purged, unless it is kept", async () => {
    const world = await archivedWorld();
    await undo(world, "checkout", 13);
    const places = await settleCold(world, { session: "checkout", daysAgo: 31 });
    expect((await world.run(["archive", "keep", "round_013_rolled_back_1"])).stdout).toContain("is kept");
    const dry = documentOf(await world.run(["archive", "purge", "--dry-run", "--json"]));
    expect(dry).toMatchObject({ dryRun: true, archives: [{ archive: NAME, place: places[0] }] });
    expect(places.map((place) => existsSync(place))).toEqual([true, true]);
    expect((await world.run(["archive", "purge"])).stdout).toContain("removed 1 archive");
    expect(places.map((place) => existsSync(place))).toEqual([false, true]);
    expect(await rowsOf(world)).toMatchObject([
      { archive: "round_013_rolled_back_1", kept: true, removedAfter: null },
    ]);
    expect(readFileSync(join(coldRoot(world), "cleanup_log.txt"), "utf8")).toContain(
      `removed\t${places[0]}\t`,
    );
    expect((await world.run(["archive", "purge"])).stdout).toContain("Nothing in cold storage");
  });

  test("given a session, then all of it in cold storage goes, however young, and nothing beside the session", async () => {
    const world = await archivedWorld();
    const [place = ""] = await settleCold(world, { session: "checkout", daysAgo: 1 });
    const beside = await undo(world, "checkout", 13);
    expect((await world.run(["archive", "purge", "--json"])).stdout).toContain('"archives": []');
    expect((await world.run(["archive", "purge", "--session", "nobody"])).code).toBe(4);
    expect((await world.run(["archive", "purge", "--session", "checkout"])).code).toBe(0);
    expect([existsSync(place), existsSync(beside)]).toEqual([false, true]);
  });

  test("given sessions of one name in two projects, then purging one leaves the other's", async () => {
    const world = await archivedWorld();
    const [ours = ""] = await settleCold(world, { session: "checkout", daysAgo: 1 });
    const other = { ...(await archivedWorld()), home: world.home };
    const [theirs = ""] = await settleCold(other, { session: "checkout", daysAgo: 1 });
    const nowhere = await world.run(["archive", "purge", "--session", "checkout"], { cwd: world.home });
    expect(nowhere.code).toBe(2);
    await world.run(["archive", "purge", "--session", "checkout"]);
    expect([existsSync(ours), existsSync(theirs)]).toEqual([false, true]);
  });

  test("given one that is kept beside its session, then it is listed as kept", async () => {
    const world = await archivedWorld();
    expect((await world.run(["archive", "keep", NAME])).code).toBe(0);
    expect(await rowsOf(world)).toMatchObject([{ archive: NAME, stored: "session", kept: true }]);
    expect((await world.run(["archive", "keep", "nothing"])).code).toBe(4);
  });

  test("given another parley at work in cold storage, then a start leaves it alone", async () => {
    const world = await archivedWorld();
    const [place = ""] = await settleCold(world, { session: "checkout", daysAgo: 31 });
    const lock = join(coldRoot(world), "archive.lock");
    writeFileSync(lock, JSON.stringify({ token: crypto.randomUUID(), ...(await holder()) }));
    expect((await world.run(["status", "checkout"])).code).toBe(0);
    expect(existsSync(place)).toBe(true);
  });
});

async function holder() {
  const { thisProcess } = await import("../../src/adapters/host/process-identity.ts");
  return thisProcess();
}

describe("at any start", () => {
  test("given archives whose time is up, then a command that only looks purges them once it has answered", async () => {
    const world = await archivedWorld();
    const [old = ""] = await settleCold(world, { session: "checkout", daysAgo: 30.5 });
    await undo(world, "checkout", 13);
    const [young = ""] = await settleCold(world, { session: "checkout", daysAgo: 29 });
    const status = await world.run(["status", "checkout"]);
    expect([status.code, status.stderr]).toEqual([0, ""]);
    expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
    expect(readFileSync(join(coldRoot(world), "cleanup_log.txt"), "utf8").split("\n")).toHaveLength(2);
  });

  test("given a storage that cannot be read, then no command suffers from it", async () => {
    const world = await archivedWorld();
    mkdirSync(dirname(coldRoot(world)), { recursive: true });
    writeFileSync(coldRoot(world), "a file");
    expect(await world.run(["sessions"])).toMatchObject({ code: 0, stderr: "" });
  });
});
