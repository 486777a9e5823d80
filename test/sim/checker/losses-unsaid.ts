// A rough and independent look at what texts lose: it may miss a loss, but what it reports is one.
export interface Replacing {
  readonly edits: readonly {
    readonly replaced: string;
    readonly pieces: readonly { readonly of: string; readonly from: number; readonly to: number }[];
    readonly text: string;
  }[];
  /** In the source; `whole`: everything that is replaced there speaks of the gap. */
  readonly marks: readonly { readonly from: number; readonly to: number; readonly whole: boolean }[];
  readonly document: string;
  readonly losses: readonly { readonly kind: string; readonly what: string }[];
}

const NEGATION = /\b(?:not|no|never|none|neither|nor|without|cannot|nothing|nobody)\b|n't\b/i;

export function lossesUnsaid({ edits, marks, document, losses }: Replacing): readonly string[] {
  const texts = edits.map(({ text }) => text).join("\n");
  const drops = [...document.matchAll(/^Drops:(?! None\b).*$/gm)].map(([line]) => line).join("\n");
  const replaced = edits.flatMap((edit) => sentencesBeside(edit, marks));
  const numbers = replaced.flatMap((sentence) => sentence.match(/(?<![\w.,:/-])\d+(?![\w.,:/)-])/g) ?? []);
  const lost = numbers.filter(
    (number) =>
      !texts.includes(number) &&
      !drops.includes(number) &&
      !losses.some(({ kind, what }) => kind === "number" && what.includes(number)),
  );
  const denies = replaced.some((sentence) => NEGATION.test(sentence));
  const kept = NEGATION.test(texts) || NEGATION.test(drops) || losses.some(({ kind }) => kind === "negation");
  return [...lost, ...(denies && !kept ? ["a negation"] : [])];
}

/** What is replaced without the sentences in which a gap is marked, comments and list marks. */
function sentencesBeside(
  { replaced, pieces }: Replacing["edits"][number],
  marks: Replacing["marks"],
): readonly string[] {
  const [piece] = pieces;
  // Only what still stands as the author wrote it is looked at: there the marks are known.
  if (pieces.length !== 1 || piece?.of !== "source") return [];
  const own = marks.filter(({ from, to }) => from < piece.to && piece.from < to);
  if (own.some(({ whole }) => whole)) return [];
  let offset = piece.from;
  return replaced.split(/(?<=[.!?])(?=\s)|(?<=\n)/).flatMap((sentence) => {
    const [from, to] = [offset, offset + sentence.length];
    offset = to;
    const marked = own.some((mark) => mark.from < to && from < mark.to);
    return marked || /<!--|^\s*(?:\d+[.)]|\|)/.test(sentence) ? [] : [sentence];
  });
}
