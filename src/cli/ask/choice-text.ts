import { harmless, wrapped } from "../text.ts";

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Shown with the choice that the cursor is on. */
  readonly hint?: string;
}

const INDENT = "\n  ";
/** Of a narrow terminal this much is used all the same. */
const WIDTH_MIN = 30;
/** Left free beside a label, so that the first word of its hint fits. */
const HINT_ROOM = 14;

/** A choice whose lines go on below themselves, as the prompt writes it: `label (hint)`. */
export function choiceText({ value, label, hint }: Choice, columns: number): Choice {
  const width = Math.max(WIDTH_MIN, columns);
  if (hint === undefined) return { value, label: wrapped(label, width).join(INDENT) };
  const labelled = wrapped(label, width - HINT_ROOM);
  // The hint begins where the label ends: words of that length hold its place.
  const used = (labelled.at(-1)?.length ?? 0) + " (".length;
  const [first = "", ...rest] = wrapped(`${"_".repeat(used)}${harmless(hint)}`, width);
  return { value, label: labelled.join(INDENT), hint: [first.slice(used), ...rest].join(INDENT) };
}
