// What a call is told: gathered from the session and the documents it refers to, rendered by `src/prompts`.

import type { EngineerDocument, Resolution } from "../core/documents/engineer-document.ts";
import type { Gap } from "../core/refinement/gap.ts";
import { isSettledByText } from "../core/refinement/gap-state.ts";
import { issueFate } from "../core/refinement/issue.ts";
import { documentName } from "../core/refinement/role.ts";
import type { CallOrder } from "../core/refinement/session/owed.ts";
import {
  gapsOf,
  type IssueEntry,
  type LiveSession,
  type Proposal,
} from "../core/refinement/session/session.ts";
import { assertNever } from "../core/shared/assert-never.ts";
import type { GapId } from "../core/shared/gap-id.ts";
import { gapIdParts } from "../core/shared/gap-id.ts";
import { compareIssueIds, type IssueId } from "../core/shared/issue-id.ts";
import { engineerPrompt } from "../prompts/engineer-prompt.ts";
import { finalReviewPrompt } from "../prompts/final-review-prompt.ts";
import type {
  ExampleAttached,
  GapBrief,
  GapChange,
  GapTitle,
  LedgerEntry,
  Passage,
  Prompt,
  ProposalBrief,
  RetryFacts,
  SessionExample,
} from "../prompts/prompt-facts.ts";
import { retryPrompt } from "../prompts/retry.ts";
import { reviewerPrompt } from "../prompts/reviewer-prompt.ts";
import type { Documents } from "./documents.ts";
import { finishedSpec } from "./finished-spec.ts";

export interface BuiltPrompt {
  readonly prompt: Prompt;
  readonly example: ExampleAttached | null;
}

/** Documents of the session that a retry may show, newest first. */
const SESSION_EXAMPLES_MAX = 8;
/** Other gaps whose fate an Engineer hears of. */
const CHANGES_MAX = 20;
const SIMILAR_MAX = 3;

export async function promptFor(
  session: LiveSession,
  order: CallOrder,
  documents: Documents,
): Promise<BuiltPrompt> {
  const prompt = await firstPrompt(session, order, documents);
  if (order.retry === null) return { prompt, example: null };
  return retryPrompt(prompt, await retryFacts(session, order, documents));
}

async function firstPrompt(session: LiveSession, order: CallOrder, documents: Documents): Promise<Prompt> {
  const { role, round, guidance } = order;
  const spec = { name: session.spec.name, source: await documents.source(session.spec.sha256) };
  const base = {
    round,
    documentName: documentName(role, order.lane),
    readsProject: order.readsProject,
    decisions: session.decisions,
    guidance,
  };
  switch (role) {
    case "engineer": {
      const gaps = await Promise.all(order.gaps.map((gap) => gapBrief(session, gap, documents)));
      return engineerPrompt({ ...base, spec, gaps, changes: changesSince(session, order.gaps) });
    }
    case "reviewer": {
      const proposals = await Promise.all(order.gaps.map((gap) => proposalBrief(session, gap, documents)));
      return reviewerPrompt({ ...base, spec, proposals: proposals.flatMap((brief) => brief ?? []) });
    }
    case "final":
      return finalReviewPrompt({
        specName: session.spec.name,
        documentName: base.documentName,
        readsProject: base.readsProject,
        draft: (await finishedSpec(session, documents)).text,
        decisions: session.decisions,
        limitations: gapsOf(session)
          .filter((gap) => gap.state.at === "USER_DEFERRED" || gap.state.at === "WONT_FIX")
          .map(({ id, title, severity }) => ({ gap: id, title, severity: severity.level })),
        guidance,
      });
    default:
      return assertNever(role);
  }
}

async function gapBrief(session: LiveSession, id: GapId, documents: Documents): Promise<GapBrief> {
  const proposal = session.proposals[id];
  const review = proposal?.review ?? null;
  return {
    gap: await placedGap(session, id, documents),
    proposal: proposal === undefined ? null : await proposalPassage(proposal, documents),
    review: review === null ? null : { round: review.round, text: await documents.text(review.document) },
    issues: ledgerOf(session, id),
    inputs: session.inputs[id] ?? [],
  };
}

/** Steps from a gap to the one it came from, and so on. */
const ANCESTORS_MAX = 20;

/** A gap that came up on the way stands where the gap stands that it came from, and is read with that one's text. */
async function placedGap(session: LiveSession, id: GapId, documents: Documents): Promise<Gap> {
  const gap = gapOf(session, id);
  const parent = parentOf(session, gap);
  if (parent === null) return gap;
  let origin = parent;
  for (let step = 0; step < ANCESTORS_MAX && origin.origin.from !== "source"; step += 1) {
    origin = parentOf(session, origin) ?? origin;
  }
  const proposal = session.proposals[parent.id];
  const passage = proposal === undefined ? null : await proposalPassage(proposal, documents);
  const words = `It came up with ${parent.id} (${parent.title}).`;
  const description = [gap.description, words, passage === null ? "" : passage.text].filter(
    (part) => part !== "",
  );
  return { ...gap, origin: origin.origin, description: description.join("\n\n") };
}

function parentOf(session: LiveSession, { origin }: Gap): Gap | null {
  const id =
    origin.from === "gap" || origin.from === "split"
      ? origin.parent
      : origin.from === "review"
        ? origin.about
        : null;
  return id === null ? null : (session.gaps[id] ?? null);
}

async function proposalBrief(
  session: LiveSession,
  id: GapId,
  documents: Documents,
): Promise<ProposalBrief | null> {
  const proposal = session.proposals[id];
  if (proposal === undefined) return null;
  const passage = await proposalPassage(proposal, documents);
  const document = await documents.engineer(proposal.document);
  if (passage === null || document === null) return null;
  return {
    gap: await placedGap(session, id, documents),
    proposal: passage,
    issues: ledgerOf(session, id),
    answers: answersOf(document, issuesOn(session, id)),
    newGaps: gapsOf(session)
      .filter(
        ({ origin, roundEntered }) =>
          origin.from === "gap" && origin.parent === id && roundEntered === proposal.round,
      )
      .map(({ id: gap, title, severity }) => ({ gap, title, severity: severity.level })),
  };
}

function gapOf(session: LiveSession, id: GapId): Gap {
  const gap = session.gaps[id];
  if (gap === undefined) throw new Error(`${id} is not in the session`);
  return gap;
}

/** Several sections of a document may be on one gap: they count together. */
async function proposalPassage(proposal: Proposal, documents: Documents): Promise<Passage | null> {
  const document = await documents.engineer(proposal.document);
  const sections = document?.resolutions.filter(({ gaps }) => gaps.includes(proposal.gap)) ?? [];
  return sections.length === 0
    ? null
    : { round: proposal.round, text: sections.map(resolutionText).join("\n\n") };
}

/** A resolution in the form it is asked for. */
export function resolutionText({ gaps, title, confidence, body, specText }: Resolution): string {
  const place = specText?.place;
  const where =
    place === undefined || place.at === "marker"
      ? []
      : [`${place.at === "after" ? "After" : "Replaces"}: ${place.headingPath.join(" > ")}`, ""];
  return [
    `## Gap Resolution: ${gaps.join(", ")}${title === "" ? "" : `: ${title}`}`,
    "",
    `**Confidence:** ${confidence ?? "not stated"}`,
    "",
    body.trim(),
    ...(specText === null ? [] : ["", "### Spec Text", "", ...where, specText.text]),
  ].join("\n");
}

function issuesOn(session: LiveSession, gap: GapId): readonly IssueEntry[] {
  return Object.values(session.issues)
    .filter(({ issue }) => issue.gaps.includes(gap))
    .sort((a, b) => compareIssueIds(a.issue.id, b.issue.id));
}

function ledgerOf(session: LiveSession, gap: GapId): readonly LedgerEntry[] {
  return issuesOn(session, gap).map((entry) => {
    const { issue, title, location, impact, suggestion } = entry;
    const said = [
      ["Location", location],
      ["Impact", impact],
      ["Suggestion", suggestion],
    ].flatMap(([label, text]) => (text === null || text === undefined ? [] : [`${label}: ${text}`]));
    return {
      issue: issue.id,
      severity: issue.severity,
      title,
      text: said.join("\n"),
      raisedIn: issue.round,
      fate: issueFate(issue.state),
      open: issue.state.at === "OPEN",
    };
  });
}

function answersOf(document: EngineerDocument, issues: readonly IssueEntry[]): ProposalBrief["answers"] {
  const named = (written: string): IssueId | null =>
    issues.find(({ issue, alias }) => issue.id === written || alias === written)?.issue.id ?? null;
  return document.responses.flatMap(({ issueId, kind, text }) => {
    const issue = named(issueId);
    return issue === null ? [] : [{ issue, text: `${kind}: ${text}` }];
  });
}

/** Gaps that were settled or moved since these were last worked on, newest first. */
function changesSince(session: LiveSession, gaps: readonly GapId[]): readonly GapChange[] {
  const worked = gaps.map((gap) => session.proposals[gap]?.round ?? 0);
  const since = Math.max(0, ...worked);
  return gapsOf(session)
    .filter((gap) => !gaps.includes(gap.id) && gap.roundUpdated > since && gap.state.at !== "OPEN")
    .sort((a, b) => b.roundUpdated - a.roundUpdated)
    .slice(0, CHANGES_MAX)
    .map(({ id, title, state, roundUpdated }) => ({ gap: id, title, state: state.at, round: roundUpdated }));
}

async function retryFacts(session: LiveSession, order: CallOrder, documents: Documents): Promise<RetryFacts> {
  const { retry, role, lane, round } = order;
  if (retry === null) throw new Error("a first call has no retry");
  const titles = (gaps: readonly Gap[]): GapTitle[] => gaps.map(({ id, title }) => ({ gap: id, title }));
  const issues = Object.values(session.issues).map(({ issue }) => issue);
  return {
    role,
    round,
    ...retry,
    documentName: documentName(role, lane),
    assigned: titles(order.gaps.map((gap) => gapOf(session, gap))),
    knownGaps: titles(gapsOf(session)),
    openIssues: issues
      .filter(({ state }) => state.at === "OPEN" && state.decision === null)
      .map(({ id }) => id),
    decidedIssues: issues
      .filter(
        ({ state }) =>
          state.at === "OVERRULED" ||
          state.at === "WAIVED" ||
          (state.at === "OPEN" && state.decision !== null),
      )
      .map(({ id }) => id),
    sessionExamples:
      role === "engineer"
        ? await engineerExamples(session, documents)
        : await reviewerExamples(session, documents),
    similar: retry.because === "UNCERTAINTY" ? await similarTo(session, order.gaps, documents) : [],
  };
}

function newestProposals(session: LiveSession): readonly Proposal[] {
  return Object.values(session.proposals).sort((a, b) => b.round - a.round);
}

async function engineerExamples(
  session: LiveSession,
  documents: Documents,
): Promise<readonly SessionExample[]> {
  const examples = newestProposals(session)
    .slice(0, SESSION_EXAMPLES_MAX)
    .map(async (proposal) => {
      const passage = await proposalPassage(proposal, documents);
      const accepted = isSettledByText(gapOf(session, proposal.gap).state.at);
      return passage === null ? [] : [{ ...passage, gap: proposal.gap, accepted }];
    });
  return (await Promise.all(examples)).flat();
}

async function reviewerExamples(
  session: LiveSession,
  documents: Documents,
): Promise<readonly SessionExample[]> {
  const examples = newestProposals(session)
    .slice(0, SESSION_EXAMPLES_MAX)
    .map(async ({ gap, review }) => {
      if (review === null) return [];
      const accepted = isSettledByText(gapOf(session, gap).state.at);
      return [{ round: review.round, gap, accepted, text: await documents.text(review.document) }];
    });
  return (await Promise.all(examples)).flat();
}

/** Resolved gaps of the same category, newest first. */
async function similarTo(
  session: LiveSession,
  gaps: readonly GapId[],
  documents: Documents,
): Promise<RetryFacts["similar"]> {
  const categories = gaps.map((gap) => gapIdParts(gap).category);
  const alike = newestProposals(session).filter(
    ({ gap }) =>
      categories.includes(gapIdParts(gap).category) && isSettledByText(gapOf(session, gap).state.at),
  );
  const passages = alike.slice(0, SIMILAR_MAX).map(async (proposal) => {
    const passage = await proposalPassage(proposal, documents);
    return passage === null ? [] : [{ ...passage, gap: proposal.gap }];
  });
  return (await Promise.all(passages)).flat();
}
