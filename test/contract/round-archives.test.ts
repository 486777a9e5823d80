// What every place for the archives of undone rounds must do.
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { packTar, type TarEntry } from "modern-tar";
import { describe, expect, it } from "vitest";
import { diskRoundArchives } from "../../src/adapters/files/round-archives.ts";
import type { ArchivedFile, RoundArchives } from "../../src/engine/ports.ts";
import { memoryArchives } from "../support/memory-archives.ts";
import { memoryFolder } from "../support/session-world.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const NAME = "round_005_rolled_back_1.tar.gz";
const UNDONE_AT_MS = Date.UTC(2026, 0, 12, 14, 30);

const file = (path: string, text: string): ArchivedFile => ({ path, bytes: Buffer.from(text) });
const RECORDED = [
  file("engineer.md", "# Proposal\n"),
  file("reviewer.md", "# Review\n"),
  file("rollback_metadata.json", '{"original_round": 5}\n'),
];
const archive = (files: readonly ArchivedFile[] = RECORDED) => ({
  ...{ name: NAME, round: 5, files, undoneAtMs: UNDONE_AT_MS },
});

async function heldBy(archives: RoundArchives, name = NAME): Promise<Record<string, string>> {
  const read = await archives.read(name);
  if (read.at !== "read") throw new Error(JSON.stringify(read));
  return Object.fromEntries(read.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString("utf8")]));
}

const textsOf = (files: readonly ArchivedFile[]): Record<string, string> =>
  Object.fromEntries(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString("utf8")]));

interface Session {
  readonly archives: RoundArchives;
  put(path: string, text: string): void;
  /** What lies in the folder of round 5. */
  lying(): readonly string[];
}

function onDisk(root = join(temporaryFolder(), "not", "yet", "there")): Session & { readonly root: string } {
  return {
    root,
    archives: diskRoundArchives(root),
    put(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    lying() {
      const folder = join(root, "round_005");
      return existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String).sort() : [];
    },
  };
}

function inMemory(): Session {
  const folder = memoryFolder();
  return {
    archives: memoryArchives(folder),
    put: (path, text) => void folder.files.set(path, text),
    lying: () =>
      [...folder.files.keys()]
        .filter((path) => path.startsWith("round_005/"))
        .map((path) => path.slice("round_005/".length))
        .sort(),
  };
}

describe.each<[string, () => Session]>([
  ["disk", onDisk],
  ["memory", inMemory],
])("%s", (_, open) => {
  it("given what is recorded of a round, then the archive holds every file with its bytes", async () => {
    const { archives } = open();
    const written = await archives.write(archive());
    expect(written).toMatchObject({ name: NAME, byHand: [], left: [] });
    expect(written.files).toEqual(RECORDED.map(({ path }) => path));
    expect(await heldBy(archives)).toEqual(textsOf(RECORDED));
    expect(await archives.read(NAME)).toMatchObject({ sha256: written.sha256, bytes: written.bytes });
    expect(await archives.list()).toEqual([
      { name: NAME, bytes: written.bytes, undoneAtMs: UNDONE_AT_MS, kept: false },
    ]);
  });

  it("given what somebody changed or added by hand, then the archive has that beside what is recorded", async () => {
    const { archives, put } = open();
    put("round_005/engineer.md", "# Proposal, changed\n");
    put("round_005/reviewer.md", "# Review\n");
    put("round_005/notes/why.txt", "a note");
    put("round_005/engineer.md.edited", "an edit that was set aside");
    put("round_006/engineer.md", "another round's");
    const written = await archives.write(archive());
    expect(written.byHand).toEqual(["engineer.md.edited", "engineer.md.edited-2", "notes/why.txt"]);
    expect(await heldBy(archives)).toEqual({
      ...textsOf(RECORDED),
      "engineer.md.edited": "an edit that was set aside",
      "engineer.md.edited-2": "# Proposal, changed\n",
      "notes/why.txt": "a note",
    });
  });

  it("given an archive that holds it all, then writing it again changes nothing", async () => {
    const { archives, put } = open();
    put("round_005/engineer.md", "# Proposal, changed\n");
    const first = await archives.write(archive());
    expect(await archives.write(archive())).toEqual(first);
    await archives.removeArchived({ name: NAME, round: 5 });
    expect(await archives.write(archive())).toEqual(first);
  });

  it("given that more was added since, then the archive grows and loses nothing", async () => {
    const { archives, put } = open();
    put("round_005/one.txt", "1");
    await archives.write(archive());
    await archives.removeArchived({ name: NAME, round: 5 });
    put("round_005/two.txt", "2");
    put("round_005/one.txt", "another 1");
    await archives.write(archive());
    expect(await heldBy(archives)).toEqual({
      ...textsOf(RECORDED),
      "one.txt": "1",
      "one.txt.edited": "another 1",
      "two.txt": "2",
    });
  });

  it("takes away what the archive holds byte for byte, and nothing else, however often", async () => {
    const { archives, put, lying } = open();
    put("round_005/engineer.md", "# Proposal, changed\n");
    put("round_005/reviewer.md", "# Review\n");
    await archives.write(archive());
    put("round_005/reviewer.md", "# Review, changed since\n");
    put("round_005/notes/late.txt", "late");
    await archives.removeArchived({ name: NAME, round: 5 });
    await archives.removeArchived({ name: NAME, round: 5 });
    expect(lying().filter((path) => path !== "notes")).toEqual(["notes/late.txt", "reviewer.md"]);
    await archives.write(archive());
    await archives.removeArchived({ name: NAME, round: 5 });
    expect(lying()).toEqual([]);
  });

  it("given no archive, then nothing is taken away", async () => {
    const { archives, put, lying } = open();
    put("round_005/engineer.md", "# Proposal\n");
    await archives.removeArchived({ name: NAME, round: 5 });
    expect(lying()).toEqual(["engineer.md"]);
    expect(await archives.read(NAME)).toMatchObject({ at: "missing" });
    expect(await archives.list()).toEqual([]);
  });

  it("keeps each attempt by its own name, marks and removes single ones", async () => {
    const { archives } = open();
    const second = "round_005_rolled_back_2.tar.gz";
    await archives.write(archive());
    await archives.write({ ...archive([file("engineer.md", "again")]), name: second });
    expect(await heldBy(archives, second)).toEqual({ "engineer.md": "again" });
    expect(await archives.keep(second)).toBe(true);
    expect(await archives.keep(second)).toBe(true);
    expect((await archives.list()).map(({ name, kept }) => [name, kept])).toEqual([
      [NAME, false],
      [second, true],
    ]);
    await archives.remove(NAME);
    await archives.remove(NAME);
    expect(await archives.keep(NAME)).toBe(false);
    expect((await archives.list()).map(({ name }) => name)).toEqual([second]);
  });
});

describe("disk alone", () => {
  it("given equal files, then equal bytes, whenever and wherever they are written", async () => {
    const [one, other] = [onDisk(), onDisk()];
    await one.archives.write(archive());
    await other.archives.write(archive([...RECORDED].reverse()));
    expect(readFileSync(join(one.root, NAME))).toEqual(readFileSync(join(other.root, NAME)));
    expect(statSync(join(one.root, NAME)).mtimeMs).toBe(UNDONE_AT_MS);
  });

  it("opens with plain tar: every file with its bytes, also under long and odd names", async () => {
    const { archives, root } = onDisk();
    const odd = [
      ...RECORDED,
      file(`${"deep/".repeat(40)}${"ü".repeat(90)}.md`, "long"),
      file("with a space and 漢字.md", "odd"),
      file("empty.md", ""),
      { path: "bytes.bin", bytes: Uint8Array.from({ length: 5_000 }, (_, index) => index % 256) },
    ];
    await archives.write(archive(odd));
    const out = temporaryFolder();
    execFileSync("tar", ["-xzf", join(root, NAME), "-C", out]);
    for (const { path, bytes } of odd)
      expect(readFileSync(join(out, "round_005_rolled_back_1", path))).toEqual(Buffer.from(bytes));
    const found = readdirSync(out, { recursive: true }).map(String);
    expect(found.filter((path) => statSync(join(out, path)).isFile())).toHaveLength(odd.length);
  });

  it("leaves links where they are, and says so", async () => {
    const { archives, root, put, lying } = onDisk();
    const elsewhere = join(temporaryFolder(), "secret.txt");
    writeFileSync(elsewhere, "somebody's");
    put("round_005/engineer.md", "# Proposal\n");
    symlinkSync(elsewhere, join(root, "round_005", "link.txt"));
    const written = await archives.write(archive());
    expect(written.left).toEqual(["link.txt"]);
    await archives.removeArchived({ name: NAME, round: 5 });
    expect(lying()).toEqual(["link.txt"]);
    expect(readFileSync(elsewhere, "utf8")).toBe("somebody's");
  });

  it("given what a killed writer left, then the next one takes it away", async () => {
    const { archives, root, put } = onDisk();
    put(`.${NAME}.0123456789ab.unfinished`, "half of it");
    await archives.write(archive());
    expect(readdirSync(root)).toEqual([NAME]);
  });

  it("given several writers at once, then one archive that holds it all", async () => {
    const { archives, root, put } = onDisk();
    put("round_005/notes.txt", "by hand");
    const written = await Promise.all([1, 2, 3].map(() => archives.write(archive())));
    expect(new Set(written.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(await heldBy(archives)).toEqual({ ...textsOf(RECORDED), "notes.txt": "by hand" });
    expect(readdirSync(root).sort()).toEqual(["round_005", NAME]);
  });

  it("given a damaged archive of that name, then it is kept beside the new one", async () => {
    const { archives, root, put } = onDisk();
    put(NAME, "no archive at all");
    await archives.write(archive());
    expect(await heldBy(archives)).toEqual(textsOf(RECORDED));
    expect(readFileSync(join(root, `${NAME}.damaged`), "utf8")).toBe("no archive at all");
  });
});

describe("what cannot be read is told with its place, and stays", () => {
  const packed = async (...entries: readonly TarEntry[]): Promise<Buffer> => gzipSync(await packTar(entries));
  const entry = (name: string, more: Partial<TarEntry["header"]> = {}): TarEntry => ({
    header: { name, size: 2, type: "file", ...more },
    ...(more.type === undefined ? { body: "hi" } : {}),
  });
  const good = entry("round_005_rolled_back_1/engineer.md");

  it.each<[string, () => Promise<Buffer>, RegExp]>([
    ["no gzip", async () => Buffer.from("no archive"), /header/],
    ["nothing", async () => Buffer.alloc(0), /end of file|empty/],
    ["half an archive", async () => (await packed(good)).subarray(0, 60), /end of file/],
    ["no tar", async () => gzipSync("hello ".repeat(200)), /tar/i],
    ["no entries", () => packed(), /it is empty/],
    ["a way out", () => packed(good, entry("round_005_rolled_back_1/../../x")), /x"$/],
    ["an absolute path", () => packed(good, entry("/etc/x")), /x"$/],
    ["another folder", () => packed(good, entry("elsewhere/x")), /x"$/],
    ["a file twice", () => packed(good, good), /engineer/],
    [
      "a link",
      () =>
        packed(
          good,
          entry("round_005_rolled_back_1/l", { type: "symlink", linkname: "/etc/passwd", size: 0 }),
        ),
      /symlink/,
    ],
    [
      "a hard link",
      () =>
        packed(good, entry("round_005_rolled_back_1/l", { type: "link", linkname: "engineer.md", size: 0 })),
      /link/,
    ],
  ])("%s", async (_, make, why) => {
    const { archives, root, put, lying } = onDisk(temporaryFolder());
    const bytes = await make();
    writeFileSync(join(root, NAME), bytes);
    put("round_005/engineer.md", "hi");
    const read = await archives.read(NAME);
    expect(read).toMatchObject({ at: "damaged", place: join(root, NAME) });
    expect(read.at === "damaged" ? read.why : "").toMatch(why);
    await archives.removeArchived({ name: NAME, round: 5 });
    expect(lying()).toEqual(["engineer.md"]);
    expect(readFileSync(join(root, NAME))).toEqual(bytes);
  });

  it("given an archive that unpacks to far more than any round, then it is given up early", async () => {
    const { archives, root } = onDisk(temporaryFolder());
    writeFileSync(join(root, NAME), bomb());
    expect(await archives.read(NAME)).toMatchObject({ at: "damaged" });
  });

  /** Members of zeros, one after another: each is small, and all of them together are not. */
  function bomb(): Buffer {
    const member = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    return Buffer.concat(Array.from({ length: 5 }, () => member));
  }
});
