// Questions about a turn that cannot go on by itself: what it wrote does not pass, or it cannot be run.
import type { AgentOutcome } from "../../shared/agent-outcome.ts";
import { formatCount } from "../../shared/format-count.ts";
import { roundFolder } from "../../shared/round-folder.ts";
import { gatePhrase } from "../gate.ts";
import { documentName, isSurveyRole, roleTitle } from "../role.ts";
import type { GivenUpAgent } from "../session/session.ts";
import { type FailedAttempt, LAUNCHES_MAX, placeOf, type Turn } from "../session/turn.ts";
import { buildQuestion, type QuestionDraft } from "./build-question.ts";
import type { Evidence, QuestionSubject } from "./question.ts";

function subjectOf(turn: Turn): QuestionSubject {
  return { of: "turn", ...placeOf(turn) };
}

/** Every attempt that failed, the first one first. */
function evidenceOf(turn: Turn): readonly Evidence[] {
  return turn.failures.map(({ attempt, failure, message, line }, index) => {
    const written = `${roundFolder(turn.round)}/${documentName(turn.role, turn.lane, attempt)}`;
    const file = failure === "FILE_MISSING" ? null : written;
    const before = turn.failures[index - 1];
    const isSame = before?.failure === failure && before.message === message;
    return { file, line, text: `Attempt ${attempt}: ${isSame ? "the same" : `${failure}: ${message}`}` };
  });
}

function lastFailure({ failures }: Turn): FailedAttempt["failure"] {
  const last = failures.at(-1);
  if (last === undefined) throw new Error("a turn is escalated that has not failed");
  return last.failure;
}

function whoOf({ role, lane }: Turn): string {
  return lane === "-" ? roleTitle(role) : `${roleTitle(role)} (${lane})`;
}

/** The true number: also of those before the user gave it another try, and of those that passed. */
function triesWords({ attempt, failures }: Turn): string {
  const all = formatCount(attempt, "attempt");
  return attempt === failures.length
    ? `${all}, all failed validation`
    : `${failures.length} of ${all} failed validation`;
}

function list(turn: Turn): string {
  return turn.gaps.join(", ");
}

type EscalationWords = Pick<Parameters<typeof buildQuestion>[0], "effects" | "blocks" | "continues">;

/** The retries are used up. */
function escalation(turn: Turn, words: EscalationWords): QuestionDraft {
  return buildQuestion({
    kind: "escalation",
    subject: subjectOf(turn),
    why: `${whoOf(turn)} could not produce valid output in round ${turn.round}: ${triesWords(turn)}. Failure Type: ${lastFailure(turn)}.`,
    evidence: evidenceOf(turn),
    ...words,
  });
}

function undoEffect({ round }: Turn): string {
  return `Round ${round} is undone and archived; how to go on is asked first.`;
}

export function engineerEscalation(turn: Turn): QuestionDraft {
  const alone = turn.lane === "-";
  const several = turn.gaps.length > 1;
  return escalation(turn, {
    effects: {
      skip: `Round ${turn.round} records "Engineer: SKIP"; ${list(turn)} ${several ? "go" : "goes"} back; the Reviewer takes proposals that are still unreviewed, else it is skipped too.`,
      ...(alone
        ? { reassign: `The gaps you name take the place of ${list(turn)}, with three new attempts.` }
        : {}),
      context: "Your text binds both roles, and there is one more attempt.",
      ...(several ? { narrow: "Only the simplest of these gaps stays, and there is one more attempt." } : {}),
      pause: "Nothing more runs; after `resume` the Engineer starts afresh with three attempts.",
      rollback: undoEffect(turn),
    },
    blocks: [`round ${turn.round}`, ...turn.gaps],
    continues: alone ? [] : ["the other runs of this round"],
  });
}

export function reviewerEscalation(turn: Turn): QuestionDraft {
  const several = turn.gaps.length > 1;
  return escalation(turn, {
    effects: {
      skip: `Round ${turn.round} records "Reviewer: UNREVIEWED"; ${list(turn)} cannot be accepted and will be put to the next review.`,
      ...(several
        ? {
            reassign:
              "Only the proposals you name are put to it, with three new attempts; the others stay unreviewed.",
            narrow: "Only the simplest proposal is put to it, once more; the others stay unreviewed.",
          }
        : {}),
      context: "Your text binds both roles, and there is one more attempt.",
      pause: "Nothing more runs; after `resume` the Reviewer starts afresh with three attempts.",
      rollback: undoEffect(turn),
    },
    blocks: [`round ${turn.round}`],
    continues: [],
  });
}

const PHRASES = `A CRITICAL gap among them takes the sentence "${gatePhrase("CRITICAL")}", a HIGH one "${gatePhrase("HIGH")}".`;

/** The Engineer was skipped, and the Reviewer has written nothing either. */
export function bothEmptyQuestion(turn: Turn): QuestionDraft {
  return buildQuestion({
    kind: "both-empty",
    subject: subjectOf(turn),
    why: `Neither role has produced anything in round ${turn.round}, though gaps are open: the Engineer was skipped, and ${whoOf(turn)} wrote nothing in ${formatCount(turn.failures.length, "attempt")}. Failure Type: ${lastFailure(turn)}.`,
    evidence: evidenceOf(turn),
    effects: {
      "retry-fresh": `${whoOf(turn)} starts afresh with three attempts.`,
      "wont-fix": `The gaps you name are closed as WONT_FIX, and the round ends without them. ${PHRASES}`,
      defer: "The gaps you name are deferred, and the round ends without them.",
      abandon: "The session ends as ABANDONED; no spec is written.",
      human: "Your document takes the place of the missing one, and goes through the same validation.",
    },
    blocks: [`round ${turn.round}`],
    continues: [],
  });
}

/** `turn`: as it was when the call that failed was started. */
export function executionQuestion(
  turn: Turn,
  about: {
    readonly agent: string;
    readonly outcome: AgentOutcome;
    readonly evidence: readonly string[];
    /** Those it took over from. */
    readonly before: readonly GivenUpAgent[];
  },
): QuestionDraft {
  const launches = turn.launch - turn.launchesForgiven;
  const again = launches > 1 ? `, ${launches} times in a row` : "";
  const { happened, remedy } = EXECUTION_WORDS[about.outcome];
  return buildQuestion({
    kind: "execution",
    subject: subjectOf(turn),
    why: `EXECUTION_ERROR: ${whoOf(turn)} cannot go on ${whenWords(turn)}: the agent ${about.agent} ${happened} (${about.outcome}${again}).${beforeWords(about.before)} ${remedy}`,
    evidence: about.evidence.map((text) => ({ file: null, line: null, text })),
    effects: {
      retry: `It is launched again, up to ${LAUNCHES_MAX} times.`,
      "other-agent": "The agent you name takes this role from now on.",
      human: "Your document takes the place of the agent's, and goes through the same validation.",
      pause: "Nothing more runs; after `resume` it is launched again.",
    },
    blocks: [blockedWork(turn)],
    continues: turn.lane === "-" ? [] : ["the other runs of this round"],
  });
}

function blockedWork({ role, round }: Turn): string {
  if (isSurveyRole(role)) return "the first round";
  return role === "final" ? "the end of the session" : `round ${round}`;
}

function whenWords({ role, round }: Turn): string {
  return isSurveyRole(role) ? "before the first round" : `in round ${round}`;
}

function beforeWords(before: readonly GivenUpAgent[]): string {
  if (before.length === 0) return "";
  const failed = before.map(({ agent, outcome }) =>
    outcome === null ? `${agent} failed` : `${agent} ${EXECUTION_WORDS[outcome].happened} (${outcome})`,
  );
  const last = failed.at(-1) ?? "";
  const words = failed.length === 1 ? last : `${failed.slice(0, -1).join(", ")} and ${last}`;
  return ` Before it, ${words}.`;
}

interface OutcomeWords {
  /** After the agent's name. */
  readonly happened: string;
  /** What a person can do about it. */
  readonly remedy: string;
}

/** What a person is told of an agent that cannot go on. */
export const EXECUTION_WORDS: Record<AgentOutcome, OutcomeWords> = {
  ok: {
    happened: "came to an end, and nothing could be made of it",
    remedy: "Retry, or name another agent.",
  },
  empty: { happened: "left nothing", remedy: "Retry, or name another agent." },
  refused: {
    happened: "refused the task",
    remedy: "It would refuse the same prompt again: name another agent, or write the document yourself.",
  },
  denied: {
    happened: "was not allowed what it needed",
    remedy: "See below what that was; allow it in the agent's own settings and retry, or name another agent.",
  },
  "rate-limited": {
    happened: "is held back by a limit of its provider",
    remedy: "Retry when the limit is over, or name another agent.",
  },
  overloaded: {
    happened: "found its provider in trouble again and again",
    remedy: "Retry later, or name another agent.",
  },
  unauthorised: {
    happened: "was not let in by its provider",
    remedy: "Log in with the agent's own program or set its key, then retry.",
  },
  "context-too-long": {
    happened: "cannot take a prompt of this length",
    remedy: "Name an agent that takes more, or write the document yourself.",
  },
  budget: {
    happened: "was stopped by a limit of what may be spent",
    remedy: "Raise the limit or top up the account, then retry.",
  },
  "timeout-wall": {
    happened: "did not finish within its time",
    remedy: "Retry, give it more time with limits.run.minutes, or name another agent.",
  },
  "timeout-idle": {
    happened: "was silent for too long",
    remedy: "See whether its provider can be reached, then retry, or name another agent.",
  },
  "timeout-after-result": {
    happened: "said that it was done, left nothing and did not end",
    remedy: "Retry, or name another agent.",
  },
  trespassed: {
    happened: "changed what it may only read",
    remedy: "What it said was thrown away. See below what it changed; retry, or name another agent.",
  },
  crashed: { happened: "broke off", remedy: "See below why; retry, or name another agent." },
  cancelled: { happened: "was stopped", remedy: "Retry." },
  "not-installed": {
    happened: "could not be started",
    remedy: "Install it and retry, or name another agent.",
  },
};
