// How a document numbers its sections: `4.2 Limits`, `Section 4`, `§4`, `Appendix B`, and numbered paragraphs.
import { remembered } from "../../core/shared/remembered.ts";
import type { SpecPart } from "../../document/spec/spec-parts.ts";
import type { SpecText } from "../../document/spec/spec-text.ts";

export interface SectionNumbers {
  /** `4`, `4.2`, `B`, `B.1`; a section stands also for those around it. */
  readonly known: ReadonlySet<string>;
  readonly numberedHeadings: number;
  readonly appendices: number;
  readonly highest: number;
}

const HEADING_NUMBER =
  /^(?:(?:section|chapter|part|step|§)\s{0,4})?(\d{1,3}(?:\.\d{1,3}){0,5})(?=[.):\s—–-]|$)/i;
const APPENDIX_NUMBER = /^(?:appendix|annex)\s{1,4}([A-Z](?:\.\d{1,3}){0,4}|\d{1,2})\b/i;
const LETTERED = /^([A-Z](?:\.\d{1,3}){1,4}|[A-Z](?=\.\s))/;
const PARAGRAPH_NUMBER = /^\s*[([§]?\s?(\d{1,3}(?:\.\d{1,3}){1,5})(?=[.):\]\s]|$)/;

export function sectionNumbersOf(parts: readonly SpecPart[]): SectionNumbers {
  const all = parts.map(({ spec }) => numbersIn(spec));
  const known = new Set<string>();
  for (const own of all) for (const number of own.known) known.add(number);
  return {
    known,
    numberedHeadings: all.reduce((sum, own) => sum + own.numberedHeadings, 0),
    appendices: all.reduce((sum, own) => sum + own.appendices, 0),
    highest: all.reduce((most, own) => Math.max(most, own.highest), 0),
  };
}

const numbersIn = remembered(({ sections, passages }: SpecText): SectionNumbers => {
  const known = new Set<string>();
  let numberedHeadings = 0;
  let appendices = 0;
  let highest = 0;
  for (const { title } of sections) {
    const number = HEADING_NUMBER.exec(title)?.[1];
    const appendix = APPENDIX_NUMBER.exec(title)?.[1] ?? LETTERED.exec(title)?.[1];
    if (number !== undefined) {
      numberedHeadings += 1;
      highest = Math.max(highest, Number.parseInt(number, 10));
      addWithParents(known, number);
    } else if (appendix !== undefined) {
      appendices += 1;
      addWithParents(known, appendix.toUpperCase());
    }
  }
  for (const { text, kind, number, section } of passages) {
    const paragraph = kind === "heading" ? undefined : PARAGRAPH_NUMBER.exec(text)?.[1];
    if (paragraph !== undefined) addWithParents(known, paragraph);
    // The third item of section 6 may be cited as 6.3.
    const around = number === null ? undefined : HEADING_NUMBER.exec(section.title)?.[1];
    if (around !== undefined) known.add(`${around}.${number}`);
  }
  return { known, numberedHeadings, appendices, highest };
});

function addWithParents(known: Set<string>, number: string): void {
  const parts = number.split(".");
  for (let count = 1; count <= parts.length; count++) known.add(parts.slice(0, count).join("."));
}
