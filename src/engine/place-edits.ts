// A session that began before texts were edits: what was proposed is given its place once, by the plain rule.
import type { SourceOrigin } from "../core/refinement/gap.ts";
import { gapsOf, type LiveSession, type Proposal } from "../core/refinement/session/session.ts";
import type { CommandOf } from "../core/refinement/session/session-command.ts";
import {
  cutPieces,
  draftOfSource,
  makeEditId,
  pointAt,
  type SpecEdit,
} from "../core/refinement/spec-draft.ts";
import { callKeyParts } from "../core/shared/call-key.ts";
import type { GapId } from "../core/shared/gap-id.ts";
import { addAfter } from "../document/edits/place-edit.ts";
import { solutionText } from "../document/edits/solution-text.ts";
import { lineAt, spanOfLines } from "../document/spec/spec.ts";
import { originOfFinding } from "../lint/spec-inventory.ts";
import { lineage, plainPlace } from "./default-target.ts";
import type { Documents } from "./documents.ts";
import { type DraftText, draftText, type OnDraft } from "./draft-text.ts";
import type { Blob } from "./ports.ts";

type PlaceEdits = Omit<CommandOf<"PlaceEdits">, "at">;

export interface PlacedEdits {
  readonly command: PlaceEdits;
  readonly blobs: readonly Blob[];
}

export async function placeFormerTexts(session: LiveSession, documents: Documents): Promise<PlacedEdits> {
  const chars = (await documents.text(session.spec.sha256)).length;
  const fresh = { ...session, work: { ...session.work, draft: draftOfSource(chars) } };
  const draft = await draftText(fresh, documents);
  const origins = originsOf(fresh, draft);
  const known = new Map(origins.map(({ gap, origin }) => [gap, origin]));
  const gaps = gapsOf(fresh).map((gap) => ({ ...gap, origin: known.get(gap.id) ?? gap.origin }));
  const work = { ...fresh.work, gaps: Object.fromEntries(gaps.map((gap) => [gap.id, gap])) };
  const marked: LiveSession = { ...fresh, work };
  const on: OnDraft = { session: marked, draft };
  const blobs: Blob[] = [];
  const edits: { gap: GapId; edits: readonly SpecEdit[] }[] = [];
  for (const proposal of orderProposals(session)) {
    const placed = await placedEdit(on, proposal, { documents, blobs });
    edits.push({ gap: proposal.gap, edits: placed === null ? [] : [placed] });
  }
  return { command: { type: "PlaceEdits", chars, origins, edits }, blobs };
}

/** Accepted first comes first. */
function orderProposals({ work: { proposals } }: LiveSession): readonly Proposal[] {
  return Object.values(proposals).toSorted((a, b) => a.round - b.round || (a.gap < b.gap ? -1 : 1));
}

/** What the linter finds where the gap was found: by its id, else by its line. */
function originsOf(
  session: LiveSession,
  draft: DraftText,
): readonly { readonly gap: GapId; readonly origin: SourceOrigin }[] {
  return gapsOf(session).flatMap(({ id, origin }) => {
    if (origin.from !== "source" || origin.mark !== undefined) return [];
    const here = draft.findings().filter(({ line }) => line === origin.line);
    const found = here.find(({ gap }) => gap === id) ?? here[0];
    if (found !== undefined) return [{ gap: id, origin: originOfFinding(draft.spec, found) }];
    const mark = spanOfLines(draft.spec, origin.line, origin.line);
    return [{ gap: id, origin: { ...origin, answer: "block" as const, mark } }];
  });
}

interface PlacementContext {
  readonly documents: Documents;
  readonly blobs: Blob[];
}

async function placedEdit(
  on: OnDraft,
  proposal: Proposal,
  { documents, blobs }: PlacementContext,
): Promise<SpecEdit | null> {
  const gap = on.session.work.gaps[proposal.gap];
  const document = await documents.engineer(proposal.document);
  const sections = document?.resolutions.filter(({ gaps }) => gaps.includes(proposal.gap)) ?? [];
  const text = solutionText(sections);
  if (gap === undefined || text === "") return null;
  const { spec, pieces } = on.draft;
  const block =
    lineage(on, gap)
      .map((one) => plainPlace(on, one))
      .find((span) => span !== null) ?? null;
  const place = addAfter(spec, block === null ? spec.lines.length : lineAt(spec, block.to), text);
  const blob = documents.blobOf(place.text);
  blobs.push(blob);
  const { attempt } = callKeyParts(proposal.key);
  return {
    id: makeEditId(proposal.gap, { round: proposal.round, attempt, number: 1 }),
    target: "plain",
    replaces: cutPieces(pieces, place.span),
    between: { before: pointAt(pieces, place.span.from - 1), after: pointAt(pieces, place.span.to) },
    replacedSha256: documents.hashOf(""),
    text: blob.sha256,
    chars: place.text.length,
    line: proposal.line,
  };
}
