// Whether a title names gaps as resolved here, or only speaks of them.
import { findGapIds, type GapId } from "../../core/shared/gap-id.ts";
import { undressed, wordsOf } from "../reading/dress.ts";
import { withoutNumber } from "./section-names.ts";

export interface ResolutionTitle {
  readonly gaps: readonly GapId[];
  /** What the title says beside the ids and the words for a resolution. */
  readonly title: string;
  /** `stated` says that it resolves; `likely` needs to be borne out by its section. */
  readonly strength: "stated" | "likely";
  /** Whether the title begins with the id. */
  readonly idFirst: boolean;
  /** `Gap Resolution: GAP-X-001`, as asked for. */
  readonly plain: boolean;
}

const RESOLVING = new Set(
  "resolution resolutions revision revisions revised revising revises solution solutions proposal proposals resolving resolved resolves addressing addressed addresses closing closes closed fix fixes fixed fixing answer answers answering rework reworked reworking response amendment amended".split(
    " ",
  ),
);
const BESIDE_RESOLVING = new Set(
  "gap gaps engineer engineer's engineers engineering proposed updated final complete full round to of for on the a an draft first second third detailed spec specification design version rev re and by this document output work in regarding concerning about v1 v2 v3 v4".split(
    " ",
  ),
);
const SUFFIX_RESOLVING =
  /^(?:\W*)(?:fully |partially |re-?)?(?:resolution|revision|revised|resolved|solution|proposal|proposed|updated|reworked|rework|addressed|answer|fix|fixed|amended)\b/i;

export function readResolutionTitle(text: string): ResolutionTitle | null {
  const [first] = findGapIds(text);
  if (first === undefined) return null;
  const run = idRun(text, first.start);
  const lead = leadOf(text.slice(0, first.start));
  const after = text.slice(run.end);
  if (isNegated(lead)) return null;
  const strength = lead === "" ? strengthOfAfter(after) : strengthOfLead(lead, after);
  if (strength === null) return null;
  const plain = /^gap resolution$/i.test(lead) && /^\s*(?:$|[:(–—-])/.test(after);
  return {
    gaps: run.gaps,
    title: titleOf(lead, after, strength),
    strength,
    idFirst: /^(?:gaps?|gap id)?$/i.test(lead),
    plain,
  };
}

function leadOf(text: string): string {
  return undressed(withoutNumber(undressed(text)).replace(/[([]\s*$/, ""));
}

interface IdRun {
  readonly gaps: readonly GapId[];
  readonly end: number;
}

/** Ids one after the other, with only commas, `and` or a remark in brackets between them. */
function idRun(text: string, start: number): IdRun {
  const gaps: GapId[] = [];
  let end = start;
  for (const { id, start: at, end: idEnd } of findGapIds(text)) {
    if (gaps.length > 0 && !BETWEEN_IDS.test(text.slice(end, at))) break;
    if (!gaps.includes(id)) gaps.push(id);
    end = idEnd;
  }
  return { gaps, end };
}

const BETWEEN_IDS = /^\]?\s*(?:\([^()]*\)\s*)?(?:(?:[,;&+/]|and|as well as|with)\s*)+\[?(?:also\s+)?$/i;

const REVISED = /\b(?:revised|revision|resolved|resolution|updated|reworked|amended)\b/i;

function isNegated(lead: string): boolean {
  return wordsOf(lead).some((word) => /^(?:not|no|un[a-z]+ed|without|never)$/.test(word));
}

function strengthOfLead(lead: string, after: string): ResolutionTitle["strength"] | null {
  const said = wordsOf(lead).filter((word) => !/^\d+$/.test(word));
  const last = said.at(-1) ?? "";
  const resolves = said.some((word) => RESOLVING.has(word));
  if (resolves && said.every((word) => RESOLVING.has(word) || BESIDE_RESOLVING.has(word))) return "stated";
  if (resolves && (RESOLVING.has(last) || BESIDE_RESOLVING.has(last))) return "likely";
  if (said.every((word) => BESIDE_RESOLVING.has(word))) return "likely";
  // `Due dates (GAP-X-001)`, `Due dates — GAP-X-001`
  return /^[\s)\]:.]*(?:\([^()]*\))?$/.test(after) ? "likely" : null;
}

function strengthOfAfter(after: string): ResolutionTitle["strength"] | null {
  const rest = after.replace(/^[\s\])]*/, "");
  if (
    SUFFIX_RESOLVING.test(rest) ||
    (rest.match(/\([^()]*\)/g) ?? []).some((bracket) => REVISED.test(bracket))
  ) {
    return "stated";
  }
  return SENTENCE.test(rest) ? null : "likely";
}

/** `GAP-X-001 is now unblocked.` speaks of a gap, it is no name for a section. */
const SENTENCE = /^\p{Ll}|[.!?]$/u;

function titleOf(lead: string, after: string, strength: ResolutionTitle["strength"]): string {
  const said = after.replace(/^[\s\]):–—|-]+/, "").trim();
  const withoutRevised = said.replace(/(?<!\s)\s*\((?:revised|revision|resolved|updated|reworked)\)$/i, "");
  if (withoutRevised !== "" && !/^(?:resolution|revision|revised|resolved)$/i.test(withoutRevised))
    return withoutRevised;
  return strength === "likely" ? lead : "";
}
