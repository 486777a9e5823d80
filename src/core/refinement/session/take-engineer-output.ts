import type { EngineerDocument, GapMarker } from "../../documents/engineer-document.ts";
import { isAskedAbout, lossText } from "../../documents/loss.ts";
import type { GapId } from "../../shared/gap-id.ts";
import { roundFolder } from "../../shared/round-folder.ts";
import { assignGaps } from "../assignment.ts";
import { rejectedPositions } from "../binding-decisions.ts";
import { engineerMove } from "../engineer-outcome.ts";
import type { Move } from "../gap-lifecycle.ts";
import { gapsReturnedIn } from "../gap-tries.ts";
import { excerptOf } from "../questions/build-question.ts";
import { blockedQuestion, lossQuestion } from "../questions/gap-questions.ts";
import { documentName } from "../role.ts";
import type { SpecEdit } from "../spec-draft.ts";
import { type ExaminedResolution, editFailure } from "../validation/examined-edits.ts";
import { judgeEngineer } from "../validation/judge-engineer.ts";
import { type EngineerJudgement, type FailedVerdict, failVerdict } from "../validation/judgement.ts";
import { askIfRepeated } from "./ask-repeat.ts";
import { raiseFlags } from "./conflict-steps.ts";
import { contestedIssues, takeAnswers } from "./disagreements.ts";
import { owedConstraints } from "./disputed.ts";
import type { Draft } from "./draft.ts";
import { enterProposedGaps } from "./enter-gaps.ts";
import { escalate, logJudgement, mayRetry, retryTurn, settleKept } from "./judged-turn.ts";
import { engineerAsKnown } from "./known-names.ts";
import { activeGaps, heldGaps } from "./owed.ts";
import { isRemarksTurn } from "./remarks-round.ts";
import { applyReview } from "./review-proposal.ts";
import { arguableIssues, findTurn, gapsOf, knownGaps, type Round } from "./session.ts";
import type { Output, OutputContent } from "./session-command.ts";
import type { KeptWork, TurnOutcome } from "./session-event.ts";
import { isSettled, nextKey, placeOf, type Turn } from "./turn.ts";

type EngineerContent = Extract<OutputContent, { of: "engineer" }>;

/** In one round at most so many gaps are taken up in place of blocked ones. */
const REPLACEMENTS_MAX = 3;

export function takeEngineerOutput(draft: Draft, turn: Turn, output: Output): void {
  const content =
    output.content?.of === "engineer"
      ? { ...output.content, document: engineerAsKnown(output.content.document, draft.session.work) }
      : null;
  const assigned = activeGaps(draft.session, turn);
  // The user took its gaps away while it ran: there is nothing to judge it by.
  if (assigned.length === 0) return;
  const judged = judgeEngineer(
    { written: output.written, document: content?.document ?? null, notes: content?.notes ?? [] },
    {
      assigned,
      knownGaps: knownGaps(draft.session),
      issues: arguableIssues(draft.session),
      places: content?.places,
      rejected: rejectedPositions(draft.session.work),
    },
  );
  // A gap that is accepted cannot be blocked: what is not amended stays as it is.
  const remarks = isRemarksTurn(draft.session, turn);
  const judgement = remarks ? { ...judged, blocked: [] } : judged;
  const rest = assigned.filter((gap) => !judgement.blocked.some((block) => block.gap === gap));
  const { verdict } = judgement;
  const texts =
    verdict.ok && content !== null ? sortTexts(turn, { rest, all: content.examined, remarks }) : NO_TEXTS;
  const unfit = !verdict.ok ? verdict : texts.ready.length === 0 ? texts.failed : null;
  const failure = rest.length > 0 ? unfit : null;
  logJudgement(draft, turn, withFailure(judgement, failure ?? texts.failed));
  block(draft, turn, judgement.blocked);
  if (failure !== null) retryOrAsk(draft, turn, { failed: failure, rest, judgement, losing: texts.losing });
  else if (verdict.ok && content !== null) {
    const proposed = adopt(draft, turn, { content, output, judgement, texts });
    showLines(draft, turn, { content, output, proposed });
  } else if (!takeAnother(draft, turn, judgement))
    settle(draft, turn, { outcome: "BLOCKED", output, judgement });
  askAboutBlocked(draft, turn, { blocked: judgement.blocked, output });
}

/** The texts of a document: those that can be proposed, and those that go back. */
interface SortedTexts {
  readonly ready: readonly ReadyText[];
  /** Gaps whose texts do not pass. */
  readonly unfit: readonly GapId[];
  /** Of those: gaps whose texts lose something, and that is all. */
  readonly losing: readonly GapId[];
  readonly failed: FailedVerdict | null;
}

interface ReadyText {
  readonly examined: ExaminedResolution;
  readonly edits: readonly SpecEdit[];
}

const NO_TEXTS: SortedTexts = { ready: [], unfit: [], losing: [], failed: null };

function sortTexts(
  turn: Turn,
  about: {
    readonly rest: readonly GapId[];
    readonly all: readonly ExaminedResolution[];
    /** They would amend what is accepted, which stands unless something better comes. */
    readonly remarks: boolean;
  },
): SortedTexts {
  const { rest, all, remarks } = about;
  const ready: ReadyText[] = [];
  const failures: FailedVerdict[] = [];
  const losing: GapId[] = [];
  for (const examined of all) {
    if (!examined.gaps.some((gap) => rest.includes(gap))) continue;
    const failure = editFailure(examined);
    if (failure === null) {
      const sentBack = lossFailure(turn, examined);
      if (sentBack === null) {
        if (!remarks || !examined.losses.some(isAskedAbout)) ready.push({ examined, edits: examined.edits });
      } else {
        failures.push(sentBack);
        losing.push(...examined.gaps);
      }
    } else if (!remarks && !mayRetry(turn) && isPlaceless(failure) && examined.plain.length > 0) {
      ready.push({ examined, edits: examined.plain });
    } else failures.push(failure);
  }
  const unfit = failures.flatMap(({ subjects }) => rest.filter((gap) => subjects.includes(gap)));
  return { ready, unfit, losing, failed: joinFailures(failures) };
}

function isPlaceless({ failureType }: FailedVerdict): boolean {
  return failureType === "EDIT_DOES_NOT_APPLY";
}

/** A text that loses something goes back once; after that it passes, and the user is asked about what matters. */
function lossFailure(turn: Turn, { gaps, line, losses }: ExaminedResolution): FailedVerdict | null {
  const unnamed = losses.filter((loss) => !loss.named);
  if (unnamed.length === 0 || !mayRetry(turn) || gaps.every((gap) => turn.lossesTold.includes(gap)))
    return null;
  const lost = unnamed.map(lossText).join(", ");
  return failVerdict("EDIT_INCOMPLETE", {
    message: `${gaps.join(", ")}: the passage had ${lost}, and the new text does not. Keep it, or name it under \`Drops:\`.`,
    line,
    subjects: gaps,
  });
}

/** What is wrong with several texts, as one message; an edit without a place comes first. */
function joinFailures(failures: readonly FailedVerdict[]): FailedVerdict | null {
  const first = failures.find(isPlaceless) ?? failures[0];
  if (first === undefined) return null;
  return {
    ...first,
    message: failures.map(({ message }) => message).join(" "),
    subjects: [...new Set(failures.flatMap(({ subjects }) => subjects))],
  };
}

/** Where the document as a whole passed, what is wrong with some of its texts is told. */
function withFailure(judgement: EngineerJudgement, failure: FailedVerdict | null): EngineerJudgement {
  const blocked = judgement.blocked.map(({ gap }) => gap);
  if (failure !== null) return { ...judgement, verdict: failure };
  const { verdict } = judgement;
  const message = blocked.length > 0 && !verdict.ok ? `blocked: ${blocked.join(", ")}` : verdict.message;
  return { ...judgement, verdict: { ok: true, message } };
}

function block(draft: Draft, turn: Turn, blocked: EngineerJudgement["blocked"]): void {
  for (const { gap, need } of blocked) {
    const grounds = { because: "blocked", need } as const;
    draft.move(gap, { actor: "Engineer", to: "BLOCKED_EXTERNAL", round: turn.round, grounds }, need);
  }
}

/** Asked last, when it is known under which name the document that says so is kept. */
function askAboutBlocked(
  draft: Draft,
  turn: Turn,
  about: { blocked: EngineerJudgement["blocked"]; output: Output },
): void {
  const file = `${roundFolder(turn.round)}/${nameOf(draft, turn, about.output)}`;
  const spec = draft.session.spec.path;
  for (const { gap, need } of about.blocked) {
    const evidence = markersOn(gap, about.output).map(({ line, text }) => ({ file, line, text }));
    draft.ask(blockedQuestion(draft.gap(gap), { round: turn.round, need, spec, evidence }));
  }
}

/** Under which name a document is kept by itself; of several attempts that count together, each has its own. */
function nameOf(draft: Draft, turn: Turn, { ref }: Output): string {
  const { state, kept = [] } = findTurn(draft.session, turn) ?? {};
  const counts = state?.at === "settled" && state.document?.sha256 === ref?.sha256 && kept.length === 0;
  return documentName(turn.role, turn.lane, counts ? null : turn.attempt);
}

/** What the document says of a gap it is blocked on; a marker that names none speaks of whichever has no other. */
function markersOn(gap: GapId, { content }: Output): readonly GapMarker[] {
  const markers = content?.of === "engineer" ? content.document.blocked : [];
  const own = markers.filter((marker) => marker.gap === gap);
  const said = own.length > 0 ? own : markers.filter((marker) => marker.gap === null);
  return said.map((marker) => ({
    ...marker,
    text: marker.text === "" ? "BLOCKED_NEEDS_INPUT" : marker.text,
  }));
}

interface FailedOutput {
  readonly failed: FailedVerdict;
  readonly rest: readonly GapId[];
  readonly judgement: EngineerJudgement;
  readonly losing: readonly GapId[];
}

/** An Engineer that is not sure is given more to go by, once; any other failure has its own repair. */
function retryOrAsk(draft: Draft, turn: Turn, { failed, rest, judgement, losing }: FailedOutput): void {
  const uncertain = !turn.uncertaintyUsed && judgement.uncertain.some(({ gap }) => rest.includes(gap));
  if (mayRetry(turn)) retryTurn(draft, turn, { failed, gaps: rest, uncertain, losing });
  else escalate(draft, turn);
}

interface AdoptedOutput {
  readonly content: EngineerContent;
  readonly output: Output;
  readonly judgement: EngineerJudgement;
  readonly texts: SortedTexts;
}

/** A text for the gaps that are still at hand of those it settles. */
interface TextAtHand {
  readonly gaps: readonly GapId[];
  readonly text: ReadyText;
}

interface ProposedText extends TextAtHand {
  /** An earlier review has decided about it. */
  readonly unchanged: boolean;
}

/** Tells which texts it proposed. */
function adopt(
  draft: Draft,
  turn: Turn,
  { content, output, judgement, texts }: AdoptedOutput,
): readonly ProposedText[] {
  const { document } = content;
  const blocked = judgement.blocked.map(({ gap }) => gap);
  const unsure = uncertainToRetry(turn, judgement);
  const back = new Set([...texts.unfit, ...unsure.map(({ gap }) => gap)]);
  const atHand = activeGaps(draft.session, turn).filter((id) => !blocked.includes(id));
  const made = texts.ready.flatMap((text): readonly ProposedText[] => {
    const gaps = text.examined.gaps.filter((gap) => atHand.includes(gap));
    if (gaps.length === 0) return [];
    return [{ gaps, text, unchanged: propose(draft, turn, { gaps, text, content, output }) }];
  });
  const proposed = made.flatMap(({ gaps }) => gaps);
  for (const gap of atHand) {
    if (!proposed.includes(gap) && !back.has(gap)) draft.release(gap, turn.round);
  }
  enterProposedGaps(draft, document.newGaps, (line) => ({
    from: "gap",
    parent: parentOf(document, line, judgement),
  }));
  const blob = output.ref?.sha256 ?? "";
  takeAnswers(draft, { document, round: turn.round, blob, places: content.places });
  if (back.size > 0) {
    goOnWithRest(draft, turn, { texts, unsure, keeps: { gaps: proposed, output } });
    return made;
  }
  const keeps =
    proposed.length === 0 || output.ref === null ? undefined : { document: output.ref, gaps: proposed };
  if (blocked.length > 0 && takeAnother(draft, turn, judgement, keeps)) return made;
  const same = proposed.length > 0 && made.every(({ unchanged }) => unchanged);
  settle(draft, turn, { outcome: same ? "UNCHANGED" : "VALID", output, judgement });
  return made;
}

interface ShownOutput {
  readonly content: EngineerContent;
  readonly output: Output;
  readonly proposed: readonly ProposedText[];
}

/** What points at lines of the document comes last, when it is known under which name that is kept. */
function showLines(draft: Draft, turn: Turn, { content, output, proposed }: ShownOutput): void {
  const file = nameOf(draft, turn, output);
  for (const { gaps, text, unchanged } of isRemarksTurn(draft.session, turn) ? [] : proposed) {
    askAboutLosses(draft, turn, { gaps, text, file });
    const sections = sectionsFor(content, text).map(({ one }) => one);
    if (unchanged) askIfRepeated(draft, turn, { gaps, sections, file });
  }
  raiseFlags(draft, {
    findings: content.findings ?? [],
    weights: content.weights,
    round: turn.round,
    document: output.ref?.sha256 ?? "",
    file,
  });
}

interface RemainingTexts {
  readonly texts: SortedTexts;
  readonly unsure: UncertainGaps;
  readonly keeps: { readonly gaps: readonly GapId[]; readonly output: Output };
}

/** What was resolved stays; the turn goes on for the gaps whose texts do not pass, or about which there is doubt. */
function goOnWithRest(draft: Draft, turn: Turn, { texts, unsure, keeps }: RemainingTexts): void {
  const { failed: unfit, losing } = texts;
  const { ref } = keeps.output;
  if (ref === null) throw new Error("a document passed that is not there");
  const kept = keeps.gaps.length === 0 ? {} : { keeps: { document: ref, gaps: keeps.gaps } };
  if (unfit === null) {
    const gaps = unsure.map(({ gap }) => gap);
    retryTurn(draft, turn, { failed: failUncertain(unsure), gaps, uncertain: true, losing: [], ...kept });
  } else {
    const gaps = [...new Set([...texts.unfit, ...unsure.map(({ gap }) => gap)])];
    if (mayRetry(turn)) retryTurn(draft, turn, { failed: unfit, gaps, uncertain: false, losing, ...kept });
    else escalateRest(draft, turn, { gaps, ...kept });
  }
}

/** The others keep what they have; a person decides about these. */
function escalateRest(
  draft: Draft,
  turn: Turn,
  about: { readonly gaps: readonly GapId[]; readonly keeps?: KeptWork },
): void {
  draft.emit("WorkKept", {
    ...placeOf(turn),
    gaps: about.gaps,
    ...(about.keeps === undefined ? {} : { keeps: about.keeps }),
  });
  escalate(draft, turn);
}

type UncertainGaps = EngineerJudgement["uncertain"];

/** A doubt about one gap has its one retry also where the document closes another. */
function uncertainToRetry(turn: Turn, { uncertain }: EngineerJudgement): UncertainGaps {
  return turn.uncertaintyUsed || !mayRetry(turn) ? [] : uncertain;
}

function failUncertain(unsure: UncertainGaps): FailedVerdict {
  const message = unsure.map(({ gap, text }) => `${gap}: ${text}`).join("; ");
  return failVerdict("NO_GAPS_ADDRESSED", { message, subjects: unsure.map(({ gap }) => gap) });
}

interface ProposalInput extends TextAtHand {
  readonly content: EngineerContent;
  readonly output: Output;
}

/** True where the substance is one that has been reviewed: then the earlier review decides. */
function propose(draft: Draft, turn: Turn, { gaps, text, content, output }: ProposalInput): boolean {
  const { edits, examined } = text;
  const sections = sectionsFor(content, text);
  const resolution = sections.find(({ one }) => one.confidence !== null)?.one;
  // The same words in place of other ones say something else.
  const substance = [
    ...sections.map((section) => section.substance),
    ...edits.map((edit) => edit.replacedSha256),
    // With a disagreement that nobody has answered yet, it is not the text that was reviewed.
    ...contestedOn(draft, content.document, gaps),
    // Nor is it by conditions that were set after that review.
    ...owedConstraints(draft.session, gaps).map((decision) => `decided:${decision}`),
  ].join("+");
  if (resolution === undefined || output.ref === null) {
    throw new Error(`${gaps.join(", ")} count as addressed, but no resolution of them was found`);
  }
  const before = gaps.map((gap) => draft.session.work.proposals[gap]);
  const amends = isRemarksTurn(draft.session, turn);
  if (amends && before.every((old) => old?.substance === substance)) return true;
  for (const gap of gaps) {
    if (!amends) draft.move(gap, proposalMove(draft, turn, gap));
    draft.emit("ProposalMade", {
      gap,
      round: turn.round,
      key: nextKey(draft.session, turn),
      document: output.ref.sha256,
      line: resolution.line,
      confidence: resolution.confidence ?? "LOW",
      substance,
      together: gaps,
      edits,
      losses: examined.losses,
      ...(examined.unmarks.length === 0 ? {} : { unmarks: examined.unmarks }),
      ...(amends ? { amends } : {}),
    });
  }
  if (amends) return false;
  const reviews = before.flatMap((old) =>
    old?.substance === substance && old.review !== null ? [old.review] : [],
  );
  if (reviews.length < gaps.length) return false;
  const needsRevision = reviews.some((review) => review.needsRevision);
  applyReview(draft, gaps, {
    needsRevision,
    round: turn.round,
    note: "unchanged: the earlier review stands",
  });
  return true;
}

/** The sections of the document that a text comes from, with what each says. */
function sectionsFor({ document, substances }: EngineerContent, { examined }: ReadyText) {
  return document.resolutions.flatMap((one, index) =>
    one.gaps.some((gap) => examined.gaps.includes(gap)) ? [{ one, substance: substances[index] ?? "" }] : [],
  );
}

/** Issues on the gaps that the document disagrees with. */
function contestedOn(
  draft: Draft,
  { disagreements }: EngineerDocument,
  gaps: readonly GapId[],
): readonly string[] {
  return contestedIssues(draft.session, disagreements)
    .filter(({ issue }) => issue.gaps.some((gap) => gaps.includes(gap)))
    .map(({ issue }) => `disagree:${issue.id}`);
}

function proposalMove(draft: Draft, turn: Turn, gap: GapId): Move {
  const facts = {
    round: turn.round,
    need: "",
    heading: true,
    confidence: true,
    body: true,
    blockedMarker: false,
  };
  const move = engineerMove(draft.gap(gap), facts);
  if (move === null) throw new Error(`${gap} is addressed, but cannot be proposed`);
  return move;
}

/** The proposal is held until the user has said whether it may lose what the passage had. */
function askAboutLosses(
  draft: Draft,
  turn: Turn,
  { gaps, text, file: name }: TextAtHand & { readonly file: string },
): void {
  const lost = text.examined.losses.filter(isAskedAbout);
  const [first] = gaps;
  if (lost.length === 0 || first === undefined) return;
  const file = `${roundFolder(turn.round)}/${name}`;
  const spec = draft.session.spec.path;
  draft.ask(
    lossQuestion(draft.gap(first), {
      round: turn.round,
      lost: lost.map(lossText),
      together: gaps,
      spec,
      evidence: [
        { file, line: text.examined.line, text: `lost: ${lost.map(lossText).join(", ")}` },
        ...text.examined.passages.flatMap(({ before, after, line }) => [
          { file: null, line: null, text: `The passage: ${excerptOf(before)}` },
          { file, line, text: `The text: ${after === "" ? "nothing" : excerptOf(after)}` },
        ]),
      ],
    }),
  );
}

/** A new gap comes from the resolution it stands under. */
function parentOf(document: EngineerDocument, line: number, judgement: EngineerJudgement): GapId {
  const above = document.resolutions.findLast((resolution) => resolution.line <= line)?.gaps ?? [];
  const parent = above.find((gap) => judgement.gapsAddressed.includes(gap)) ?? judgement.gapsAddressed[0];
  if (parent === undefined) throw new Error("a document that addresses no gap introduces none");
  return parent;
}

/** The round goes on with another gap in place of those that are blocked. */
function takeAnother(draft: Draft, turn: Turn, { blocked }: EngineerJudgement, keeps?: KeptWork): boolean {
  const { round } = draft.session.work;
  if (round === null || turn.lane !== "-") return false;
  if (round.replacementsStopped || round.replacements >= REPLACEMENTS_MAX) return false;
  const gaps = assignGaps({
    gaps: gapsOf(draft.session),
    gapsPerRound: 1,
    focus: round.focus,
    // What this turn has had already, and gave back, is no replacement.
    held: new Set([
      ...heldGaps(draft.session),
      ...gapsOfOtherLanes(round, turn),
      ...turn.gaps,
      ...gapsReturnedIn(turn.round, draft.session.work.tries),
    ]),
    tries: draft.session.work.tries,
  });
  if (gaps.length === 0) return false;
  for (const gap of gaps) draft.assign(gap, turn.round);
  draft.restartTurn(turn, {
    gaps,
    replacement: true,
    because: `${blocked.map(({ gap }) => gap).join(", ")} blocked: ${gaps.join(", ")} taken instead`,
    ...(keeps === undefined ? {} : { keeps }),
  });
  return true;
}

/** A gap that the user took away and gave back is still in the hands of the run that had it. */
function gapsOfOtherLanes({ lanes }: Round, turn: Turn): readonly GapId[] {
  return lanes.filter((lane) => lane.lane !== turn.lane && !isSettled(lane)).flatMap((lane) => lane.gaps);
}

function settle(
  draft: Draft,
  turn: Turn,
  about: { outcome: TurnOutcome; output: Output; judgement: EngineerJudgement },
): void {
  const { outcome, output, judgement } = about;
  const { kept } = turn;
  const own = outcome === "BLOCKED" ? judgement.blocked.map(({ gap }) => gap) : judgement.gapsAddressed;
  if (kept.length === 0) {
    draft.settleTurn(turn, { outcome, detail: own.join(", ") || null, document: output.ref });
    return;
  }
  settleKept(draft, turn, outcome === "BLOCKED" ? null : { gaps: own, document: output.ref });
}
