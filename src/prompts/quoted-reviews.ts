// Reviews are shown by their issues. Where one asks for a revision and no words of an issue are on record, the Engineer
// has nothing else to go by: then it is quoted, once however many gaps it is about.
import { BUDGETS } from "./budgets.ts";
import { idsOf } from "./common-parts.ts";
import type { GapBrief } from "./prompt-facts.ts";
import { type NamedText, section } from "./prompt-parts.ts";
import { quoted } from "./shown-text.ts";

/** One round has one review that counts. */
export function quotedReviews(briefs: readonly GapBrief[]): readonly NamedText[] {
  const byRound = new Map<number, { readonly text: string; readonly of: GapBrief[] }>();
  for (const brief of briefs) {
    if (brief.review === null || hasWordsOnRecord(brief)) continue;
    const known = byRound.get(brief.review.round);
    if (known === undefined) byRound.set(brief.review.round, { text: brief.review.text, of: [brief] });
    else known.of.push(brief);
  }
  return [...byRound].map(([round, { text, of }]) => {
    const names = of.flatMap(idsOf).join(", ");
    const from = `From the Reviewer's document of round ${round}`;
    const maxChars = BUDGETS.review * of.length;
    return {
      name: `review of round ${round}`,
      text: section(`# The last review of ${names}`, [quoted({ from, text, maxChars })]),
    };
  });
}

function hasWordsOnRecord({ issues, review }: GapBrief): boolean {
  return issues.some(
    ({ open, raisedIn, text }) => (open || raisedIn === review?.round) && text.trim() !== "",
  );
}
