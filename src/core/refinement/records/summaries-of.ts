import { lossText } from "../../documents/loss.ts";
import type {
  ArgumentRows,
  ConvergenceRow,
  GapTransition,
  RoleOutcome,
  UsageLine,
} from "../../documents/round-record.ts";
import type {
  ClosingSummaryDocument,
  GapCount,
  KnownLimitation,
  OpenQuestion,
  RaisedIssue,
  TextRow,
} from "../../documents/summary-document.ts";
import type { DecisionId } from "../../shared/decision-id.ts";
import { compareGapIds, parseGapId } from "../../shared/gap-id.ts";
import { compareSeverities, SEVERITIES } from "../../shared/severity.ts";
import type { Timestamp } from "../../shared/timestamp.ts";
import { type Positions, positionsOf } from "../conflicts/conflict.ts";
import { inventory } from "../counting.ts";
import type { Gap } from "../gap.ts";
import { GAP_STATES, isLeft, isSettledByText } from "../gap-state.ts";
import type { Rationale } from "../gate.ts";
import { openRemarks, remarkText } from "../open-remarks.ts";
import { parseQuestionId, type QuestionSubject, questionNumber } from "../questions/question.ts";
import { queueOf } from "../session/disputed.ts";
import { gapsOf, type LiveSession } from "../session/session.ts";
import { argumentRows } from "./arguments-of.ts";
import { stateDetail } from "./gap-words.ts";
import { type RoundLog, roundsOf, shownQuestion, turnTitle, type WithdrawnQuestion } from "./round-log.ts";
import { convergenceRows, coverageRows, roleOutcomes, wholeSeconds } from "./status-of.ts";
import { roundUsage, sessionUsage } from "./usage.ts";
import { warningText } from "./validation-of.ts";

/** `round_NNN/summary.md`: what one round brought. */
export interface RoundSummaryDocument extends ArgumentRows {
  readonly session: string;
  readonly round: number;
  readonly completed: Timestamp;
  readonly outcomes: readonly RoleOutcome[];
  readonly transitions: readonly GapTransition[];
  readonly issues: readonly RaisedIssue[];
  /** As they entered. */
  readonly newGaps: readonly Gap[];
  readonly questions: readonly OpenQuestion[];
  readonly decisions: readonly DecisionId[];
  readonly warnings: readonly string[];
  readonly convergence: readonly ConvergenceRow[];
  readonly usage: readonly UsageLine[];
}

/** What `round_NNN/summary.md` says. Asking for a round that is not completed is a bug. */
export function roundSummary({ id, work, ledger, fork }: LiveSession, round: number): RoundSummaryDocument {
  const log = work.past.find((past) => past.round === round);
  if (log === undefined || log.completed === null) throw new RangeError(`round ${round} is not completed`);
  return {
    session: id,
    round,
    completed: log.completed,
    outcomes: roleOutcomes(log),
    transitions: log.transitions,
    issues: log.issues,
    newGaps: log.newGaps,
    ...argumentRows(log, { atEnd: true }),
    questions: log.questions ?? work.questions.map(shownQuestion),
    decisions: log.decisions,
    warnings: warningsOf(log),
    convergence: log.convergence === null ? [] : [log.convergence],
    // A round that was copied cost what it cost.
    usage: roundUsage([...(fork?.inherited ?? []), ...ledger.usage], round),
  };
}

/** Of the documents that passed; what else was wrong with the others does not matter any more. */
function warningsOf({ turns }: RoundLog): readonly string[] {
  return turns.flatMap((turn) =>
    turn.attempts.flatMap(({ judged }) =>
      judged === null || judged.failure !== null
        ? []
        : judged.warnings.map((warning) => `${turnTitle(turn)}: ${warningText(warning)}`),
    ),
  );
}

/** What the summary at the end says. Asking before the end is a bug. */
export function closingSummary(session: LiveSession): ClosingSummaryDocument {
  const { id, startedAt, work, ledger } = session;
  const { ended } = ledger;
  if (ended === null) throw new Error(`session ${id} has not ended`);
  const rounds = roundsOf(work);
  const total = (ms: (log: RoundLog) => number) =>
    wholeSeconds(rounds.reduce((sum, log) => sum + ms(log), 0));
  return {
    session: id,
    type: ended.type,
    trigger: ended.trigger,
    rounds: rounds.filter(({ round, completed }) => round > 0 && completed !== null).length,
    undone: ledger.rollbacks.reduce((sum, rollback) => sum + rollback.rounds.length, 0),
    started: startedAt,
    ended: ended.at,
    totalSeconds: total(({ activeMs, waitingMs }) => activeMs + waitingMs),
    activeSeconds: total(({ activeMs }) => activeMs),
    waitingSeconds: total(({ waitingMs }) => waitingMs),
    output: ledger.published?.path ?? null,
    gaps: gapCounts(gapsOf(session)),
    limitations: limitationsOf(session),
    texts: textRows(session),
    remarks: openRemarks(work).map((remark) => ({ ...remark, suggestion: remarkText(remark) })),
    coverage: coverageRows(session),
    leftHoles: work.leftHoles,
    convergence: convergenceRows(rounds),
    usage: sessionUsage(ledger.usage, session.fork),
  };
}

/** In the order of the lifecycle; states that no gap is in are left out. */
function gapCounts(gaps: readonly Gap[]): readonly GapCount[] {
  const counts = inventory(gaps);
  return GAP_STATES.map((state) => ({ state, ...counts[state] })).filter((count) =>
    SEVERITIES.some((severity) => count[severity] > 0),
  );
}

/** What was lost with the passages, what was placed by the plain rule, and what the linter still finds there. */
function textRows({ work: { texts, gaps }, ledger: { published } }: LiveSession): readonly TextRow[] {
  const accepted = texts.filter(({ gap: id }) => {
    const gap = gaps[id];
    return gap !== undefined && isSettledByText(gap.state.at);
  });
  return [
    ...accepted.flatMap(({ gap, plain }) => (plain ? [{ gap, note: DEFAULT_PLACE_NOTE }] : [])),
    ...accepted.flatMap(({ gap, unsure }) => (unsure ? [{ gap, note: LOW_CONFIDENCE_NOTE }] : [])),
    ...accepted.flatMap(({ gap, losses }) =>
      losses.map((loss) => ({
        gap,
        note: `no longer says ${lossText(loss)}${loss.named ? ", named under Drops" : ""}`,
      })),
    ),
    ...(published?.findings ?? []).map(({ gap, rule, line, text }) => ({
      gap: gap === null ? null : parseGapId(gap),
      note: `line ${line}, ${rule}: ${text}`,
    })),
  ];
}

const LOW_CONFIDENCE_NOTE = "written with Confidence LOW: see what its resolution assumes";
const DEFAULT_PLACE_NOTE = "it named no place that applies, and stands after the passage it belongs to";

export function limitationsOf(session: LiveSession): readonly KnownLimitation[] {
  return [
    ...gapLimitations(gapsOf(session), session.work.rationales),
    ...conflictLimitations(session),
    ...questionLimitations(session),
  ];
}

/** What both roles still hold against each other, in the order in which it would have been decided. */
function conflictLimitations(session: LiveSession): readonly KnownLimitation[] {
  return queueOf(session).map(({ conflict, entry }) => ({
    about: { of: "conflict", issue: conflict.id },
    title: entry.title,
    severity: entry.issue.severity,
    rationale: undecidedWords(positionsOf(conflict, entry)),
  }));
}

function undecidedWords({ reviewer, engineer }: Positions): string {
  return `Not decided between the Reviewer ("${reviewer}") and the Engineer ("${engineer}").`;
}

/** What is left, and what the user chose not to have; gravest first. */
export function gapLimitations(
  gaps: readonly Gap[],
  rationales: readonly Rationale[],
): readonly KnownLimitation[] {
  return gaps
    .filter(({ state }) => isLeft(state.at) || state.at === "WONT_FIX")
    .sort((a, b) => compareSeverities(a.severity.level, b.severity.level) || compareGapIds(a.id, b.id))
    .map((gap) => ({
      about: { of: "gap", gap: gap.id },
      title: gap.title,
      severity: gap.severity.level,
      rationale: rationaleFor(gap, rationales),
    }));
}

/** What was said at the gate is the user's last word on it. */
function rationaleFor({ id, state }: Gap, rationales: readonly Rationale[]): string | null {
  return rationales.findLast(({ gap }) => gap === id)?.text ?? stateDetail(state);
}

const LEFT_OPEN = "not answered before the end";

function questionLimitations({ work, ledger: { ended } }: LiveSession): readonly KnownLimitation[] {
  const withdrawn = roundsOf(work)
    .flatMap((log) => log.withdrawn)
    .filter(({ at, subject }) => subject === undefined || at === ended?.at || isLeftOpen(subject, work));
  const open = work.questions.map(({ id, why }) => ({ question: id, why, reason: LEFT_OPEN }));
  return [...withdrawn, ...open].flatMap(questionLimitation);
}

/** Whether what a question was about is still undecided; one about how the work goes on has been overtaken by it. */
function isLeftOpen(subject: QuestionSubject, { gaps, conflicts, flags }: LiveSession["work"]): boolean {
  switch (subject.of) {
    case "gap": {
      const at = gaps[subject.gap]?.state.at;
      return at !== undefined && (isLeft(at) || at === "WONT_FIX");
    }
    case "conflict":
      return conflicts[subject.conflict]?.state.at === "open";
    case "conflicts":
      return subject.conflicts.some((id) => conflicts[id]?.state.at === "open");
    case "flag":
      return flags[subject.issue]?.outcome === null;
    default:
      return false;
  }
}

function questionLimitation({
  question,
  why,
  reason,
}: Pick<WithdrawnQuestion, "question" | "why" | "reason">): readonly KnownLimitation[] {
  const id = parseQuestionId(question);
  if (id === null) return [];
  const about = { of: "question", number: questionNumber(id) } as const;
  const headline = why.split(/\r\n?|\n/).find((line) => line.trim() !== "");
  return [{ about, title: headline ?? why, severity: null, rationale: reason }];
}
