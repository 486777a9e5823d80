import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gapId } from "../../../test/support/example-gap.ts";
import {
  applyEdits,
  cutPieces,
  draftOfSource,
  type EditId,
  editsApply,
  lengthOf,
  makeEditId,
  pointAt,
  SOURCE,
  type SpecDraft,
  type SpecEdit,
  standingEdits,
  takeBack,
} from "./spec-draft.ts";

const GAP = gapId("GAP-FLOW-001");
const OTHER = gapId("GAP-FLOW-002");

/** An edit of a stretch of a draft, as it stands. */
function editOf(
  { pieces }: SpecDraft,
  from: number,
  to: number,
  about: { id: string; chars: number },
): SpecEdit {
  return {
    id: about.id as EditId,
    target: "mark",
    replaces: cutPieces(pieces, { from, to }),
    between: { before: pointAt(pieces, from - 1), after: pointAt(pieces, to) },
    replacedSha256: "",
    text: about.id,
    chars: about.chars,
    line: 1,
  };
}

/** The text that a draft means: the source is its own letters, an edit is its id, letter by letter. */
function textOf({ pieces }: SpecDraft, source: string): string {
  return pieces
    .map(({ of, from, to }) =>
      of === SOURCE ? source.slice(from, to) : of.repeat(to).slice(0, to).slice(from),
    )
    .join("");
}

const apply = (draft: SpecDraft, edit: SpecEdit, gap = GAP): SpecDraft | null =>
  applyEdits(draft, { edits: [edit], gaps: [gap], round: 1 });

const applied = (draft: SpecDraft, edit: SpecEdit, gap = GAP): SpecDraft => {
  const after = apply(draft, edit, gap);
  if (after === null) throw new Error(`${edit.id} does not apply`);
  return after;
};

describe("an edit of the draft", () => {
  const source = "0123456789";
  const start = draftOfSource(source.length);

  it("given a stretch of the source, then its text stands there and the rest as before", () => {
    expect(textOf(applied(start, editOf(start, 2, 5, { id: "A", chars: 2 })), source)).toBe("01AA56789");
  });

  it("given nothing to replace, then it goes between its neighbours", () => {
    expect(textOf(applied(start, editOf(start, 4, 4, { id: "A", chars: 1 })), source)).toBe("0123A456789");
    expect(textOf(applied(start, editOf(start, 10, 10, { id: "A", chars: 1 })), source)).toBe("0123456789A");
  });

  it("given the neighbour below was replaced, then it goes after the one above, and the order does not matter", () => {
    const insert = editOf(start, 4, 4, { id: "A", chars: 1 });
    const replace = editOf(start, 4, 6, { id: "B", chars: 1 });
    expect(textOf(applied(applied(start, replace), insert), source)).toBe("0123AB6789");
    expect(textOf(applied(applied(start, insert), replace), source)).toBe("0123AB6789");
  });

  it("given two at one place, then they stand in the order of their acceptance", () => {
    const first = editOf(start, 4, 4, { id: "A", chars: 1 });
    const second = editOf(start, 4, 4, { id: "B", chars: 1 });
    expect(textOf(applied(applied(start, first), second), source)).toBe("0123AB456789");
  });

  it("given its passage has changed since, then it does not apply", () => {
    const narrow = editOf(start, 3, 4, { id: "A", chars: 1 });
    const wide = editOf(start, 2, 6, { id: "B", chars: 1 });
    expect(apply(applied(start, narrow), wide)).toBeNull();
    expect(apply(applied(start, wide), narrow)).toBeNull();
    expect(editsApply(applied(start, wide), [narrow])).toBe(false);
  });

  it("given it is there already, then it is not applied twice", () => {
    const edit = editOf(start, 2, 5, { id: "A", chars: 2 });
    const once = applied(start, edit);
    expect(applyEdits(once, { edits: [edit], gaps: [GAP], round: 2 })).toBe(once);
  });

  it("given one of several does not apply, then none is applied", () => {
    const wide = applied(start, editOf(start, 2, 6, { id: "B", chars: 1 }));
    const edits = [editOf(start, 8, 9, { id: "C", chars: 1 }), editOf(start, 3, 4, { id: "A", chars: 1 })];
    expect(applyEdits(wide, { edits, gaps: [GAP], round: 1 })).toBeNull();
  });

  it("given an edit of an edit, then what is left of the first stays", () => {
    const first = applied(start, editOf(start, 2, 5, { id: "A", chars: 4 }));
    const second = applied(first, editOf(first, 3, 5, { id: "B", chars: 1 }), OTHER);
    expect(textOf(second, source)).toBe("01ABA56789");
    expect(standingEdits(second, GAP)).toHaveLength(1);
  });
});

describe("taking an edit back", () => {
  const source = "0123456789";
  const start = draftOfSource(source.length);

  it("given nothing rests on it, then the passage reads as before, also one that was removed", () => {
    const edited = applied(start, editOf(start, 2, 5, { id: "A", chars: 2 }));
    const both = applied(edited, editOf(edited, 6, 8, { id: "B", chars: 0 }));
    const back = takeBack(both, [GAP]);
    expect(back === null ? null : textOf(back, source)).toBe(source);
  });

  it("given a later text rests on it, then it stays", () => {
    const first = applied(start, editOf(start, 2, 5, { id: "A", chars: 4 }));
    const second = applied(first, editOf(first, 3, 5, { id: "B", chars: 1 }), OTHER);
    expect(takeBack(second, [GAP])).toBeNull();
  });

  it("given it settles another gap too, then it stays until that is put aside as well", () => {
    const edit = editOf(start, 2, 5, { id: "A", chars: 2 });
    const shared = applyEdits(start, { edits: [edit], gaps: [GAP, OTHER], round: 1 });
    if (shared === null) throw new Error("it applies");
    expect(takeBack(shared, [GAP])).toBe(shared);
    const back = takeBack(shared, [GAP, OTHER]);
    expect(back === null ? null : textOf(back, source)).toBe(source);
  });
});

describe("for any edits", () => {
  const length = 40;
  const source = Array.from({ length }, (_, index) => String.fromCharCode(97 + (index % 26))).join("");
  const start = draftOfSource(length);
  /** Stretches that do not touch each other, some of them empty. */
  const stretches = fc
    .uniqueArray(fc.integer({ min: 0, max: length }), { minLength: 2, maxLength: 12 })
    .map((cuts) => cuts.toSorted((a, b) => a - b))
    .map((cuts) =>
      cuts.flatMap((from, index) => {
        const to = cuts[index + 1];
        return to === undefined || index % 2 === 1 || to - from < 2 ? [] : [{ from, to: to - 1 }];
      }),
    );
  const edits = fc
    .tuple(stretches, fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 12, maxLength: 12 }))
    .map(([all, chars]) =>
      all.map(({ from, to }, index) =>
        editOf(start, from, to, { id: "ABCDEFGHIJKL"[index] ?? "Z", chars: chars[index] ?? 1 }),
      ),
    );

  it("in any order of acceptance, the text is the same, and every letter outside the targets is there in order", () => {
    fc.assert(
      fc.property(edits, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (all, keys) => {
        const other = all
          .map((edit, index) => ({ edit, key: keys[index] ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ edit }) => edit);
        const one = all.reduce((draft, edit) => applied(draft, edit), start);
        const two = other.reduce((draft, edit) => applied(draft, edit), start);
        expect(textOf(two, source)).toBe(textOf(one, source));
        const replaced = new Set(
          all.flatMap(({ replaces }) =>
            replaces.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)),
          ),
        );
        const outside = [...source].filter((_, index) => !replaced.has(index)).join("");
        expect(textOf(one, source).replaceAll(/[A-L]/g, "")).toBe(outside);
        const added = all.reduce((sum, edit) => sum + edit.chars - lengthOf(edit.replaces), 0);
        expect(lengthOf(one.pieces)).toBe(length + added);
      }),
    );
  });

  it("taken back, the source is what it was", () => {
    fc.assert(
      fc.property(edits, (all) => {
        const edited = all.reduce((draft, edit) => applied(draft, edit), start);
        const back = takeBack(edited, [GAP]);
        expect(back === null ? null : textOf(back, source)).toBe(source);
      }),
    );
  });
});

it("an edit's id says what it is of", () => {
  expect(makeEditId(GAP, { round: 3, attempt: 1, number: 2 })).toBe("GAP-FLOW-001/3.1/2");
});
