// Which sections of a spec a text speaks of: by number (`see §4.2`, `Appendix B`), by link, or by their title.
import { findGapIds, type GapId } from "../core/shared/gap-id.ts";
import { remembered } from "../core/shared/remembered.ts";
import { slugOf } from "../document/spec/anchors.ts";
import type { SpecSection } from "../document/spec/outline.ts";
import type { Spec } from "../document/spec/spec.ts";
import type { SpecFacts } from "./prompt-facts.ts";

const TEXT_MAX = 4_000;

/** In the order in which the text is likelier to mean them: numbers and links, then titles. */
export function referencedHeadings(draft: Spec, text: string): readonly SpecSection[] {
  const said = text.slice(0, TEXT_MAX);
  const numbers = numbersIn(said);
  const links = new Set(
    [...said.matchAll(/\]\(#([\w-]{1,120})\)/g)].map(([, slug = ""]) => slug.toLowerCase()),
  );
  const byMark = draft.sections.filter(
    ({ numbering, bareTitle }) =>
      (numbering !== null && numbers.has(bareNumber(numbering))) ||
      (links.size > 0 && links.has(slugOf(bareTitle))),
  );
  return [...new Set([...byMark, ...headingsNamed(draft, said)])];
}

const NUMBERED =
  /(?:§{1,2}\s?|\b(?:sections?|sec\.|chapters?|parts?|steps?|appendix|annex|see)\s)((?:[A-Z]|\d{1,3})(?:\.\d{1,3}){0,6})(?![\w])/gi;

function numbersIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(NUMBERED)].map(([, number = ""]) => number.toUpperCase()));
}

function bareNumber(numbering: string): string {
  return numbering.replace(/^(?:section|chapter|part|step|appendix|annex)\s|^§\s?/i, "").toUpperCase();
}

/** Shorter titles, `Cost` or `API`, are words before they are names. */
const TITLE_MIN = 5;
const TITLE_MAX = 120;

/** The longer name first: it is less likely to be there by chance. */
function headingsNamed({ sections }: Spec, text: string): readonly SpecSection[] {
  const words = wordsIn(text);
  const spoken = ` ${words.join(" ")} `;
  const named = namedHeadings(sections);
  return [...new Set(words)]
    .flatMap((word) => named.get(word) ?? [])
    .filter(({ name }) => spoken.includes(` ${name} `))
    .sort((a, b) => b.name.length - a.name.length || a.heading.line - b.heading.line)
    .map(({ heading }) => heading);
}

interface NamedHeading {
  readonly heading: SpecSection;
  readonly name: string;
}

/** By the first word of their names: every prompt of a session looks for the same ones. */
const namedHeadings = remembered((sections: readonly SpecSection[]) => {
  const named = new Map<string, NamedHeading[]>();
  for (const heading of sections) {
    if (heading.bareTitle.length < TITLE_MIN || heading.bareTitle.length > TITLE_MAX) continue;
    const words = wordsIn(heading.bareTitle);
    const [first] = words;
    const name = words.join(" ");
    if (first === undefined || name.length < TITLE_MIN) continue;
    const alike = named.get(first) ?? [];
    alike.push({ heading, name });
    named.set(first, alike);
  }
  return named;
});

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Where the draft marks gaps that the text names, or has the text that was accepted for them. */
export function linesOfGaps({ places }: SpecFacts, text: string, but: GapId): readonly number[] {
  const named = new Set(findGapIds(text.slice(0, TEXT_MAX)).map(({ id }) => id));
  named.delete(but);
  return places.flatMap(({ gap, line }) => (named.has(gap) ? [line] : []));
}
