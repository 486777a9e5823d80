// Questions about rounds that are to be undone, and about what is left of them.
import { formatCount } from "../../shared/format-count.ts";
import { roundFolder } from "../../shared/round-folder.ts";
import { reasonWords } from "../rollback/reason-words.ts";
import {
  type PendingRollback,
  type Rollback,
  type RoundArchive,
  type SetAsideDecision,
  timesUndone,
} from "../rollback/rollback.ts";
import { attemptWords, type RootCause } from "../rollback/root-cause.ts";
import { buildQuestion, type QuestionDraft } from "./build-question.ts";
import type { Evidence } from "./question.ts";

/** A round that a rollback could go back to. */
export interface RollbackTarget {
  readonly round: number;
  /** How many gaps were open at its end. */
  readonly open: number;
  readonly decisionsSince: number;
  readonly roundsUndone: number;
  /** Whether the backup files of its end are still kept; beyond them the log has everything. */
  readonly from: "backup" | "log";
}

interface RollbackFacts {
  readonly pending: PendingRollback;
  /** The newest round, which is undone first. */
  readonly round: number;
  /** Newest first. */
  readonly targets: readonly RollbackTarget[];
  readonly rollbacks: readonly Rollback[];
  readonly sessionMax: number;
}

export function rollbackQuestion(facts: RollbackFacts): QuestionDraft {
  const { pending, round, targets, rollbacks, sessionMax } = facts;
  const { to, reason } = pending;
  const several = round - to;
  return buildQuestion({
    kind: "rollback",
    subject: { of: "rollback", round, to },
    why: `${undoneWords(round, to)} to be undone: ${reasonWords(reason)}`,
    evidence: [
      ...patternEvidence(pending, round),
      ...targets.map(targetEvidence),
      { file: null, line: null, text: `Rollback ${rollbacks.length + 1} of ${sessionMax} in this session` },
    ],
    effects: {
      same: `${goesBack(round, to)} and round ${to + 1} is done again with the same prompt.`,
      ...(several === 1
        ? { narrow: `${goesBack(round, to)} and round ${round} takes only the simplest of its gaps.` }
        : {}),
      context: `${goesBack(round, to)} and your text binds both roles from round ${to + 1} on.`,
      ...(targets.length > 1
        ? {
            several: `Name the round to go back to the end of: ${targets.map((one) => one.round).join(", ")}.`,
          }
        : {}),
      skip: `Nothing is undone; round ${round} stands.`,
    },
    blocks: ["everything else"],
    continues: [],
  });
}

function undoneWords(round: number, to: number): string {
  return round - to === 1 ? `Round ${round} is` : `Rounds ${to + 1} to ${round} are`;
}

function goesBack(round: number, to: number): string {
  return `${undoneWords(round, to)} archived, the session stands as at the end of round ${to},`;
}

function targetEvidence({ round, open, decisionsSince, roundsUndone, from }: RollbackTarget): Evidence {
  const text = `To round ${round}: ${formatCount(open, "gap")} open, ${formatCount(decisionsSince, "decision")} since, ${formatCount(roundsUndone, "round")} undone${from === "log" ? " (from the log)" : ""}`;
  return { file: null, line: null, text };
}

function patternEvidence({ analysis }: PendingRollback, round: number): readonly Evidence[] {
  return (analysis?.patterns ?? []).flatMap(({ pattern, detail, evidence }): readonly Evidence[] => [
    { file: null, line: null, text: `${pattern}: ${detail}` },
    ...evidence
      .slice(0, 1)
      .map(({ file, line, text }) => ({ file: `${roundFolder(round)}/${file}`, line, text })),
  ]);
}

export function rootCauseQuestion(facts: RollbackFacts & { readonly cause: RootCause }): QuestionDraft {
  const { pending, round, rollbacks, cause } = facts;
  const { to, reason } = pending;
  const earlier = rollbacks.filter(({ rounds }) => rounds.some((one) => one.round === round));
  const attempts = [...earlier.map((one) => one.reason), reason].map(attemptWords);
  const [split] = cause.splits;
  const times = timesUndone(rollbacks, round) + 1;
  return buildQuestion({
    kind: "root-cause",
    subject: { of: "rollback", round, to },
    why: `Round ${round} would be undone for the ${ordinal(times)} time. Likely cause: ${cause.detected} (${cause.confidence} confidence).`,
    evidence: [
      ...[...new Set([...attempts, ...cause.evidence])].map((text) => ({ file: null, line: null, text })),
      ...patternEvidence(pending, round),
    ],
    effects: {
      ...(split === undefined
        ? {}
        : {
            split: `${split.gap} is split into ${split.titles.map((title) => `"${title}"`).join(", ")}; round ${round} takes the first of them.`,
          }),
      context: `${goesBack(round, to)} and your text binds both roles from round ${to + 1} on.`,
      reassign: `${goesBack(round, to)} and round ${to + 1} takes the gaps you name.`,
      force: `Nothing is undone; round ${round} goes on with what is there.`,
      pause: "Nothing is undone, and nothing more runs until `resume`.",
    },
    recommended: cause.recommended === "split" && split === undefined ? null : cause.recommended,
    blocks: ["everything else"],
    continues: [],
  });
}

function ordinal(number: number): string {
  return ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"][number - 1] ?? `${number}th`;
}

export function rollbackLimitQuestion(facts: {
  readonly rollbacks: readonly Rollback[];
  readonly reason: string;
}): QuestionDraft {
  const { rollbacks, reason } = facts;
  const rounds = [...new Set(rollbacks.flatMap((one) => one.rounds.map(({ round }) => round)))].sort(
    (a, b) => a - b,
  );
  return buildQuestion({
    kind: "rollback-limit",
    subject: { of: "session" },
    why: `This session has used its ${formatCount(rollbacks.length, "rollback")}, and another is wanted: ${reasonWords(reason)}`,
    evidence: rounds.map((round) => ({
      file: null,
      line: null,
      text: `Round ${round}: ${formatCount(timesUndone(rollbacks, round), "rollback")}`,
    })),
    effects: {
      review: "The session pauses, and for_review.md tells all of it to somebody without parley.",
      accept: "The session ends with what is there, once you have acknowledged what is left.",
      abandon: "The session ends as ABANDONED; no spec is written.",
      refresh: "The round goes on; agents start afresh, with nothing that was added to their prompts.",
    },
    blocks: ["another rollback"],
    continues: ["everything else"],
  });
}

export function decisionsQuestion(about: {
  readonly setAside: readonly SetAsideDecision[];
  readonly rollback: number;
}): QuestionDraft {
  const { setAside, rollback } = about;
  const ids = setAside.map(({ decision }) => decision.id);
  return buildQuestion({
    kind: "decisions",
    subject: { of: "set-aside", rollback },
    why: setAsideWords(setAside),
    evidence: setAside.map(({ decision, archive }) => ({
      file: null,
      line: null,
      text: `${decision.id} ${decision.title}: ${decision.decision} (in ${archive})`,
    })),
    effects: {
      all: "Each is recorded again under a new number, and binds both roles.",
      some: `Name those that are recorded again: ${ids.join(", ")}.`,
      edit: `Name one, a colon, and what is to hold instead: "${ids[0] ?? "DECISION-R1-001"}: …".`,
      leave: "They stay in the archives and in the log only.",
    },
    blocks: [],
    continues: ["the round that is done again"],
  });
}

export function setAsideWords(setAside: readonly SetAsideDecision[]): string {
  const ids = setAside.map(({ decision }) => decision.id);
  return `${formatCount(setAside.length, "decision")} of undone rounds ${setAside.length === 1 ? "binds" : "bind"} nobody any more: ${ids.join(", ")}.`;
}

export function archivesQuestion(archives: readonly RoundArchive[]): QuestionDraft {
  const bytes = archives.reduce((sum, { written }) => sum + (written?.bytes ?? 0), 0);
  return buildQuestion({
    kind: "archives",
    subject: { of: "session" },
    why: `The session has ended and left ${formatCount(archives.length, "archive")} of undone rounds (${formatBytes(bytes)}).`,
    evidence: archives.map(({ name, written }) => ({
      file: name,
      line: null,
      text: formatBytes(written?.bytes ?? 0),
    })),
    effects: {
      keep: "They stay in the session's folder.",
      delete: "They are deleted; the log still has what is in them.",
      recent: "Older ones are deleted; the log still has what is in them.",
      cold: "They are moved out of the project, and deleted there after 30 days unless `parley archive keep` says otherwise.",
    },
    blocks: [],
    continues: [],
  });
}

function formatBytes(bytes: number): string {
  return bytes < 1_000 ? `${bytes} bytes` : `${(bytes / 1_000).toFixed(1)} KB`;
}
