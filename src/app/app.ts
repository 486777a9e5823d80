// Everything parley does, by noun and verb, for whoever calls it: the command line, and whatever else will. A use case is
// loaded when it is called, so that nobody waits for the others.
import type { CommandContext } from "./command-context.ts";

const USE_CASES = {
  tasks: {
    add: async () => (await import("./board/add-task.ts")).addTask,
    list: async () => (await import("./board/list-tasks.ts")).listTasks,
    show: async () => (await import("./board/show-task.ts")).showTask,
    update: async () => (await import("./board/change-task.ts")).updateTask,
    approve: async () => (await import("./board/change-task.ts")).approveTask,
    reject: async () => (await import("./board/change-task.ts")).rejectTask,
    skip: async () => (await import("./board/change-task.ts")).skipTask,
    move: async () => (await import("./board/change-task.ts")).moveTask,
    remove: async () => (await import("./board/change-task.ts")).removeTask,
    import: async () => (await import("./board/sync-checklist.ts")).importChecklist,
    export: async () => (await import("./board/sync-checklist.ts")).exportChecklist,
    audit: async () => (await import("./board/show-task.ts")).listAudit,
    submit: async () => (await import("./build/submit-work.ts")).submitWork,
  },
  sections: {
    add: async () => (await import("./board/change-section.ts")).addSection,
    list: async () => (await import("./board/list-tasks.ts")).listSections,
    rename: async () => (await import("./board/change-section.ts")).renameSection,
    move: async () => (await import("./board/change-section.ts")).moveSection,
    skip: async () => (await import("./board/change-section.ts")).skipSection,
    remove: async () => (await import("./board/change-section.ts")).removeSection,
  },
  board: {
    look: async () => (await import("./board/board-overview.ts")).boardOverview,
  },
  build: {
    run: async () => (await import("./build/run-build.ts")).buildTasks,
  },
  plan: {
    propose: async () => (await import("./board/plan-session.ts")).proposePlan,
    edit: async () => (await import("./board/edit-plan.ts")).editPlan,
    add: async () => (await import("./board/plan-session.ts")).addPlan,
  },
  disputes: {
    create: async () => (await import("./board/disputes-change.ts")).createDispute,
    logMinor: async () => (await import("./board/disputes-change.ts")).logMinorDispute,
    givePosition: async () => (await import("./board/disputes-change.ts")).givePosition,
    list: async () => (await import("./board/disputes-look.ts")).listDisputes,
    show: async () => (await import("./board/disputes-look.ts")).showDispute,
    resolve: async () => (await import("./board/disputes-change.ts")).resolveDispute,
    withdraw: async () => (await import("./board/disputes-change.ts")).withdrawDispute,
    alert: async () => (await import("./board/stale-alerts.ts")).alertStaleHere,
  },
  gaps: {
    list: async () => (await import("./sessions/gaps.ts")).listGaps,
    show: async () => (await import("./sessions/gaps.ts")).showGap,
    change: async () => (await import("./sessions/change-gap.ts")).changeGap,
    ledger: async () => (await import("./sessions/ledger.ts")).listIssues,
    closingPhrase: async () => (await import("./sessions/change-gap.ts")).closingPhraseFor,
  },
  conflicts: {
    list: async () => (await import("./sessions/conflicts.ts")).listConflicts,
    show: async () => (await import("./sessions/conflicts.ts")).showConflict,
  },
  rollback: {
    make: async () => (await import("./sessions/roll-back.ts")).rollBack,
    drop: async () => (await import("./sessions/roll-back.ts")).dropRollback,
    result: async () => (await import("./sessions/roll-back.ts")).rollbackResult,
    targets: async () => (await import("./sessions/roll-back.ts")).listRollbackTargets,
    mode: async () => (await import("./sessions/roll-back.ts")).changeRollbackMode,
  },
  decisions: {
    recover: async () => (await import("./sessions/roll-back.ts")).recoverDecisions,
    list: async () => (await import("./sessions/decisions.ts")).listDecisions,
    show: async () => (await import("./sessions/decisions.ts")).showDecision,
  },
  detectors: {
    list: async () => (await import("./detectors.ts")).listDetectors,
  },
  sessions: {
    refine: async () => (await import("./sessions/start-refinement.ts")).startRefinement,
    refineApart: async () => (await import("./sessions/run-apart.ts")).refineApart,
    resumeApart: async () => (await import("./sessions/run-apart.ts")).resumeApart,
    wait: async () => (await import("./sessions/wait-for-news.ts")).waitForNews,
    documents: async () => (await import("./sessions/session-documents.ts")).listDocuments,
    document: async () => (await import("./sessions/session-documents.ts")).readSessionDocument,
    fork: async () => (await import("./sessions/fork-session.ts")).forkSession,
    resume: async () => (await import("./sessions/change-session.ts")).resumeSession,
    pause: async () => (await import("./sessions/change-session.ts")).pauseSession,
    accept: async () => (await import("./sessions/end-session.ts")).acceptSession,
    abandon: async () => (await import("./sessions/end-session.ts")).abandonSession,
    ending: async () => (await import("./sessions/end-session.ts")).lookAtEnding,
    list: async () => (await import("./sessions/list-sessions.ts")).listSessions,
    status: async () => (await import("./sessions/look-at-session.ts")).showStatus,
    survey: async () => (await import("./sessions/survey-view.ts")).showSurvey,
    round: async () => (await import("./sessions/show-round.ts")).showRound,
    history: async () => (await import("./sessions/look-at-session.ts")).listHistory,
    diff: async () => (await import("./sessions/diff-sessions.ts")).diffSessions,
    usage: async () => (await import("./sessions/session-usage.ts")).sumUsage,
    replay: async () => (await import("./sessions/replay-session.ts")).replaySession,
    prompt: async () => (await import("./sessions/preview-prompt.ts")).previewPrompt,
    export: async () => (await import("./sessions/export-session.ts")).exportSession,
    exportPage: async () => (await import("./sessions/export-page.ts")).exportPage,
    openPage: async () => (await import("./sessions/export-page.ts")).openPage,
    why: async () => (await import("./sessions/why-line.ts")).whyLine,
    whyCommit: async () => (await import("./board/why-commit.ts")).whyCommit,
    submit: async () => (await import("./sessions/submit-document.ts")).submitDocument,
    writeByHand: async () => (await import("./sessions/write-by-hand.ts")).writeByHand,
    readPolicy: async () => (await import("./sessions/change-session.ts")).readPolicy,
  },
  archives: {
    list: async () => (await import("./archives/archives.ts")).listArchives,
    show: async () => (await import("./archives/archives.ts")).showArchive,
    restore: async () => (await import("./archives/archives.ts")).restoreArchive,
    keep: async () => (await import("./archives/archives.ts")).keepArchive,
    purge: async () => (await import("./archives/archives.ts")).purgeArchives,
  },
  questions: {
    list: async () => (await import("./questions/inbox.ts")).listWaiting,
    find: async () => (await import("./questions/answer.ts")).findQuestion,
    answer: async () => (await import("./questions/answer.ts")).answerQuestion,
  },
  specs: {
    lint: async () => (await import("./specs.ts")).lintFiles,
    inspect: async () => (await import("./specs.ts")).inspectFile,
    detect: async () => (await import("./detect-answers.ts")).detectAnswers,
  },
  project: {
    init: async () => (await import("./init-project.ts")).initProject,
    setUpHosts: async () => (await import("./hosts/set-up-hosts.ts")).setUpHosts,
    demo: async () => (await import("./make-demo.ts")).makeDemo,
    buildDemo: async () => (await import("./make-demo.ts")).makeBuildDemo,
    diagnose: async () => (await import("./doctor/diagnose.ts")).diagnose,
    backUp: async () => (await import("./back-up-project.ts")).backUpProject,
    readDocument: async () => (await import("./read-document.ts")).readDocument,
  },
  trust: {
    show: async () => (await import("./trust/project-trust.ts")).projectTrust,
    untrusted: async () => (await import("./trust/project-trust.ts")).findUntrusted,
    agree: async () => (await import("./trust/project-trust.ts")).trustProject,
    revoke: async () => (await import("./trust/project-trust.ts")).revokeTrust,
    list: async () => {
      const { readTrust } = await import("./trust/trust-file.ts");
      return ({ env }: CommandContext) => readTrust(env);
    },
  },
  config: {
    show: async () => (await import("./config/read-config.ts")).showConfig,
    get: async () => (await import("./config/read-config.ts")).getConfig,
    change: async () => (await import("./config/change-config.ts")).changeConfig,
    edit: async () => (await import("./config/edit-config.ts")).editConfig,
    files: async () => (await import("./config/config-files.ts")).configFiles,
    validate: async () => (await import("./config/read-config.ts")).validateConfig,
  },
  agents: {
    list: async () => (await import("./agents/list-agents.ts")).listAgents,
    test: async () => (await import("./agents/test-agent.ts")).testAgent,
    explain: async () => (await import("./agents/explain-agent.ts")).explainAgent,
    add: async () => (await import("./agents/add-agent.ts")).addAgent,
    retry: async () => (await import("./agents/retry-agent.ts")).retryAgent,
  },
};

type UseCases = typeof USE_CASES;
// biome-ignore lint/suspicious/noExplicitAny: any use case, whatever it is given.
type UseCase = (context: CommandContext, ...input: any[]) => unknown;
type Loader = () => Promise<UseCase>;
type Method<Load> = Load extends () => Promise<
  (context: CommandContext, ...input: infer Input) => infer Output
>
  ? (...input: Input) => Promise<Awaited<Output>>
  : never;

export type App = {
  readonly [Noun in keyof UseCases]: {
    readonly [Verb in keyof UseCases[Noun]]: Method<UseCases[Noun][Verb]>;
  };
};

/** The use cases as methods, for a caller in that context. */
export function makeApp(context: CommandContext): App {
  const bind =
    (load: Loader) =>
    async (...input: unknown[]) =>
      (await load())(context, ...input);
  const methods = (verbs: Record<string, Loader>) =>
    Object.fromEntries(Object.entries(verbs).map(([verb, load]) => [verb, bind(load)]));
  const nouns = Object.entries(USE_CASES).map(([noun, verbs]) => [noun, methods(verbs)]);
  return Object.fromEntries(nouns);
}
