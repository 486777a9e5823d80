// What is asked about disagreement: a conflict with both positions, several small ones at once, a rate, a silence.

import { formatCount } from "../../shared/format-count.ts";
import type { GapId } from "../../shared/gap-id.ts";
import { roundFolder } from "../../shared/round-folder.ts";
import { isGrave } from "../../shared/severity.ts";
import { type Conflict, isSilent } from "../conflicts/conflict.ts";
import { ENGINEER_ALTERNATIVE, type OfferedOption, offerOptions } from "../conflicts/conflict-options.ts";
import { groundWords, type ReviewerAnswer } from "../conflicts/disagreement.ts";
import type { Flag, Heuristic } from "../conflicts/flag.ts";
import type { IssueText } from "../conflicts/issue-text.ts";
import {
  DISAGREES_MAX,
  type DisagreeCount,
  type RateLimit,
  recentRounds,
  shareText,
} from "../conflicts/rate-limits.ts";
import { roleTitle } from "../role.ts";
import type { IssueEntry } from "../session/session.ts";
import { buildQuestion, type QuestionDraft } from "./build-question.ts";
import type { Evidence, Question } from "./question.ts";
import type { OptionOf } from "./question-kinds.ts";

/** A conflict with the issue it is about. */
export interface ArguedIssue {
  readonly conflict: Conflict;
  readonly entry: IssueEntry;
}

/** Its options, in the words of both sides. */
export function optionsOf({ conflict, entry }: ArguedIssue): readonly OfferedOption[] {
  return offerOptions(conflict, issueTextOf(entry));
}

export function issueTextOf({ issue, title, location, impact, suggestion }: IssueEntry): IssueText {
  return { id: issue.id, severity: issue.severity, title, location, impact, suggestion };
}

type ConflictOptionId = OptionOf<"conflict">;

/** The place of a conflict in the queue of those that are open. */
interface QueuePlace {
  readonly number: number;
  readonly of: number;
}

interface PutConflict extends QueuePlace {
  /** The gaps of the issue, and those that have one text with them. */
  readonly held: readonly GapId[];
  readonly justification?: string | null;
}

export function conflictQuestion(
  argued: ArguedIssue,
  { number, of, held, justification = null }: PutConflict,
): QuestionDraft {
  const { conflict, entry } = argued;
  const { issue, title, impact } = entry;
  const others = held.filter((gap) => !issue.gaps.includes(gap));
  const shared = others.length === 0 ? "" : `, which has one text with ${others.join(", ")}`;
  const options = optionsOf(argued);
  const effects = Object.fromEntries(
    options.map((offered) => [offered.option.toLowerCase(), effectOf(offered, held)]),
  ) as Partial<Record<ConflictOptionId, string>>;
  const ownOffer = options.some(({ title }) => title === ENGINEER_ALTERNATIVE);
  const recommended = options.find((offered) => offered.recommended)?.option.toLowerCase();
  return buildQuestion({
    kind: "conflict",
    subject: { of: "conflict", conflict: conflict.id },
    why: [
      `${countWords({ number, of })}${issue.id} (${issue.severity}) on ${issue.gaps.join(", ")}${shared}: ${title}`,
      ...(impact === null ? [] : [`Impact if ignored: ${impact}`]),
      ...(isSilent(conflict) ? [IMPLICIT_NOTE] : []),
    ].join("\n"),
    evidence: [
      ...positionEvidence(argued),
      ...(isSilent(conflict) ? [] : justificationEvidence(justification)),
      ...draftEvidence(conflict),
    ],
    effects,
    ...(ownOffer ? { labels: { c: "What the Engineer offers instead" } } : {}),
    recommended: (recommended as ConflictOptionId | undefined) ?? null,
    ...holdOf(argued, held),
  });
}

function countWords({ number, of }: QueuePlace): string {
  return `Conflict ${number} of ${of}: `;
}

const COUNT_WORDS = /^Conflict \d+ of \d+: /;

/** A question about a conflict with its place as it is now; without any where its conflict is in no queue any more. */
export function recountQuestion<Asked extends Pick<Question, "subject" | "why">>(
  question: Asked,
  place: QueuePlace | null,
): Asked {
  if (question.subject.of !== "conflict") return question;
  const why = question.why.replace(COUNT_WORDS, place === null ? "" : countWords(place));
  return why === question.why ? question : { ...question, why };
}

export const IMPLICIT_NOTE =
  "NOTE: The Engineer has not stated this. It was found because the issue has no answer: it may have been overlooked, left alone on purpose, or met in substance without its id.";

/** What waits for the answer; smaller conflicts hold nothing up. */
function holdOf(
  { conflict, entry: { issue } }: ArguedIssue,
  held: readonly GapId[],
): Pick<QuestionDraft, "blocks" | "continues"> {
  if (!isGrave(issue.severity)) return { blocks: [], continues: ["all gaps"] };
  const gaps = held.toSorted();
  return issue.severity === "CRITICAL"
    ? { blocks: [`round ${conflict.round}`, ...gaps], continues: [] }
    : { blocks: gaps, continues: ["all other gaps"] };
}

function effectOf({ option, text, tradeOff, draftedBy }: OfferedOption, held: readonly GapId[]): string {
  const gaps = held.toSorted().join(", ");
  const [goes, is] = held.length === 1 ? ["goes", "is"] : ["go", "are"];
  const said = `${text}${draftedBy === null ? "" : ` (drafted by ${draftedBy})`}`;
  const follows =
    option === "B"
      ? `the issue is overruled; ${gaps} ${is} judged without it, or ${goes} back to the Engineer where you set constraints`
      : `${gaps} ${goes} back to the Engineer, who has to carry it out`;
  return `${asSentence(said)} Trade-off: ${asSentence(tradeOff)} Then ${follows}.`;
}

/** On one line; agents end their words as they like. */
function asSentence(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return /[.!?…]["'”’)\]]{0,3}$/.test(line) ? line : `${line}.`;
}

function positionEvidence({ conflict, entry }: ArguedIssue): readonly Evidence[] {
  const { issue, title, location, suggestion } = entry;
  const review = `${roundFolder(issue.round)}/reviewer.md`;
  const line = entry.source?.line ?? null;
  const reviewer: readonly Evidence[] = [
    { file: review, line, text: `Reviewer: ${suggestion ?? title}` },
    ...(location === null ? [] : [{ file: review, line, text: `Where: ${location}` }]),
  ];
  if (conflict.source.type === "IMPLICIT_CONVERTED") {
    const { flag } = conflict.source;
    return [...reviewer, ...flagEvidence(flag)];
  }
  const { disagreement, reviewer: answer } = conflict.source;
  const file = `${roundFolder(disagreement.round)}/engineer.md`;
  const engineer = (text: string): Evidence => ({ file, line: disagreement.line, text });
  return [
    ...reviewer,
    engineer(`Engineer: ${disagreement.position}`),
    engineer(`Rationale: ${disagreement.rationale}`),
    engineer(`Rests on: ${groundWords(disagreement.restsOn)}`),
    ...(disagreement.alternative === null ? [] : [engineer(`Alternative: ${disagreement.alternative}`)]),
    {
      file: answer.said === "no-review" ? null : `${roundFolder(disagreement.round)}/reviewer.md`,
      line: null,
      text: answerWords(answer),
    },
  ];
}

/** Who drafted option C, and whose head it shares; or why nobody did. */
function draftEvidence({ draft, undrafted }: Conflict): readonly Evidence[] {
  const note = (text: string): Evidence => ({ file: null, line: null, text });
  if (draft === null) return undrafted === undefined ? [] : [note(`No option C was drafted: ${undrafted}.`)];
  const { by, relatedTo } = draft;
  const related = relatedTo.map((side) => `the ${roleTitle(side)}'s`).join(" and ");
  return [
    note(`Option C was drafted by ${by}. Neither side has seen it.`),
    ...(related === "" ? [] : [note(`Mind that ${by} is of the same family as ${related} agent.`)]),
  ];
}

/** Why there are so many disagreements, where the Engineer says so. */
function justificationEvidence(justification: string | null): readonly Evidence[] {
  return justification === null ? [] : [{ file: null, line: null, text: `Justification: ${justification}` }];
}

export function answerWords(answer: ReviewerAnswer): string {
  switch (answer.said) {
    case "withdraws":
    case "stands":
      return answer.why === "" ? "The Reviewer stands by it." : `The Reviewer stands by it: ${answer.why}`;
    case "raised-again":
      return "The Reviewer raised it again.";
    case "nothing":
      return "The Reviewer has seen the disagreement and says nothing to it.";
    case "no-review":
      return "No review has answered the disagreement.";
  }
}

/** MEDIUM and LOW conflicts of a round, to be decided in one go. */
export function conflictBatchQuestion(argued: readonly ArguedIssue[]): QuestionDraft {
  const named = argued.map(({ entry: { issue, title } }) => `${issue.id} (${issue.severity}): ${title}`);
  return buildQuestion({
    kind: "conflict-batch",
    subject: { of: "conflicts", conflicts: argued.map(({ conflict }) => conflict.id) },
    why: `${formatCount(argued.length, "smaller conflict")}, which hold nothing up:\n${named.join("\n")}`,
    evidence: argued.flatMap(positionEvidence),
    effects: {
      a: "Each is decided as the Reviewer suggests, and its gap goes back to the Engineer.",
      b: "Each is decided as the Engineer holds, and the issues are overruled.",
      each: "Each is put to you by itself.",
    },
    blocks: [],
    continues: ["all gaps"],
  });
}

const LIMIT_WORDS: Record<RateLimit, (counts: readonly DisagreeCount[]) => string> = {
  TOO_MANY_DISAGREES: (counts) =>
    `${counts.at(-1)?.stated ?? 0} disagreements in this round; more than ${DISAGREES_MAX} need a justification.`,
  SYSTEMATIC_ALERT: (counts) =>
    `Over the last ${recentRounds(counts).length} rounds: ${shareText(recentRounds(counts))}; above 40% it is a pattern.`,
  WARN_USER: (counts) => `In this round: ${shareText(counts.slice(-1))}; you are asked above 50%.`,
};

function rateText(round: number, counts: readonly DisagreeCount[]): string {
  const count = counts.at(-1);
  return count === undefined || count.answered === 0
    ? `the Engineer disagrees with ${formatCount(count?.stated ?? 0, "issue")} in round ${round}, none of them HIGH or CRITICAL.`
    : `of the HIGH and CRITICAL issues it answered in round ${round}, the Engineer disagrees with ${shareText([count])}.`;
}

export function disagreeRateQuestion(about: {
  readonly round: number;
  readonly passed: readonly RateLimit[];
  readonly counts: readonly DisagreeCount[];
  readonly standing: readonly ArguedIssue[];
  readonly justification: string | null;
}): QuestionDraft {
  const { round, passed, counts, standing, justification } = about;
  const [gravest] = passed;
  const named = standing.map(({ entry: { issue, title } }) => `${issue.id} (${issue.severity}): ${title}`);
  const several = standing.length === 1 ? "the conflict is" : "the conflicts are";
  return buildQuestion({
    kind: "disagree-rate",
    subject: { of: "rate", round },
    why: [
      `DISAGREE RATE WARNING (${gravest ?? "WARN_USER"}): ${rateText(round, counts)}`,
      ...passed.map((limit) => LIMIT_WORDS[limit](counts)),
      `Still in dispute after the review:\n${named.join("\n")}`,
      "The Reviewer may ask for too much, the Engineer may avoid work, or the two may see the goal differently.",
    ].join("\n"),
    evidence: justificationEvidence(justification),
    effects: {
      accept: `You take the disagreements as they are, and ${several} put to you next.`,
      revise: "The Engineer is asked once more, to cut its disagreements down or to justify them.",
      "review-reviewer":
        "You set the severity of issues that weigh less than the Reviewer says; one below HIGH is no conflict any more.",
      mediate: `What you write binds both roles from now on, and ${several} put to you next.`,
    },
    blocks: standing.map(({ conflict }) => conflict.id),
    continues: ["gaps without a conflict"],
  });
}

export const HEURISTIC_WORDS: Record<Heuristic, string> = {
  H1: "no row, heading or item answers it by its id, and no text that was added covers it",
  H2: "its gap was rolled back for differing reasons, and it is unanswered still",
  H3: "its gap is proposed as resolved without an answer to it",
  H4: "the place it criticises is unchanged, or its change is about something else",
  H5: "it is dismissed, and nothing is offered in its place",
};

export function flagQuestion(
  flag: Flag,
  { entry, blocking }: { readonly entry: IssueEntry; readonly blocking: boolean },
): QuestionDraft {
  const { issue, title, suggestion } = entry;
  const gaps = issue.gaps.join(", ");
  const review = `${roundFolder(issue.round)}/reviewer.md`;
  return buildQuestion({
    kind: "implicit",
    subject: { of: "flag", issue: issue.id, round: flag.round, heuristics: flag.heuristics },
    why: [
      `POTENTIAL IMPLICIT DISAGREEMENT: ${issue.id} (${issue.severity}) on ${gaps}: ${title}`,
      ...flag.heuristics.map((heuristic) => `${heuristic}: ${HEURISTIC_WORDS[heuristic]}.`),
      ...(flag.rounds > 1 ? [`The same concern has stood unanswered for ${flag.rounds} rounds.`] : []),
      "This is what the documents show; it says nothing about what anyone meant.",
    ].join("\n"),
    evidence: [
      { file: review, line: entry.source?.line ?? null, text: `Reviewer: ${suggestion ?? title}` },
      ...flagEvidence(flag),
    ],
    effects: {
      request: "The Engineer is asked about this issue alone; the next review sees the answer.",
      ...(issue.state.at === "OPEN" && issue.state.decision !== null
        ? {}
        : { convert: "It becomes a conflict, and you decide it." }),
      waive: `You let it go, with your reason: ${issue.id} holds nothing up any more.`,
      clarify: "What you write is in the next prompts, and binds both roles.",
      "false-positive":
        "The flag was wrong. It does not come back, and what raised it weighs less from now on. The issue stays open.",
    },
    blocks: blocking ? [`round ${flag.round}`] : [],
    continues: blocking ? [] : ["all gaps"],
  });
}

function flagEvidence({ file, evidence, round }: Flag): readonly Evidence[] {
  return evidence.map(({ line, text }) => ({ file: `${roundFolder(round)}/${file}`, line, text }));
}
