// The draft worked out once more from the events alone, character by character: what stands where, and who brought it.
import { createHash } from "node:crypto";
import type { DataOf } from "./happened.ts";

export type Edit = NonNullable<DataOf<"ProposalMade">["edits"]>[number];
type Piece = Edit["replaces"][number];

export interface Character {
  readonly of: string;
  readonly at: number;
  readonly text: string;
}

export interface Applied {
  readonly edit: Edit;
  readonly gaps: readonly string[];
}

/** The texts of the blobs that events name. */
export type Texts = ReadonlyMap<string, string>;

export class DraftText {
  readonly #texts: Texts;
  readonly #source: string;
  characters: readonly Character[];
  /** Those that were not taken back, in order. */
  applied: readonly Applied[] = [];

  constructor(source: string, texts: Texts) {
    this.#source = source;
    this.#texts = texts;
    this.characters = charactersOf("source", source);
  }

  get text(): string {
    return this.characters.map(({ text }) => text).join("");
  }

  isApplied({ id }: Edit): boolean {
    return this.applied.some(({ edit }) => edit.id === id);
  }

  /** Why an edit cannot be applied; `null` where it was. */
  apply(edit: Edit, gaps: readonly string[]): string | null {
    const own = this.#texts.get(edit.text);
    if (own === undefined) return `the text of ${edit.id} is not stored`;
    if (own.length !== edit.chars) return `${edit.id} has ${own.length} characters, not ${edit.chars}`;
    const place = edit.replaces.length > 0 ? this.#placeOf(edit.replaces) : this.#between(edit);
    if (place === null) return `${edit.id} has no place in the draft`;
    const replaced = this.characters.slice(place.from, place.to);
    const hash = createHash("sha256")
      .update(replaced.map(({ text }) => text).join(""))
      .digest("hex");
    if (hash !== edit.replacedSha256) return `${edit.id} replaces something else than it says`;
    this.#splice(place, charactersOf(edit.id, own));
    this.applied = [...this.applied, { edit, gaps }];
    return null;
  }

  /** The edits of these gaps of which something stands. */
  standingOf(gaps: readonly string[]): readonly Applied[] {
    const there = new Set(this.characters.map(({ of }) => of));
    return this.applied.filter(
      (one) =>
        (one.edit.chars === 0 || there.has(one.edit.id)) && one.gaps.every((gap) => gaps.includes(gap)),
    );
  }

  /** Whether it could be done; where not, nothing is changed. */
  takeBack(gaps: readonly string[]): boolean {
    const before = { characters: this.characters, applied: this.applied };
    for (const one of this.applied.toReversed()) {
      // What stood under a text that goes may be an earlier one of the same gap.
      if (!this.standingOf(gaps).includes(one)) continue;
      const { edit } = one;
      const whole = [{ of: edit.id, from: 0, to: edit.chars }];
      const place = edit.chars > 0 ? this.#placeOf(whole) : this.#between(edit);
      if (place === null) {
        ({ characters: this.characters, applied: this.applied } = before);
        return false;
      }
      this.#splice(
        place,
        edit.replaces.flatMap((piece) => this.#charactersOf(piece)),
      );
      this.applied = this.applied.filter((other) => other !== one);
    }
    return true;
  }

  copy(): DraftText {
    const copy = new DraftText(this.#source, this.#texts);
    copy.characters = this.characters;
    copy.applied = this.applied;
    return copy;
  }

  replacedText({ replaces }: Edit): string {
    return replaces
      .flatMap((piece) => this.#charactersOf(piece))
      .map(({ text }) => text)
      .join("");
  }

  #charactersOf({ of, from, to }: Piece): readonly Character[] {
    const edit = this.applied.find((one) => one.edit.id === of)?.edit;
    const text = of === "source" ? this.#source : (this.#texts.get(edit?.text ?? "") ?? "");
    return charactersOf(of, text).slice(from, to);
  }

  #placeOf(pieces: readonly { readonly of: string; readonly from: number; readonly to: number }[]) {
    const wanted = pieces.flatMap(({ of, from, to }) =>
      Array.from({ length: to - from }, (_, index) => ({ of, at: from + index })),
    );
    const [first] = wanted;
    if (first === undefined) return null;
    const from = this.#indexOf(first);
    const there = wanted.every(({ of, at }, index) => {
      const found = this.characters[from + index];
      return found?.of === of && found.at === at;
    });
    return from >= 0 && there ? { from, to: from + wanted.length } : null;
  }

  #between({ between: { before, after } }: Edit): { readonly from: number; readonly to: number } | null {
    const below = after === null ? this.characters.length : this.#indexOf(after);
    if (below >= 0) return { from: below, to: below };
    const above = before === null ? -1 : this.#indexOf(before);
    if (before !== null && above < 0) return null;
    return { from: above + 1, to: above + 1 };
  }

  #indexOf({ of, at }: { readonly of: string; readonly at: number }): number {
    return this.characters.findIndex((one) => one.of === of && one.at === at);
  }

  #splice({ from, to }: { readonly from: number; readonly to: number }, own: readonly Character[]): void {
    this.characters = [...this.characters.slice(0, from), ...own, ...this.characters.slice(to)];
  }
}

function charactersOf(of: string, text: string): readonly Character[] {
  return Array.from({ length: text.length }, (_, at) => ({ of, at, text: text.charAt(at) }));
}
