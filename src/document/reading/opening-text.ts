// The first words of an item or a line, as far as they name and rate what it is about.
import { type Span, statedLabel, statedText } from "../markdown/spans.ts";
import { undressed } from "./dress.ts";
import { fieldsNamed } from "./field-names.ts";
import { isIssueId } from "./issue-ids.ts";
import { labelledText } from "./labelled-fields.ts";
import { readRating } from "./severity-words.ts";

/**
 * Up to the first labelled field, on one line. A bold id, or a bold rating in capitals, is set off by being bold,
 * which a colon stands for here; in an item code is only shown, in a heading an id in code is one (`codeIds`).
 */
export function openingText(spans: readonly Span[], { codeIds }: { readonly codeIds: boolean }): string {
  const text = codeIds ? statedLabel(spans) : statedText(spans);
  const label = labelledText(spans).fields.find(
    ({ label: name, start }) => start > 0 && fieldsNamed(name).length > 0,
  );
  const cut = (label === undefined ? text : text.slice(0, label.start)).replaceAll("\n", " ").trim();
  const [first, next] = spans.filter((span) => span.text.trim() !== "");
  if (first === undefined || !first.strong || next === undefined || next.strong) return cut;
  const bold = first.text.trim();
  const word = undressed(bold.replace(/^\[|\]$/g, ""));
  const isSetOff = isIssueId(word) || (word === word.toUpperCase() && readRating(word) !== null);
  return isSetOff && cut.startsWith(bold) ? `${bold}: ${cut.slice(bold.length)}` : cut;
}
