// Which events of a build have an entry in the audit: verdicts, what landed, and what a person was asked and said.
import { type AuditDetails, unchangedStatus, withNotes } from "../board/audit-entry.ts";
import type { BoardEventOf } from "../board/board-event.ts";
import type { BuildEventType } from "./build-event.ts";

type DetailsTable = {
  readonly [Type in BuildEventType]: (data: BoardEventOf<Type>["data"]) => AuditDetails | null;
};

const none = (): null => null;

export const WORK_DETAILS: DetailsTable = {
  BuildBegun: ({ run }) => ({ task: null, from: null, to: null, notes: `build ${run} begun` }),
  BuildPaused: ({ because }) => ({ task: null, from: null, to: null, notes: `build paused: ${because}` }),
  ReviewGiven: (data) => {
    const { round, verdict, commit, findings } = data;
    const titles = findings.map(({ id, severity, title }) => `${id} ${severity}: ${title}`);
    const notes = withNotes(`review of round ${round}: ${verdict}`, titles.join("\n") || null);
    return { ...unchangedStatus(data, notes), commit };
  },
  GuidanceGiven: (data) => unchangedStatus(data, withNotes(`${data.kind} by ${data.from}`, data.text)),
  FindingsSettled: (data) => unchangedStatus(data, `${data.findings.join(", ")} ${data.as}`),
  WeakeningAllowed: (data) => unchangedStatus(data, withNotes("tests may go", data.weakenings.join("\n"))),
  TaskLanded: (data) => {
    const { basis, target, commit } = data;
    return { ...unchangedStatus(data, `landed on ${target.branch} (${basis})`), commit };
  },
  BranchPushed: (data) => {
    const { branch, commit } = data;
    return { ...unchangedStatus(data, `branch ${branch} pushed`), commit };
  },
  BoardQuestionAsked: (data) =>
    unchangedStatus(data, withNotes(`${data.question.id} asked: ${data.question.kind}`, data.question.why)),
  BoardQuestionAnswered: (data) => {
    const { question, option, text } = data.answer;
    return unchangedStatus(data, withNotes(`${question} answered: ${option}`, text));
  },
  TaskTaken: none,
  WorkBegun: none,
  WorktreeOpened: none,
  RoundBegun: none,
  ReviewBegun: none,
  AgentCallStarted: none,
  AgentCallSealed: none,
  AgentCallFinished: none,
  AgentChosen: none,
  AttemptFailed: none,
  TurnRenewed: none,
  AsideSettled: none,
  CoderReported: none,
  WorkInspected: none,
  ChecksRun: none,
  LandingOpened: none,
  LandingPrepared: none,
  LandingMissed: none,
  BranchWanted: none,
  RepositoryTroubled: none,
  TroubleForgiven: none,
  WorkEnded: none,
  WorktreeClosed: none,
  BoardQuestionWithdrawn: none,
  LimitRaised: none,
};
