// The issues that a title, an item or a cell is about: the ids it begins with.
import { findIssueIds } from "../../core/shared/issue-id.ts";
import { isIssueId, leadingIssueId } from "../reading/issue-ids.ts";

export interface IssueRun {
  /** As written. */
  readonly ids: readonly string[];
  readonly rest: string;
}

/** `clear`: ids that cannot be taken for anything else; `any`: of every scheme; `counted`: also `Issue 3`. */
export type Scheme = "clear" | "any" | "counted";

const BEFORE = /^[\s*_~:[("'•–—-]*/;
const BETWEEN = /^[\s*_)\]]{0,4}(?:,|;|&|\+|\/|and\b)[\s*_([]{0,4}(?:and\b\s?)?/i;
const NONE: IssueRun = { ids: [], rest: "" };

export function leadingIssueIds(text: string, scheme: Scheme): IssueRun {
  let rest = text.replace(BEFORE, "");
  const ids: string[] = [];
  for (;;) {
    const id = idAtStart(rest, scheme, ids.length > 0);
    if (id === null) break;
    ids.push(id.id);
    rest = id.rest;
    const between = BETWEEN.exec(rest);
    if (between === null || idAtStart(rest.slice(between[0].length), scheme, true) === null) break;
    rest = rest.slice(between[0].length);
  }
  return ids.length === 0 ? NONE : { ids, rest };
}

interface IdAtStart {
  readonly id: string;
  readonly rest: string;
}

const ID_LENGTH_MAX = 40;

function idAtStart(text: string, scheme: Scheme, inRun: boolean): IdAtStart | null {
  const head = text.slice(0, ID_LENGTH_MAX);
  const [own] = findIssueIds(head);
  if (own?.start === 0) return { id: text.slice(0, own.end), rest: text.slice(own.end) };
  const [word = ""] = /^[A-Z][A-Z0-9_.-]*/.exec(head) ?? [];
  const trimmed = word.replace(/(?<![._-])[._-]+$/, "");
  const known = scheme === "clear" ? CLEAR.test(trimmed) : isIssueId(trimmed);
  if (known && (inRun || SET_OFF.test(text.slice(trimmed.length)))) {
    return { id: trimmed, rest: text.slice(trimmed.length) };
  }
  if (scheme !== "counted") return null;
  const counted = leadingIssueId(head);
  if (
    counted === null ||
    (counted.kind === "plain" && !/^(?:issue|finding|concern|comment|point|item|problem|#)/i.test(head))
  ) {
    return null;
  }
  return { id: counted.id, rest: `: ${counted.rest}${text.slice(ID_LENGTH_MAX)}` };
}

/** Prefixes by which reviewers number what they find, whatever the spec is about. */
const CLEAR =
  /^(?:ISSUE|CRIT|CRITICAL|HIGH|MED|MEDIUM|LOW|MAJ|MAJOR|MIN|MINOR|FINDING|BLOCKER)-(?:[A-Z0-9]{1,6}-)?\d{1,4}$/;
const SET_OFF = /^[\s*_\])]{0,4}(?:[:–—|/,;([=→]|-\s|\*|and\b|&|$)/i;
