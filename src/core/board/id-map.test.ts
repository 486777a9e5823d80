import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTaskId, type TaskId, taskIdFromHex } from "./board-id.ts";
import {
  changedValues,
  EMPTY_ID_MAP,
  getById,
  type IdMap,
  putById,
  removeById,
  valuesByPrefix,
  valuesOf,
} from "./id-map.ts";

interface Thing {
  readonly id: TaskId;
  readonly value: number;
}

/** Close to each other, so that leaves part and branches grow deep. */
const ids = fc
  .oneof(
    fc.integer({ min: 0, max: 40 }).map((number) => `0000000${number.toString(16)}`.slice(-8)),
    fc.stringMatching(/^[0-9a-f]{8}$/),
  )
  .map(taskIdFromHex);
const steps = fc.array(fc.record({ id: ids, value: fc.nat(), remove: fc.boolean() }), {
  maxLength: 200,
  size: "max",
});

describe("things by their id", () => {
  it("given any changes, then it holds what a plain map would, and what was before is unchanged", () => {
    fc.assert(
      fc.property(steps, (list) => {
        let map: IdMap<Thing> = EMPTY_ID_MAP;
        const plain = new Map<TaskId, Thing>();
        for (const { id, value, remove } of list) {
          const before = JSON.stringify(map);
          const changed = remove ? removeById(map, id) : putById(map, { id, value });
          expect(JSON.stringify(map)).toBe(before);
          map = changed;
          if (remove) plain.delete(id);
          else plain.set(id, { id, value });
        }
        expect(map.size).toBe(plain.size);
        expect(new Map([...valuesOf(map)].map((thing) => [thing.id, thing]))).toEqual(plain);
        for (const { id } of list) {
          expect(getById(map, id)).toEqual(plain.get(id) ?? null);
          const prefix = id.slice(0, 3);
          const found = [...valuesByPrefix(map, prefix)].map((thing) => thing.id).sort();
          expect(found).toEqual([...plain.keys()].filter((key) => key.startsWith(prefix)).sort());
        }
        expect(JSON.parse(JSON.stringify(map))).toEqual(map);
      }),
    );
  });

  it("given two maps of one history, then exactly what is not the same in both is told", () => {
    fc.assert(
      fc.property(steps, fc.nat(), (list, cut) => {
        let before: IdMap<Thing> = EMPTY_ID_MAP;
        let after: IdMap<Thing> = EMPTY_ID_MAP;
        for (const [index, { id, value, remove }] of list.entries()) {
          after = remove ? removeById(after, id) : putById(after, { id, value });
          if (index < cut % (list.length + 1)) before = after;
        }
        const ids = new Set([...valuesOf(before), ...valuesOf(after)].map(({ id }) => id));
        const expected = [...ids]
          .map((id) => [getById(before, id), getById(after, id)] as const)
          .filter(([was, is]) => was !== is);
        const byId = ([was, is]: readonly [Thing | null, Thing | null]) => was?.id ?? is?.id;
        const told = [...changedValues(before, after)];
        expect(new Map(told.map((pair) => [byId(pair), pair]))).toEqual(
          new Map(expected.map((pair) => [byId(pair), pair])),
        );
        expect(told).toHaveLength(expected.length);
      }),
    );
  });

  it("given what is no beginning of an id, then nothing is found", () => {
    const map = putById<Thing>(EMPTY_ID_MAP, { id: taskIdFromHex("a1b2c3d4"), value: 1 });
    expect([...valuesByPrefix(map, "x")]).toEqual([]);
    expect([...valuesByPrefix(map, "")]).toHaveLength(1);
  });
});

describe("ids", () => {
  it.each(["a1b2c3d4", "ffffffff", "b0000000"])("%s is one", (text) => expect(parseTaskId(text)).toBe(text));
  it.each(["", "1a2b3c4d", "a1b2c3d", "a1b2c3d4e", "A1B2C3D4", "g1b2c3d4", "a1b2c3d4\n"])(
    "%j is none",
    (text) => {
      expect(parseTaskId(text)).toBeNull();
    },
  );

  it("given any eight digits, then there is an id of them; given less, then it is a bug", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-fA-F]{8,12}$/), (hex) => {
        expect(parseTaskId(taskIdFromHex(hex))).not.toBeNull();
      }),
    );
    expect(() => taskIdFromHex("a1b2")).toThrow("no id");
  });
});
