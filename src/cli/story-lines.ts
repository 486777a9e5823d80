// What happens in a session, as the story that somebody who watches follows: the round and its gaps, what is proposed, what
// is held against it, what becomes of it, and what is asked. Numbers and states are for `status` and `history`.
import { eventWords, roleInLane } from "../app/sessions/event-words.ts";
import type { RunNews } from "../app/sessions/run-refinement.ts";
import type { KnownIssue, RunView } from "../app/sessions/run-view.ts";
import { gapsLeft, questionHeadline, waitingForYou } from "../app/sessions/session-words.ts";
import { durationWords } from "./live/amounts.ts";
import { PERSON, triesWords } from "./live/call-words.ts";
import { lastWords } from "./live/last-words.ts";
import {
  formatCount,
  type Line,
  type Paint,
  type Piece,
  paintText,
  shortenText,
  wrapPieces,
} from "./text.ts";

type RunEvent = Extract<RunNews, { at: "happened" }>["event"];
type DataOf<Type extends RunEvent["type"]> = Extract<RunEvent, { type: Type }>["data"];

interface StoryPlace {
  readonly width: number;
  look(): RunView;
}

type Chapter<Type extends RunEvent["type"]> = (data: DataOf<Type>, teller: Teller) => readonly Line[];

/** Nothing for what would only be noise. */
export function storyLines(event: RunEvent, place: StoryPlace): readonly Line[] {
  const chapter = STORY[event.type] as Chapter<RunEvent["type"]> | undefined;
  const teller = newTeller(place);
  if (chapter !== undefined) return chapter(event.data, teller);
  const paint = AS_IN_HISTORY[event.type];
  return paint === undefined ? [] : teller.step(paintText(paint, eventWords(event)));
}

/** Headings stand at the edge, who acts below them, and what they say below that. */
interface Teller {
  readonly look: () => RunView;
  heading(...pieces: readonly Piece[]): readonly Line[];
  step(...pieces: readonly Piece[]): readonly Line[];
  detail(...pieces: readonly Piece[]): readonly Line[];
}

const INDENT = "  ";

function newTeller({ width, look }: StoryPlace): Teller {
  const linesAt = (depth: number, pieces: readonly Piece[]): readonly Line[] => {
    const indent = INDENT.repeat(depth);
    return wrapPieces(pieces.map(onOneLine), { width, indent, hang: indent + INDENT });
  };
  return {
    look,
    heading: (...pieces) => ["", ...linesAt(0, pieces)],
    step: (...pieces) => linesAt(1, pieces),
    detail: (...pieces) => linesAt(2, pieces),
  };
}

/** What people and agents say may have several. */
function onOneLine(piece: Piece): Piece {
  const flat = (text: string): string => text.replaceAll(/\s+/g, " ");
  return typeof piece === "string" ? flat(piece) : paintText(piece.paint, flat(piece.text));
}

/** What reads there as a person would say it. */
const AS_IN_HISTORY: { readonly [Type in RunEvent["type"]]?: Paint } = {
  GapRated: "dim",
  GapBlocked: "dim",
  ConflictWithdrawn: "dim",
  QuestionWithdrawn: "dim",
  AnswersTakenBack: "yellow",
  AgentChosen: "yellow",
  UsageNotTold: "yellow",
  SettingsChanged: "dim",
  SessionResumed: "dim",
  EndingWithdrawn: "yellow",
  OutputChosen: "dim",
  RollbackRequested: "yellow",
  RollbackOrdered: "dim",
  RollbackDropped: "dim",
  RollbackModeChanged: "dim",
  PromptsRefreshed: "dim",
  ReviewExportRequested: "yellow",
  ArchivesCleared: "dim",
  AmendmentSettled: "dim",
};

const STORY: { readonly [Type in RunEvent["type"]]?: Chapter<Type> } = {
  SurveyRequested: ({ roles }, { heading }) =>
    heading(
      paintText("bold", "Survey"),
      roles.length > 1 ? ": two agents read the whole spec, each on their own" : ": the whole spec is read",
    ),
  SurveyTaken: ({ holes }, { detail }) =>
    detail(holes.length === 0 ? "finds no gap" : `finds ${formatCount(holes.length, "gap")}`),
  SurveySettled: ({ detail: why }, { step }) => step(`Survey done: ${why}`),
  RoundStarted: roundLines,
  AgentCallStarted: (data, { step }) => step(...callPieces(data)),
  AgentCallFinished: failedCallLines,
  OutputJudged: ({ failure, message, line }, { detail }) => {
    const where = line === null ? "" : ` (line ${line})`;
    return failure === null ? [] : detail(paintText("red", `not usable: ${message}${where}`));
  },
  TurnRestarted: ({ replacement, gaps }, { step, look }) =>
    replacement
      ? gaps.flatMap((gap) => step("takes up instead: ", paintText("cyan", gap), titleOf(gap, look())))
      : [],
  TurnSettled: settledTurnLines,
  ProposalMade: proposalLines,
  DisagreementStated: ({ stated }, { detail, look }) =>
    stated === null
      ? []
      : detail(
          paintText("yellow", "disagrees with "),
          ...issuePieces(look().story.issue(stated.issue)),
          `: “${shortenText(stated.position.trim(), QUOTED_CHARS_MAX)}”`,
        ),
  IssueMoved: ({ issue, state }, { detail, look }) =>
    state.at === "CLOSED"
      ? detail(paintText("dim", "settled: "), ...issuePieces(look().story.issue(issue)))
      : [],
  IssueRaised: ({ issue, title }, { detail }) => detail(...issuePieces({ ...issue, title })),
  IssueRaisedAgain: ({ issue }, { detail, look }) =>
    detail("again: ", ...issuePieces(look().story.issue(issue))),
  DisagreementSettled: ({ issue, outcome, why }, { detail, look }) => {
    const about = issuePieces(look().story.issue(issue));
    return detail(paintText("yellow", DISAGREEMENTS[outcome]), ...about, why === "" ? "" : `: ${why}`);
  },
  FlagRaised: ({ flag }, { detail, look }) =>
    detail(paintText("yellow", "perhaps passed over: "), ...issuePieces(look().story.issue(flag.issue))),
  GapEntered: ({ gap }, { detail }) =>
    detail(
      paintText("yellow", "new gap "),
      paintText("cyan", gap.id),
      ` ${gap.title} `,
      level(gap.severity.level),
    ),
  GapMoved: movedGapLines,
  QuestionAsked: ({ question }, { step }) =>
    step(paintText("yellow", `${question.id} for you: `), questionWords(question)),
  QuestionAnswered: ({ answer, amends }, { step, look }) => {
    const { question: id, option, by } = answer;
    const chosen =
      look()
        .story.question(id)
        ?.options.find((one) => one.id === option)?.label ?? option;
    const now = amends === true ? "now " : "";
    return step(
      paintText("yellow", `${id} answered: `),
      `${now}${chosen}`,
      paintText("dim", `, by ${nameOf(by)}`),
    );
  },
  DecisionRecorded: decisionLines,
  RoundCompleted: ({ round, net }, { step, look }) => {
    const { resolved, created } = net;
    const closed = resolved.length === 0 ? "no gap closed" : `${formatCount(resolved.length, "gap")} closed`;
    const fresh = created.length === 0 ? "" : `, ${created.length} new`;
    const view = look();
    return step(
      paintText("bold", `Round ${round} done: `),
      `${closed}${fresh}, ${gapsLeft(view.gaps)}${waitingForYou(view)}`,
    );
  },
  RoundsRolledBack: ({ rollback: { rounds, to } }, { heading }) => {
    const which = rounds.map(({ round }) => round).join(", ");
    const what = rounds.length === 1 ? `Round ${which} is undone` : `Rounds ${which} are undone`;
    return heading(paintText("bold", what), `: the session stands as at the end of round ${to}`);
  },
  FinalReviewRequested: (_, { heading }) =>
    heading(paintText("bold", "Final review"), ": is the whole spec fit to build from?"),
  FinalReviewSettled: ({ verdict, blockers }, { step }) => {
    const words = {
      ready: "ready to build from",
      "not-ready": `not ready: ${formatCount(blockers, "blocker")}`,
      failed: "it came to nothing",
    };
    return step(paintText("bold", "Final review done: "), words[verdict]);
  },
  SessionPaused: ({ by, because }, { heading }) =>
    heading(paintText("yellow", `Paused by ${nameOf(by)}`), `: ${because}`),
};

const QUOTED_CHARS_MAX = 240;

const DISAGREEMENTS: Readonly<Record<DataOf<"DisagreementSettled">["outcome"], string>> = {
  withdrawn: "the Reviewer gives way on ",
  dropped: "the Engineer gives way on ",
  conflict: "no agreement on ",
};

/** What a blocked gap needs has just been told. */
function questionWords(question: DataOf<"QuestionAsked">["question"]): string {
  const { kind, subject } = question;
  return kind === "blocked" && subject.of === "gap"
    ? `what ${subject.gap} needs`
    : questionHeadline(question);
}

/** `human:ada` is Ada; of a policy, its file. */
function nameOf(by: string): string {
  return by.replace(/^(?:human|policy):/, "").replace(/#\d+$/, "");
}

/** What was ruled, in the words of whoever did; where nobody was asked, whoever watches hears of it here. */
function decisionLines({ decision }: DataOf<"DecisionRecorded">, { step, detail }: Teller): readonly Line[] {
  const { about, title, decidedBy, rationale } = decision;
  if (decidedBy === "precedent")
    return step(paintText("yellow", `${title}: left to the Engineer by precedent. `), rationale ?? "");
  const isRuling = about.of === "conflict" || about.option === "input";
  return isRuling ? detail(`decided: “${shortenText(decision.decision.trim(), QUOTED_CHARS_MAX)}”`) : [];
}

/** One gap stands in the heading, several stand below it. */
function roundLines(
  { round, incarnation, lanes, focus }: DataOf<"RoundStarted">,
  teller: Teller,
): readonly Line[] {
  const { heading, step, look } = teller;
  const gaps = lanes.flatMap((lane) => lane.gaps);
  const again = incarnation > 0 ? ", once more" : "";
  const name = paintText("bold", `Round ${round}${again}`);
  const view = look();
  const [only, ...others] = gaps;
  if (only === undefined) return heading(name, ": no gap can be taken up");
  const what = focus === "remarks" ? " with remarks on their text" : "";
  if (others.length === 0 && what === "")
    return heading(paintText("bold", `Round ${round}${again}: ${only}${titleOf(only, view)}`));
  return [
    ...heading(paintText("bold", `Round ${round}${again}: ${formatCount(gaps.length, "gap")}${what}`)),
    ...gaps.flatMap((gap) => step(paintText("cyan", gap), titleOf(gap, view))),
  ];
}

function titleOf(id: string, { gaps }: RunView): string {
  const title = gaps.find((gap) => gap.id === id)?.title;
  return title === undefined ? "" : ` ${title}`;
}

function callPieces(call: DataOf<"AgentCallStarted">): readonly Piece[] {
  const who = paintText("cyan", roleInLane(call));
  if (call.agent === PERSON) return [who, " waits for a person's document"];
  const tries = triesWords(call).map((words) => `, ${words}`);
  return [who, ...tries, paintText("dim", ` (${call.agent})`)];
}

function failedCallLines(call: DataOf<"AgentCallFinished">, { detail }: Teller): readonly Line[] {
  const { outcome, elapsedMs, evidence, stoppedBecause } = call;
  if (outcome === "ok") return [];
  // What went wrong comes last.
  const last = outcome === "cancelled" ? null : lastWords(evidence.at(-1) ?? "");
  const why = stoppedBecause ?? last;
  const words = `${roleInLane(call)} ${FAILURES[outcome]} after ${durationWords(elapsedMs)}`;
  return detail(paintText("red", words), why === null ? "" : `: ${why}`);
}

const FAILURES: Readonly<Record<Exclude<DataOf<"AgentCallFinished">["outcome"], "ok">, string>> = {
  empty: "left nothing",
  refused: "refused the task",
  denied: "was denied what it needed",
  "rate-limited": "was rate-limited",
  overloaded: "found its provider overloaded",
  unauthorised: "was not let in with its key or login",
  "context-too-long": "was given more than it can read",
  budget: "used up its budget",
  "timeout-wall": "ran out of time",
  "timeout-idle": "was silent for too long and was stopped",
  "timeout-after-result": "said it was done and did not end",
  trespassed: "changed what it may only read",
  crashed: "crashed",
  cancelled: "was stopped",
  "not-installed": "could not be started",
};

function settledTurnLines(data: DataOf<"TurnSettled">, { detail }: Teller): readonly Line[] {
  const { outcome, detail: about } = data;
  const who = roleInLane(data);
  switch (outcome) {
    case "SKIP":
      return detail(paintText("yellow", `${who}: ${about ?? "left out of this round"}`));
    case "UNREVIEWED":
      return detail(paintText("yellow", "nobody has reviewed this: it comes up again"));
    case "UNCHANGED":
      return detail(paintText("yellow", `${who} brings the same text again: it is not reviewed twice`));
    case "VALID":
    case "BLOCKED":
    case "IDLE":
      return [];
  }
}

/** One text may settle several gaps: it is told once. */
function proposalLines(proposal: DataOf<"ProposalMade">, { detail, look }: Teller): readonly Line[] {
  const { gap, together, amends } = proposal;
  if (together.length > 0 && together[0] !== gap) return [];
  const gist = look().story.gist(proposal);
  const verb = amends === true ? "amends " : "proposes for ";
  const gaps = (together.length === 0 ? [gap] : together).join(", ");
  return detail(verb, paintText("cyan", gaps), gist === null ? "" : `: “${gist}”`);
}

function issuePieces(issue: Omit<KnownIssue, "round" | "inConflict"> | null): readonly Piece[] {
  if (issue === null) return ["an issue"];
  const { id, severity, title, gaps } = issue;
  return [level(severity), ` ${title}`, paintText("dim", ` (${id} on ${gaps.join(", ")})`)];
}

const LEVELS: Readonly<Record<string, Paint>> = { CRITICAL: "red", HIGH: "red", MEDIUM: "yellow" };

function level(severity: string): Piece {
  return paintText(LEVELS[severity] ?? "dim", severity);
}

function movedGapLines(move: DataOf<"GapMoved">, { detail, look }: Teller): readonly Line[] {
  const { gap, from, state, actor, reason } = move;
  const who = paintText("cyan", gap);
  const because = reason === null ? "" : `: ${reason}`;
  switch (state.at) {
    case "NEEDS_REVISION":
      return from === "IN_PROGRESS"
        ? detail(who, ` is left for another round${because}`)
        : sentBackLines(move, look(), detail);
    case "ACCEPTED":
      return detail(paintText("green", `${gap} is accepted`), because);
    case "BLOCKED_EXTERNAL":
      return detail(paintText("yellow", `${gap} cannot be settled without you`), because);
    case "USER_DEFERRED":
      return detail(who, ` is deferred${because}`);
    case "WONT_FIX":
      return detail(who, ` stays as it is${because}`);
    case "SUPERSEDED":
      return detail(who, ` is now ${state.by.join(", ")}${because}`);
    case "OPEN":
      return from === "IN_PROGRESS"
        ? detail(who, ` is left for another round${because}`)
        : detail(who, ` is reopened${because}`);
    case "RESOLVED":
      // What the Mediator does with accepted gaps is its own affair.
      return actor === "User" ? detail(paintText("green", `${gap} is settled`), because) : [];
    case "IN_PROGRESS":
    case "PROPOSED":
      return [];
  }
}

/** Issues of this review have just been told; those of an earlier one are named. */
function sentBackLines(
  { gap, reason, round }: DataOf<"GapMoved">,
  { story }: RunView,
  detail: Teller["detail"],
): readonly Line[] {
  const issues = story.issuesHolding(gap);
  if (issues.length > 0 && issues.every(({ inConflict }) => inConflict))
    return detail(paintText("yellow", `${gap} waits until you have decided`));
  const older = issues.filter((issue) => issue.round !== round);
  const fresh = issues.length - older.length;
  const why = fresh > 0 ? `${formatCount(fresh, "issue")} to settle` : issues.length > 0 ? null : reason;
  return [
    ...detail(paintText("yellow", `${gap} goes back to the Engineer`), why === null ? "" : `: ${why}`),
    ...older.flatMap((issue) => detail("still open: ", ...issuePieces(issue))),
  ];
}
