// What every store must do, whatever it is made of.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Fact } from "../../src/core/shared/decider.ts";
import { execute } from "../../src/engine/execute.ts";
import type {
  AppendRequest,
  LeaseHolder,
  Projection,
  RecordedEvent,
  RowMaker,
  RowQuery,
  SnapshotParts,
  Store,
  StoredCommand,
  Table,
} from "../../src/engine/ports.ts";
import { cancelSource } from "../support/cancel.ts";
import { countCommand, counter, totals } from "../support/counter.ts";
import { eventTable } from "../support/event-table.ts";

export type OpenStore = (projections: readonly Projection[]) => Promise<Store>;

const fact = (type: string, data: Fact["data"] = {}): Fact => ({ type, v: 1, data });

const command = (id: string, data: Fact["data"] = {}): StoredCommand => ({
  id,
  type: "Do",
  v: 1,
  at: "2026-01-01T00:00:00Z",
  actor: "human:ada",
  data,
});

function request(stream: string, expectedVersion: number, id: string, ...types: string[]): AppendRequest {
  const [first = "Done", ...rest] = types;
  return {
    stream,
    expectedVersion,
    command: command(id),
    events: [fact(first), ...rest.map((type) => fact(type))],
  };
}

const types = (events: readonly RecordedEvent[]): string[] => events.map((event) => event.type);

export function storeContract(name: string, open: OpenStore): void {
  describe(`${name}: appending`, () => {
    it("gives the events of one command consecutive versions and positions", async () => {
      const store = await open([]);
      expect(await store.append(request("a", 0, "c1", "One", "Two", "Three"))).toEqual({
        at: "appended",
        firstVersion: 1,
        lastVersion: 3,
      });
      const events = await store.load("a");
      expect(types(events)).toEqual(["One", "Two", "Three"]);
      expect(events.map((event) => event.version)).toEqual([1, 2, 3]);
      expect(events.map((event) => event.position)).toEqual([1, 2, 3]);
      expect(events.every((event) => event.commandId === "c1" && event.stream === "a")).toBe(true);
    });

    it("refuses an append at a version that is no longer the last, and writes nothing", async () => {
      const store = await open([]);
      await store.append(request("a", 0, "c1"));
      expect(await store.append(request("a", 0, "c2"))).toEqual({
        at: "version-conflict",
        expected: 0,
        actual: 1,
      });
      expect(await store.append(request("a", 5, "c3"))).toMatchObject({ at: "version-conflict", actual: 1 });
      expect(await store.load("a")).toHaveLength(1);
      expect(await store.findCommand("c2")).toBeNull();
    });

    it("keeps streams apart: each has versions of its own, positions are common", async () => {
      const store = await open([]);
      await store.append(request("b", 0, "c1", "B1"));
      await store.append(request("a", 0, "c2", "A1"));
      await store.append(request("b", 1, "c3", "B2"));
      expect(await store.streams()).toEqual([
        { stream: "a", version: 1 },
        { stream: "b", version: 2 },
      ]);
      expect((await store.load("b")).map((event) => event.position)).toEqual([1, 3]);
    });

    it("stores the command beside its events, with everything it carried", async () => {
      const store = await open([]);
      const data = { blobs: ["00ff"], weights: { h1: 0.9 }, note: "ünïcode \u0000 \u2028", nothing: null };
      await store.append({
        stream: "a",
        expectedVersion: 0,
        command: command("c1", data),
        events: [fact("X")],
      });
      await store.append(request("a", 1, "c2", "Y", "Z"));
      expect(await store.commands("a")).toEqual([
        { ...command("c1", data), stream: "a", firstVersion: 1, lastVersion: 1 },
        { ...command("c2"), stream: "a", firstVersion: 2, lastVersion: 3 },
      ]);
      expect(await store.findCommand("c1")).toMatchObject({ data });
    });

    it("answers the same command again with the versions it had, at any expected version", async () => {
      const store = await open([]);
      await store.append(request("a", 0, "c1", "One", "Two"));
      await store.append(request("a", 2, "c2"));
      expect(await store.append(request("a", 0, "c1", "One", "Two"))).toEqual({
        at: "repeated",
        firstVersion: 1,
        lastVersion: 2,
      });
      expect(await store.load("a")).toHaveLength(3);
    });

    it("knows a command again whatever the order of its keys", async () => {
      const store = await open([]);
      const first = { ...request("a", 0, "c1"), command: command("c1", { x: 1, y: { p: 1, q: 2 } }) };
      const again = { ...request("a", 0, "c1"), command: command("c1", { y: { q: 2, p: 1 }, x: 1 }) };
      await store.append(first);
      expect(await store.append(again)).toMatchObject({ at: "repeated" });
    });

    it.each([
      ["other data", { ...request("a", 1, "c1"), command: command("c1", { other: true }) }],
      ["another stream", request("b", 0, "c1")],
      ["another actor", { ...request("a", 1, "c1"), command: { ...command("c1"), actor: "human:bob" } }],
      [
        "another time",
        { ...request("a", 1, "c1"), command: { ...command("c1"), at: "2026-01-02T00:00:00Z" } },
      ],
      ["another type", { ...request("a", 1, "c1"), command: { ...command("c1"), type: "Undo" } }],
    ])("refuses a command id used again with %s", async (_what, reused) => {
      const store = await open([]);
      await store.append(request("a", 0, "c1"));
      expect(await store.append(reused)).toEqual({ at: "command-reused", commandId: "c1" });
      expect(await store.tail(0, 10)).toHaveLength(1);
    });

    it.each([
      ["an empty stream", { ...request("a", 0, "c1"), stream: "" }],
      ["NUL in a stream", { ...request("a", 0, "c1"), stream: "a\0b" }],
      ["half a character in an id", { ...request("a", 0, "c1"), command: command("c\ud800") }],
      ["a broken version", { ...request("a", 0, "c1"), events: [{ type: "X", v: 1.5, data: {} }] as const }],
      ["no events", { ...request("a", 0, "c1"), events: [] as unknown as AppendRequest["events"] }],
      [
        "a number JSON has not",
        { ...request("a", 0, "c1"), events: [fact("X", { n: Number.NaN })] as const },
      ],
      [
        "a date",
        { ...request("a", 0, "c1"), command: command("c1", { d: new Date(0) as unknown as string }) },
      ],
    ])("throws at %s rather than recording something else", async (_what, unfit) => {
      const store = await open([]);
      await expect(store.append(unfit)).rejects.toThrow(TypeError);
      expect(await store.tail(-1, 10)).toEqual([]);
      expect(await store.append(request("a", 0, "c1"))).toMatchObject({ at: "appended" });
      expect(await store.tail(-1, 10)).toHaveLength(1);
    });

    it("keeps what was appended when the caller changes its objects afterwards", async () => {
      const store = await open([]);
      const data: { list: string[] } = { list: ["kept"] };
      await store.append({
        stream: "a",
        expectedVersion: 0,
        command: command("c1"),
        events: [fact("X", data)],
      });
      data.list.push("later");
      expect((await store.load("a"))[0]?.data).toEqual({ list: ["kept"] });
    });

    it("gives back any JSON it was given", async () => {
      const store = await open([]);
      let version = 0;
      await fc.assert(
        fc.asyncProperty(fc.jsonValue({ stringUnit: "binary" }), async (value) => {
          const payload = JSON.parse(JSON.stringify({ value })) as Fact["data"];
          const id = `p${version}`;
          await store.append({
            stream: "a",
            expectedVersion: version,
            command: command(id, payload),
            events: [fact("X", payload)],
          });
          version += 1;
          expect((await store.load("a", version - 1))[0]?.data).toEqual(payload);
          expect((await store.findCommand(id))?.data).toEqual(payload);
        }),
        { numRuns: 50 },
      );
    });
  });

  describe(`${name}: reading`, () => {
    it("has nothing at the start", async () => {
      const store = await open([]);
      expect(await store.load("a")).toEqual([]);
      expect(await store.commands("a")).toEqual([]);
      expect(await store.streams()).toEqual([]);
      expect(await store.tail(0, 10)).toEqual([]);
      expect(await store.findCommand("c")).toBeNull();
    });

    it("loads the events of a stream after a version", async () => {
      const store = await open([]);
      await store.append(request("a", 0, "c1", "One", "Two", "Three"));
      expect(types(await store.load("a", 1))).toEqual(["Two", "Three"]);
      expect(await store.load("a", 3)).toEqual([]);
      expect(store.loadAtOnce("a", 2)).toEqual((await store.load("a")).slice(0, 2));
    });

    it("tails all streams by position, at most as many as asked for", async () => {
      const store = await open([]);
      await store.append(request("a", 0, "c1", "One", "Two"));
      await store.append(request("b", 0, "c2", "Three"));
      expect(types(await store.tail(0, 2))).toEqual(["One", "Two"]);
      expect(types(await store.tail(2, 2))).toEqual(["Three"]);
      expect(await store.tail(3, 2)).toEqual([]);
    });

    it("follows: first what is there, then what comes, until cancelled", async () => {
      const store = await open([]);
      await store.append(request("a", 0, "c1", "Before"));
      const { cancel, stop } = cancelSource();
      const seen: string[] = [];
      const following = (async () => {
        for await (const event of store.follow(0, cancel)) {
          seen.push(event.type);
          if (seen.length === 1) await store.append(request("b", 0, "c2", "During", "After"));
          if (seen.length === 3) stop();
        }
      })();
      await following;
      expect(seen).toEqual(["Before", "During", "After"]);
    });

    it("stops following when cancelled while nothing comes", async () => {
      const store = await open([]);
      const { cancel, stop } = cancelSource();
      const following = store.follow(0, cancel)[Symbol.asyncIterator]().next();
      stop();
      expect((await following).done).toBe(true);
    });
  });

  describe(`${name}: the chain of hashes`, () => {
    const sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    const blobs = [{ sha256, bytes: new TextEncoder().encode("abc") }];

    it("begins with nothing, and is the same in every store for the same appends", async () => {
      const store = await open([]);
      expect(await store.head()).toEqual({ position: 0, hash: "" });
      await store.append(request("a", 0, "c1", "One", "Two"));
      await store.append({ ...request("b", 0, "c2"), command: command("c2", { text: sha256 }), blobs });
      // Worked out once without parley: a store that hashes something else has another chain.
      expect(await store.head()).toEqual({
        position: 3,
        hash: "4c2916c70b247276c4f8c0760c3d9300b2258d22e137f51c7e022ead844fccb9",
      });
    });

    it("tells the hash of the append that an event belongs to", async () => {
      const store = await open([]);
      expect(await store.chainHashAt(1)).toBeNull();
      await store.append(request("a", 0, "c1", "One", "Two"));
      const { hash: first } = await store.head();
      await store.append(request("b", 0, "c2"));
      const { hash: second } = await store.head();
      const hashes = await Promise.all([1, 2, 3, 4].map((position) => store.chainHashAt(position)));
      expect(hashes).toEqual([first, first, second, null]);
    });

    it("is changed by every append, by its order and by nothing else", async () => {
      const heads: string[] = [];
      for (const streams of [
        ["a", "b"],
        ["b", "a"],
      ]) {
        const store = await open([]);
        for (const stream of streams) {
          await store.append(request(stream, 0, stream));
          heads.push((await store.head()).hash);
        }
        const before = await store.head();
        await store.append(request("a", 0, "a"));
        await store.append(request("a", 0, "too late"));
        await store.put(new TextEncoder().encode("abc"));
        await store.putSnapshot("a", "x 1", { version: 1, text: "{}" });
        expect(await store.head()).toEqual(before);
      }
      expect(new Set(heads).size).toBe(4);
    });
  });

  describe(`${name}: projections`, () => {
    const table = "items";
    const items = eventTable(
      { table, version: 1, key: "id", columns: { id: "text", size: "integer", note: "text" } },
      ({ type, data }) => {
        const id = String(data.id);
        if (type === "Put") return [{ table, do: "put", row: { id, size: Number(data.size) } }];
        if (type === "Noted") return [{ table, do: "patch", key: id, cells: { note: String(data.note) } }];
        if (type === "Removed") return [{ table, do: "delete", key: id }];
        return [];
      },
    );
    const put = (id: string, size: number): Fact => fact("Put", { id, size });

    it("puts, patches and deletes rows with the append that causes it", async () => {
      const store = await open([items]);
      await store.append({
        stream: "a",
        expectedVersion: 0,
        command: command("c1"),
        events: [put("b", 2), put("a", 1), fact("Noted", { id: "a", note: "first" })],
      });
      expect(await store.rows(items)).toEqual([
        { id: "a", size: 1, note: "first" },
        { id: "b", size: 2, note: null },
      ]);
      await store.append({
        stream: "b",
        expectedVersion: 0,
        command: command("c2"),
        events: [fact("Removed", { id: "a" }), put("b", 3)],
      });
      expect(await store.rows(items)).toEqual([{ id: "b", size: 3, note: null }]);
    });

    it("gives back every digit and every character", async () => {
      const columns = { 'it\'s "id"': "integer", weight: "real", note: "text", none: "real" } as const;
      const weights = eventTable({ table: "weights", version: 1, key: 'it\'s "id"', columns }, ({ data }) => [
        {
          table: "weights",
          do: "put",
          row: { 'it\'s "id"': Number(data.id), weight: Number(data.weight), note: String(data.note) },
        },
      ]);
      const store = await open([weights]);
      const kept = [
        { id: -1, weight: 0.1 + 0.2, note: "\u0001\u2028\"\\\n\u007f'" },
        { id: Number.MAX_SAFE_INTEGER, weight: 1.7976931348623157e308, note: "𝒳 é\t{}" },
      ];
      const events = kept.map((data) => fact("Put", data)) as [Fact, ...Fact[]];
      await store.append({ stream: "a", expectedVersion: 0, command: command("c1"), events });
      expect(await store.rows(weights)).toEqual(
        kept.map(({ id, ...others }) => ({ 'it\'s "id"': id, ...others, none: null })),
      );
    });

    it("appends nothing when a projection cannot follow", async () => {
      const store = await open([items]);
      const impossible: AppendRequest = {
        stream: "a",
        expectedVersion: 0,
        command: command("c1"),
        events: [put("x", 1), fact("Noted", { id: "nobody", note: "?" })],
      };
      await expect(store.append(impossible)).rejects.toThrow("no row nobody to patch");
      expect(await store.load("a")).toEqual([]);
      expect(await store.rows(items)).toEqual([]);
      expect(await store.append(request("a", 0, "c2"))).toMatchObject({ at: "appended" });
    });

    it("changes no row for a refused or repeated append", async () => {
      const store = await open([totals]);
      const once = { ...request("a", 0, "c1"), events: [fact("Counted", { by: "ada", total: 1 })] as const };
      await store.append(once);
      await store.append(once);
      await store.append({ ...once, command: command("c2") });
      expect(await store.rows(totals)).toEqual([{ position: 1, by: "ada", total: 1 }]);
    });

    it("makes rows from the state handed over with the append, or from the log where there is none", async () => {
      const sums: Table = {
        table: "sums",
        version: 1,
        key: "stream",
        columns: { stream: "text", sum: "integer" },
      };
      const maker: RowMaker<number> = {
        initial: 0,
        evolve: (sum, { data }) => sum + Number(data.size),
        changes: ({ event: { stream }, after }) => [
          { table: "sums", do: "put", row: { stream, sum: after } },
        ],
      };
      const covers = (stream: string): boolean => stream !== "other";
      const store = await open([{ tables: [sums], covers, load: async () => maker }]);
      const add = (stream: string, version: number, ...sizes: [number, ...number[]]): AppendRequest => ({
        stream,
        expectedVersion: version,
        command: command(`${stream}${version}`),
        events: sizes.map((size) => fact("Added", { size })) as [Fact, ...Fact[]],
      });
      await store.append(add("a", 0, 1, 2));
      await store.append(add("b", 0, 10));
      await store.append(add("other", 0, 5));
      await store.append(add("a", 2, 3));
      expect(await store.rows(sums)).toEqual([
        { stream: "a", sum: 6 },
        { stream: "b", sum: 10 },
      ]);
      await store.append({ ...add("b", 1, 1), state: 100 });
      expect(await store.rows(sums, { where: { stream: "b" } })).toEqual([{ stream: "b", sum: 101 }]);
    });

    it("gives the rows asked for, in the order asked for", async () => {
      const store = await open([items]);
      const sizes: readonly [string, number][] = [
        ["c", 1],
        ["a", 2],
        ["b", 1],
        ["d", 3],
      ];
      const [first, ...rest] = sizes.map(([id, size]) => put(id, size));
      if (first === undefined) throw new Error("nothing to put");
      const noted = fact("Noted", { id: "c", note: 'it\'s "so"' });
      await store.append({
        stream: "a",
        expectedVersion: 0,
        command: command("c1"),
        events: [first, ...rest, noted],
      });
      const ids = async (query: RowQuery) => (await store.rows(items, query)).map(({ id }) => id).join("");
      expect(await ids({})).toBe("abcd");
      expect(await ids({ where: { size: 1 } })).toBe("bc");
      expect(await ids({ where: { size: [3, 2] } })).toBe("ad");
      expect(await ids({ where: { size: [] } })).toBe("");
      expect(await ids({ where: { note: null } })).toBe("abd");
      expect(await ids({ where: { note: [null, 'it\'s "so"'], size: 1 } })).toBe("bc");
      expect(await ids({ where: { id: "1" } })).toBe("");
      expect(await ids({ order: ["size"] })).toBe("bcad");
      expect(await ids({ order: [{ column: "size", descending: true }, "id"] })).toBe("dabc");
      expect(await ids({ order: [{ column: "note", descending: true }] })).toBe("cabd");
      expect(await ids({ order: ["size"], limit: 2 })).toBe("bc");
      expect(await ids({ limit: 0 })).toBe("");
      await expect(ids({ where: { nothing: 1 } })).rejects.toThrow("no column nothing");
      await expect(ids({ order: ["id; drop table items"] })).rejects.toThrow("no column");
    });

    it("does not invent tables", async () => {
      const store = await open([items]);
      await expect(store.rows({ ...items, table: "nothing" })).rejects.toThrow("nothing");
    });
  });

  describe(`${name}: leases`, () => {
    const holder = (pid: number): LeaseHolder => ({ host: "here", pid, processStart: `start-${pid}` });
    const nobodyIsDead = (): boolean => false;
    const ask = (pid: number, nowMs: number, isDead: (holder: LeaseHolder) => boolean = nobodyIsDead) => ({
      resource: "session/x",
      holder: holder(pid),
      nowMs,
      leaseMs: 100,
      isDead,
    });

    it("goes to the first who asks; the second learns who holds it", async () => {
      const store = await open([]);
      const lease = { resource: "session/x", epoch: 1, holder: holder(1), expiresAtMs: 1_100 };
      expect(await store.acquire(ask(1, 1_000))).toEqual({ at: "acquired", lease });
      expect(await store.acquire(ask(2, 1_050))).toEqual({ at: "held", by: lease });
      expect(await store.find("session/x")).toEqual(lease);
      expect(await store.find("session/y")).toBeNull();
    });

    it("is kept by heartbeats and lost at its expiry, under a new epoch", async () => {
      const store = await open([]);
      const first = await store.acquire(ask(1, 1_000));
      if (first.at !== "acquired") throw new Error("not acquired");
      const kept = await store.heartbeat(first.lease, 1_090, 100);
      expect(kept).toEqual({ ...first.lease, expiresAtMs: 1_190 });
      expect(await store.acquire(ask(2, 1_189))).toMatchObject({ at: "held" });
      expect(await store.acquire(ask(2, 1_190))).toMatchObject({ at: "acquired", lease: { epoch: 2 } });
      expect(await store.heartbeat(first.lease, 1_191, 100)).toBeNull();
    });

    it("is taken at once from a holder that is known to be dead", async () => {
      const store = await open([]);
      await store.acquire(ask(1, 1_000));
      const taken = await store.acquire(
        ask(2, 1_001, (who) => who.pid === 1 && who.processStart === "start-1"),
      );
      expect(taken).toMatchObject({ at: "acquired", lease: { epoch: 2, holder: holder(2) } });
    });

    it("can be given back, and its epoch is not given out again", async () => {
      const store = await open([]);
      const first = await store.acquire(ask(1, 1_000));
      if (first.at !== "acquired") throw new Error("not acquired");
      await store.release(first.lease);
      expect(await store.find("session/x")).toBeNull();
      expect(await store.heartbeat(first.lease, 1_001, 100)).toBeNull();
      const second = await store.acquire(ask(2, 1_001));
      expect(second).toMatchObject({ at: "acquired", lease: { epoch: 2 } });
      await store.release(first.lease);
      expect(await store.find("session/x")).toMatchObject({ epoch: 2 });
    });

    it("fences an append: only the epoch in force may write", async () => {
      const store = await open([]);
      const fence = (epoch: number) => ({ resource: "session/x", epoch });
      expect(await store.append({ ...request("a", 0, "c0"), fence: fence(1) })).toMatchObject({
        at: "fenced",
        currentEpoch: 0,
      });
      await store.acquire(ask(1, 1_000));
      expect(await store.append({ ...request("a", 0, "c1"), fence: fence(1) })).toMatchObject({
        at: "appended",
      });
      await store.acquire(ask(2, 2_000));
      expect(await store.append({ ...request("a", 1, "c2"), fence: fence(1) })).toEqual({
        at: "fenced",
        fence: fence(1),
        currentEpoch: 2,
      });
      expect(await store.append({ ...request("a", 1, "c3"), fence: fence(2) })).toMatchObject({
        at: "appended",
      });
      expect(await store.append(request("a", 2, "by a user"))).toMatchObject({ at: "appended" });
    });
  });

  describe(`${name}: blobs`, () => {
    it("addresses bytes by their sha256", async () => {
      const store = await open([]);
      const abc = await store.put(new TextEncoder().encode("abc"));
      expect(abc).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
      expect(await store.put(new TextEncoder().encode("abc"))).toBe(abc);
      expect(await store.get("00")).toBeNull();
    });

    it("gives those who cannot wait the same", async () => {
      const store = await open([]);
      const abc = await store.put(new TextEncoder().encode("abc"));
      expect(store.getAtOnce(abc)).toEqual(await store.get(abc));
      expect(store.getAtOnce("00")).toBeNull();
    });

    it("keeps what comes with an append, and nothing of one that is not taken", async () => {
      const store = await open([]);
      const abc = new TextEncoder().encode("abc");
      const sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
      const refused = await store.append({
        ...request("a", 7, "too early"),
        blobs: [{ sha256, bytes: abc }],
      });
      expect(refused).toMatchObject({ at: "version-conflict" });
      expect(await store.get(sha256)).toBeNull();
      const taken = { ...request("a", 0, "in time"), blobs: [{ sha256, bytes: abc }] };
      expect(await store.append(taken)).toMatchObject({ at: "appended" });
      expect(
        await store.append({ ...request("a", 1, "again"), blobs: [{ sha256, bytes: abc }] }),
      ).toMatchObject({ at: "appended" });
      expect(Buffer.from((await store.get(sha256)) ?? []).toString()).toBe("abc");
    });

    it("gives back any bytes", async () => {
      const store = await open([]);
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), async (bytes) => {
          const back = await store.get(await store.put(bytes));
          expect(Buffer.from(back ?? [0, 0]).equals(Buffer.from(bytes))).toBe(true);
        }),
        { numRuns: 30 },
      );
    });
  });

  describe(`${name}: file cursors`, () => {
    const cursor = (path: string, version: number, sha256: string | null, next: string | null = null) => ({
      path,
      sha256,
      next,
      version,
    });

    it("keeps the last of each file, stream by stream, and takes away one without a hash", async () => {
      const store = await open([]);
      await store.setFileCursors("a", [cursor("status.md", 1, null, "s1"), cursor("b.md", 1, "b1")]);
      await store.setFileCursors("a", [cursor("status.md", 1, "s1"), cursor("b.md", 2, null)]);
      expect(await store.fileCursors("a")).toEqual([cursor("status.md", 1, "s1")]);
      expect(await store.fileCursors("b")).toEqual([]);
    });

    it("is not changed or taken away by one who is behind", async () => {
      const store = await open([]);
      await store.setFileCursors("a", [cursor("status.md", 5, "s5"), cursor("b.md", 5, "b5")]);
      await store.setFileCursors("a", [cursor("status.md", 4, "s4"), cursor("b.md", 4, null)]);
      await store.setFileCursors("a", [cursor("c.md", 4, "c4")]);
      expect(await store.fileCursors("a")).toEqual([
        cursor("b.md", 5, "b5"),
        cursor("c.md", 4, "c4"),
        cursor("status.md", 5, "s5"),
      ]);
    });
  });

  describe(`${name}: executing commands`, () => {
    const run = (store: Store, id: string, by = "ada", upTo = 1_000) =>
      execute({
        log: store,
        fold: counter,
        stream: "n",
        decide: (_, state) => ({ decided: counter.decide({ by, upTo }, state), blobs: [] }),
        stored: () => countCommand(id, by),
      });

    it("decides on what is there and appends", async () => {
      const store = await open([]);
      expect(await run(store, "c1")).toMatchObject({ at: "done", state: 1, version: 1, events: [{ v: 1 }] });
      expect(await run(store, "c2")).toMatchObject({ at: "done", state: 2, version: 2, events: [{ v: 1 }] });
    });

    it("tells what others had appended, apart from what it decided", async () => {
      const store = await open([]);
      await run(store, "c1", "ada");
      const before = await store.load("n");
      expect(await run(store, "c2", "bob")).toMatchObject({
        at: "done",
        before,
        events: [{ data: { by: "bob" } }],
      });
    });

    it("refuses without a trace", async () => {
      const store = await open([]);
      expect(await run(store, "c1", "ada", 0)).toMatchObject({
        at: "refused",
        refusal: { refused: "limit" },
      });
      expect(await store.streams()).toEqual([]);
    });

    it("carries a command out once, however often it is sent, also where it would now be refused", async () => {
      const store = await open([]);
      await run(store, "c1", "ada", 1);
      const before = await store.load("n");
      expect(await run(store, "c1", "ada", 1)).toEqual({ at: "repeated", state: 1, version: 1, before });
      expect(await run(store, "c1", "bob", 1)).toEqual({ at: "command-reused", commandId: "c1" });
    });

    it("loses nothing when many decide at the same time", async () => {
      const store = await open([totals]);
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_, n) => run(store, `c${n}`, `w${n}`, 30)),
      );
      expect(outcomes.filter((outcome) => outcome.at === "done")).toHaveLength(30);
      expect(outcomes.filter((outcome) => outcome.at === "refused")).toHaveLength(10);
      expect((await store.rows(totals)).map((row) => row.total)).toEqual(
        Array.from({ length: 30 }, (_, n) => n + 1),
      );
    });

    it("stops a runner whose lease was taken", async () => {
      const store = await open([]);
      const outcome = await execute({
        log: store,
        fold: counter,
        stream: "n",
        decide: (_, state) => ({ decided: counter.decide({ by: "zombie", upTo: 9 }, state), blobs: [] }),
        stored: () => countCommand("c1", "zombie"),
        fence: { resource: "session/x", epoch: 1 },
      });
      expect(outcome).toMatchObject({ at: "fenced" });
    });
  });

  describe(`${name}: snapshots`, () => {
    it("gives back the newest of the wanted shape, and nothing of another", async () => {
      const store = await open([]);
      expect(await store.findSnapshot("a", "x 1")).toBeNull();
      await store.putSnapshot("a", "x 1", { version: 3, text: '{"n":3}' });
      await store.putSnapshot("a", "x 1", { version: 7, text: '{"n":7}' });
      await store.putSnapshot("b", "x 1", { version: 1, text: "{}" });
      expect(await store.findSnapshot("a", "x 1")).toEqual({ version: 7, text: '{"n":7}' });
      expect(await store.findSnapshot("a", "x 2")).toBeNull();
    });

    it("keeps the parts of the newest and of the one before, and of no other stream", async () => {
      const store = await open([]);
      const names = (...all: string[]) => new Set(all);
      const keep = (stream: string, version: number, parts: SnapshotParts) =>
        store.putSnapshot(stream, "x 1", { version, text: "{}" }, parts);
      const there = () => ["a1", "b2", "c3"].map((name) => store.findPart("a", name));
      const first = new Map([
        ["a1", "[1]"],
        ["b2", "[2]"],
      ]);
      expect(there()).toEqual([null, null, null]);
      await keep("a", 1, { names: names("a1", "b2"), former: names(), fresh: first });
      await keep("b", 1, { names: names("f6"), former: names(), fresh: new Map([["f6", "[6]"]]) });
      expect(there()).toEqual(["[1]", "[2]", null]);
      await keep("a", 2, {
        names: names("a1", "c3"),
        former: names("a1", "b2"),
        fresh: new Map([["c3", "[3]"]]),
      });
      expect(there()).toEqual(["[1]", "[2]", "[3]"]);
      await keep("a", 3, { names: names("c3"), former: names("a1", "c3"), fresh: new Map() });
      expect(there()).toEqual(["[1]", null, "[3]"]);
      expect(store.findPart("b", "f6")).toBe("[6]");
      expect(await store.findSnapshot("a", "x 1")).toEqual({ version: 3, text: "{}" });
    });

    it("takes none that lacks a part", async () => {
      const store = await open([]);
      const none = { former: new Set<string>(), fresh: new Map<string, string>() };
      await store.putSnapshot("a", "x 1", { version: 1, text: "[]" });
      await store.putSnapshot("a", "x 1", { version: 2, text: "{}" }, { names: new Set(["a1"]), ...none });
      expect(await store.findSnapshot("a", "x 1")).toEqual({ version: 1, text: "[]" });
    });
  });

  describe(`${name}: cursors of files`, () => {
    it("keeps what was written and what is being written, by stream and path", async () => {
      const store = await open([]);
      const cursor = { path: "status.md", sha256: null, next: "n1", version: 4 };
      await store.setFileCursors("a", [cursor, { path: "a.md", sha256: "s", next: null, version: 4 }]);
      await store.setFileCursors("b", [{ ...cursor, version: 9 }]);
      await store.setFileCursors("a", [{ ...cursor, sha256: "n1", next: null, version: 5 }]);
      expect(await store.fileCursors("a")).toEqual([
        { path: "a.md", sha256: "s", next: null, version: 4 },
        { path: "status.md", sha256: "n1", next: null, version: 5 },
      ]);
    });

    it("forgets a file that has neither", async () => {
      const store = await open([]);
      await store.setFileCursors("a", [{ path: "x.md", sha256: "s", next: null, version: 1 }]);
      await store.setFileCursors("a", [{ path: "x.md", sha256: null, next: null, version: 2 }]);
      expect(await store.fileCursors("a")).toEqual([]);
    });
  });
}
