// From candidates to issues: repetitions are merged, and severity and gap are settled.
import type { Note } from "../../core/documents/note.ts";
import type { ReviewIssue } from "../../core/documents/reviewer-document.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import type { Severity } from "../../core/shared/severity.ts";
import { wordsOf } from "../reading/dress.ts";
import { onlyGap } from "../reading/gap-mentions.ts";
import { severityOfId } from "../reading/severity-words.ts";
import { type ProseFields, proseFields, proseImpact } from "./issue-body.ts";
import type { Candidate, Standing } from "./issue-candidate.ts";

/** What is known of the document apart from its candidates. */
interface DocumentContext {
  readonly priorIds: ReadonlySet<string>;
  readonly reviewed: readonly GapId[];
}

export function chooseIssues(
  candidates: readonly Candidate[],
  { priorIds, reviewed }: DocumentContext,
): { issues: readonly ReviewIssue[]; notes: readonly Note[] } {
  const of = (standing: Standing) => candidates.filter((candidate) => candidate.standing === standing);
  const weak = of("weak").filter(({ id }) => !priorIds.has(id?.id ?? ""));
  const [main, further] = of("strong").length > 0 ? [of("strong"), weak] : [weak, []];
  const merged = mergeRepeated(main, [...further, ...of("detail")]);
  const chosen = merged.sort((a, b) => a.line - b.line);
  const known = new Set(reviewed);
  return { issues: chosen.map((candidate) => issueOf(candidate, known)), notes: chosen.flatMap(notesOn) };
}

/** Of candidates for the same issue the fullest stays, with what only the others say. */
function mergeRepeated(candidates: readonly Candidate[], further: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  const byId = new Map<string, number[]>();
  const byTitle = new Map<string, number>();
  for (const candidate of candidates) {
    const same = sameIssue(candidate, kept, { byId, byTitle });
    if (same === null) {
      remember(candidate, kept.length, { byId, byTitle });
      kept.push(candidate);
    } else {
      const earlier = kept[same];
      if (earlier !== undefined) kept[same] = mergeCandidates(earlier, candidate);
    }
  }
  for (const candidate of further) {
    const same = sameIssue(candidate, kept, { byId, byTitle });
    const earlier = kept[same ?? -1];
    if (same === null || earlier === undefined) continue;
    const isRow = earlier.form === "row";
    kept[same] = isRow ? withWhatIsMissing(candidate, earlier) : withWhatIsMissing(earlier, candidate);
  }
  return kept;
}

interface KnownIssues {
  readonly byId: Map<string, number[]>;
  readonly byTitle: Map<string, number>;
}

const SAME_TITLE_WORDS_MIN = 3;

function titleKey(candidate: Candidate): string | null {
  const words = wordsOf(candidate.title);
  return words.length >= SAME_TITLE_WORDS_MIN ? words.join(" ") : null;
}

function remember(candidate: Candidate, index: number, { byId, byTitle }: KnownIssues): void {
  if (candidate.id?.kind === "word") {
    const indexes = byId.get(candidate.id.id) ?? [];
    if (indexes.length < SAME_ID_MAX) indexes.push(index);
    byId.set(candidate.id.id, indexes);
  }
  const key = titleKey(candidate);
  if (key !== null) byTitle.set(key, index);
}

function sameIssue(
  candidate: Candidate,
  kept: readonly Candidate[],
  { byId, byTitle }: KnownIssues,
): number | null {
  if (candidate.id?.kind === "word") {
    const earlier = byId.get(candidate.id.id) ?? [];
    return earlier.find((index) => isSame(kept[index], candidate)) ?? null;
  }
  const key = titleKey(candidate);
  const index = key === null ? undefined : byTitle.get(key);
  if (index === undefined || kept[index]?.within.gap !== candidate.within.gap) return null;
  return index;
}

const SAME_ID_MAX = 8;

/** Agents restart their numbers in each gap's section: the same id under another gap is another issue. */
function isSame(earlier: Candidate | undefined, candidate: Candidate): boolean {
  if (earlier === undefined) return false;
  const [a, b] = [earlier.within.gap, candidate.within.gap];
  if (a === null || b === null || a === b) return true;
  return titleKey(earlier) === titleKey(candidate);
}

function mergeCandidates(earlier: Candidate, later: Candidate): Candidate {
  const [first, second] = scoreFullness(later) > scoreFullness(earlier) ? [later, earlier] : [earlier, later];
  return withWhatIsMissing(first, second);
}

const FORM_WEIGHT: Record<Candidate["form"], number> = { heading: 2, line: 2, item: 1, paragraph: 1, row: 0 };

function scoreFullness({ form, body }: Candidate): number {
  const fields = [body.location, body.impact, body.suggestion, body.rating].filter((field) => field !== null);
  return FORM_WEIGHT[form] + fields.length;
}

function withWhatIsMissing(kept: Candidate, other: Candidate): Candidate {
  const { body } = kept;
  return {
    ...kept,
    rating: kept.rating ?? (kept.within.rating === null ? (other.rating ?? other.within.rating) : null),
    body: {
      ...body,
      location: body.location ?? other.body.location,
      impact: body.impact ?? other.body.impact,
      suggestion: body.suggestion ?? other.body.suggestion,
      gap: body.gap ?? other.body.gap,
    },
  };
}

function issueOf(candidate: Candidate, reviewed: ReadonlySet<GapId>): ReviewIssue {
  const { id, line, title } = candidate;
  const { location, impact, suggestion } = fieldsOf(candidate);
  const severity = severityOf(candidate).severity;
  return {
    id: id?.id ?? null,
    line,
    title,
    severity,
    mustFix: mustFix(candidate),
    gap: gapOf(candidate, reviewed),
    location,
    impact,
    suggestion,
    text: textOf(candidate),
  };
}

/** All that it says, each thing once. */
function textOf({ title, body }: Candidate): string {
  const { stated, unlabelled, location, impact, suggestion } = body;
  const said = [title, stated, unlabelled, location, impact, suggestion].flatMap(
    (text) => text?.trim() || [],
  );
  return [...new Set(said)]
    .filter((text, _, all) => !all.some((other) => other !== text && other.includes(text)))
    .join("\n");
}

/** Labels decide; what stands outside of them is looked at where there are none, or only none for what goes wrong. */
function fieldsOf({ body, readProse }: Candidate): ProseFields {
  const { location, impact, suggestion } = body;
  if (readProse === null || impact !== null) return { location, impact, suggestion };
  if (location === null && suggestion === null) return proseFields(readProse());
  const isRest = location !== null && suggestion !== null;
  return { location, impact: isRest ? proseImpact(body.unlabelled) : null, suggestion };
}

type SeveritySource = "own" | "section" | "id" | "none";

function severityOf({ rating, within, id }: Candidate): { severity: Severity | null; from: SeveritySource } {
  if (rating?.severity != null) return { severity: rating.severity, from: "own" };
  if (rating === null && within.rating?.severity != null)
    return { severity: within.rating.severity, from: "section" };
  const severity = id === null ? null : severityOfId(id.id);
  return { severity, from: severity === null ? "none" : "id" };
}

function mustFix({ rating, within, standing }: Candidate): boolean {
  return (
    rating?.mustFix ??
    (within.rating?.mustFix === true || (standing === "weak" && within.role?.role === "recap"))
  );
}

/**
 * The label's gap; else, among the gaps under review, the one its place names, its section is about, its title or
 * text names; else the only one there is. Gaps named in passing are not what an issue is about.
 */
function gapOf({ body, title, within }: Candidate, reviewed: ReadonlySet<GapId>): GapId | null {
  if (body.gap !== null) return body.gap;
  const place = onlyGap(body.location ?? "");
  if (place !== null && reviewed.has(place)) return place;
  if (within.gap !== null) return within.gap;
  const titled = onlyGap(title);
  if (titled !== null && reviewed.has(titled)) return titled;
  const stated = onlyGap(body.stated);
  const named = stated !== null && reviewed.has(stated) ? stated : onlyGap(body.stated, reviewed);
  if (named !== null) return named;
  const [single = null] = reviewed;
  if (reviewed.size === 1) return single;
  return place ?? titled ?? (reviewed.size === 0 ? stated : null);
}

function notesOn(candidate: Candidate): readonly Note[] {
  const { line, id } = candidate;
  const notes: Note[] = [];
  if (id === null) notes.push({ code: "issue-without-id", line, message: "this issue has no id" });
  else if (id.kind === "plain")
    notes.push({ code: "issue-numbered", line, message: `this issue has only the number ${id.id}` });
  const { from } = severityOf(candidate);
  const note = SEVERITY_NOTES[from];
  if (note !== null) notes.push({ ...note, line });
  if (candidate.standing === "weak")
    notes.push({
      code: "issue-from-demands",
      line,
      message: "taken from a list of changes asked for, as no issue is stated elsewhere",
    });
  return notes;
}

const SEVERITY_NOTES: Record<SeveritySource, Omit<Note, "line"> | null> = {
  own: null,
  section: { code: "severity-from-section", message: "severity taken from the section it stands in" },
  id: { code: "severity-from-id", message: "severity taken from the prefix of its id" },
  none: { code: "severity-missing", message: "this issue states no severity" },
};
