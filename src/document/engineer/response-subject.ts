// Which issues a title, an item or a line is about, if it is about any: ids it only cites are not its subject.
import { findIssueIds } from "../../core/shared/issue-id.ts";
import { stripMarkup, wordSet, wordsOf } from "../reading/dress.ts";
import { type IssueRun, leadingIssueIds, type Scheme } from "./issue-run.ts";
import { withoutNumber } from "./section-names.ts";

const ANSWERING =
  /^(?:\[[ xX]\]\s{0,2})?(?:engineer(?:'s)? )?(?:re|response|responses|reply|answer|answering|addressing|addresses|addressed|address|resolving|resolved|resolves|resolution|fix|fixes|fixed|fixing|closes|closed|closing|incorporates|incorporated|deferred|declined|rejected|partially addressed|partially resolved|change)\b(?: (?:of|to|for))?(?: (?:the )?(?:issues?|findings?|concerns?|comments?)(?![-\w]|\s#?\d))?\s?[:–—-]?\s?/i;
const ISSUE_LABEL =
  /^(?:\[[ xX]\]\s{0,2})?(?:(?:the )?(?:reviewer )?(?:issue|finding|concern)s?(?: id)?\s?[:–—-]?\s)(?=[A-Z[*`]+)/i;
const CHECKBOX = /^\[[ xX]\]\s{0,2}/;
const NONE: Subject = { ids: [], rest: "", verb: "" };

interface Subject extends IssueRun {
  /** The word that says what was done, where one stands by the id: `Fixed`, `addressing`. */
  readonly verb: string;
}

interface SubjectRules {
  /** Whether the place is for answers: there ids of every scheme count. */
  readonly among: boolean;
  /** Whether an id at the front counts without anything to set it off: in titles and items, not in paragraphs. */
  readonly loose: boolean;
}

export function subjectOf(text: string, { among, loose }: SubjectRules): Subject {
  const bare = withoutNumber(stripLeadingMarkup(text));
  const answering = ANSWERING.exec(bare)?.[0] ?? "";
  const scheme: Scheme = among ? "counted" : answering === "" ? "clear" : "any";
  if (answering !== "") {
    const run = leadingIssueIds(bare.slice(answering.length), scheme);
    if (run.ids.length > 0) return { ...run, verb: answering.trim() };
  }
  const naming = ISSUE_LABEL.exec(bare)?.[0] ?? CHECKBOX.exec(bare)?.[0] ?? "";
  const run = leadingIssueIds(bare.slice(naming.length), scheme);
  if (run.ids.length > 0 && (loose || among || SET_OFF.test(run.rest))) return { ...run, verb: "" };
  return endingSubject(text, among);
}

const SET_OFF = /^[\s*_\])]{0,4}(?:[:–—=→|(]|- )/;

function stripLeadingMarkup(text: string): string {
  return text.replace(/^(?:[\s*_~:>#•→-]|\p{Extended_Pictographic}|\uFE0F)+/u, "");
}

const OPENING =
  /^\W{0,6}(addresses|addressing|addressed|resolves|resolved|fixes|closes|responds to|in response to|responding to|response to|issues?(?: addressed)?|from|per|re|regarding)\b[*_]{0,2}\s?[:–—-]?[*_]{0,2}\s?/i;

/** The issues that the first line of a section says the section is for. */
export function openingSubject(line: string): Subject {
  const opening = OPENING.exec(line);
  if (opening === null) return NONE;
  const { ids, rest } = leadingIssueIds(line.slice(opening[0].length), "clear");
  const ends = /^[\s)\].*_]*$/.test(rest.slice(0, ENDING_MAX)) || /^\s?[:–—]/.test(rest);
  return ids.length > 0 && ends ? { ids, rest: "", verb: opening[1] ?? "" } : NONE;
}

const ENDING_MAX = 160;
const ENDING_WORDS = wordSet(
  "addresses addressing addressed resolves resolving resolved fixes fixing fixed fix closes closed for from re response to and issue issues per answers answering in reply",
);

/** `Due dates on holidays (addresses ISSUE-R1-003)`; a bare `(ISSUE-R1-003)` counts among answers only. */
function endingSubject(text: string, among: boolean): Subject {
  const start = Math.max(0, text.length - ENDING_MAX);
  const match = /[([]([^()[\]]*)[)\]][\s.:*_]*$/.exec(text.slice(start));
  if (match === null) return NONE;
  const inner = match[1] ?? "";
  const ids = findIssueIds(inner).map(({ start: at, end }) => inner.slice(at, end));
  if (ids.length === 0) return NONE;
  const said = wordsOf(ids.reduce((left, id) => left.replace(id, " "), inner));
  if (!said.every((word) => ENDING_WORDS.has(word)) || (said.length === 0 && !among)) return NONE;
  return {
    ids: [...new Set(ids)],
    rest: stripMarkup(text.slice(0, start + match.index)),
    verb: said.join(" "),
  };
}
