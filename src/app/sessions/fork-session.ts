// A new session from the past of another, to try the other choice. The other is only read.
import { parseQuestionId, type Question } from "../../core/refinement/questions/question.ts";
import { usageTotal } from "../../core/refinement/records/usage.ts";
import { sessionDecider } from "../../core/refinement/session/decide.ts";
import { sessionFold } from "../../core/refinement/session/evolve.ts";
import { cutWords, type ForkCut } from "../../core/refinement/session/fork.ts";
import type { LiveSession } from "../../core/refinement/session/session.ts";
import type { CommandOf } from "../../core/refinement/session/session-command.ts";
import { isRefusal } from "../../core/shared/refusal.ts";
import { type Timestamp, timestampFromMs } from "../../core/shared/timestamp.ts";
import { appendsBefore, type PastAppend, pastAppends, possibleCuts } from "../../engine/fork-cuts.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import { writePast } from "../../engine/stored-command.ts";
import type { CommandContext } from "../command-context.ts";
import {
  type Failure,
  isFailure,
  notFoundFailure,
  type Outcome,
  refusalFailure,
  refusedFailure,
  usageFailure,
} from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { answerOf, type GivenAnswer, submitAnswer } from "../questions/answer-session-question.ts";
import type { SaidAnswer } from "../questions/said-answer.ts";
import type { ForkResult } from "../wire/fork.ts";
import type { SessionAnswerResult } from "../wire/question.ts";
import type { ListedSession } from "../wire/session.ts";
import { beginSession, slugOf, slugOfSpec } from "./begin-session.ts";
import { findSession, streamOf } from "./find-session.ts";
import { engineToChange, sessionFolder } from "./open-session.ts";
import { systemClock, systemUtf8 } from "./system-ports.ts";
import { withProject } from "./with-project.ts";

interface ForkInput {
  readonly session: string;
  /** At the end of that round; 0: before the first. */
  readonly at: number | undefined;
  /** Before that question was answered. */
  readonly before: string | undefined;
  /** What is said to it in the fork. */
  readonly answer: SaidAnswer | null;
  readonly name: string | undefined;
}

export async function forkSession(context: CommandContext, input: ForkInput): Outcome<ForkResult> {
  const wish = cutWanted(input);
  if (isFailure(wish)) return wish;
  return await withProject(context, "read-write", async (project) => {
    const listed = await findSession(project.store, input.session);
    if (isFailure(listed)) return listed;
    const origin = await engineToChange(project, listed.session);
    if (isFailure(origin)) return origin;
    const appends = pastAppends(await project.store.load(streamOf(listed)));
    const cut = cutOf(origin.live, appends, wish);
    if (isFailure(cut)) return cut;
    return await fork({ context, project, listed }, appends.slice(0, cut.appends), {
      ...input,
      cut: cut.cut,
    });
  });
}

type WantedCut = { readonly round: number } | { readonly question: string };

function cutWanted({ at, before, answer }: ForkInput): WantedCut | Failure {
  const usage = (message: string): Failure =>
    usageFailure(
      "cut",
      message,
      "parley fork SESSION --at ROUND, or parley fork SESSION --before QUESTION [--answer OPTION]",
    );
  if ((at === undefined) === (before === undefined))
    return usage("say where the past is cut off: at the end of a round, or before a question was answered");
  if (answer !== null && before === undefined) return usage("an answer goes with --before QUESTION");
  return before === undefined ? { round: at ?? 0 } : { question: before };
}

interface FoundCut {
  readonly cut: ForkCut;
  /** How many of them belong to the past. */
  readonly appends: number;
}

function cutOf(origin: LiveSession, appends: readonly PastAppend[], wanted: WantedCut): FoundCut | Failure {
  const possible = possibleCuts(appends);
  const cut: ForkCut | Failure =
    "round" in wanted ? { of: "round", round: wanted.round } : questionCut(origin, wanted.question);
  if (isFailure(cut)) return cut;
  const count = appendsBefore(possible, cut);
  if (count !== null) return { cut, appends: count };
  return cut.of === "round"
    ? noRound(origin, cut.round, [...possible.rounds.keys()])
    : noAnswer(origin, cut.question, [...possible.questions.keys()]);
}

function questionCut({ id: session, ledger }: LiveSession, wanted: string): ForkCut | Failure {
  const question = parseQuestionId(wanted.toUpperCase());
  if (question !== null && Number(question.slice(1)) <= ledger.questionsAsked)
    return { of: "question", question };
  const asked = ledger.questionsAsked;
  return notFoundFailure(
    "no-question",
    `the session ${session} has no question ${wanted}`,
    asked === 0 ? "it has asked nothing so far; --at ROUND cuts elsewhere" : `it has asked Q1 to Q${asked}`,
  );
}

function noRound({ id }: LiveSession, round: number, rounds: readonly number[]): Failure {
  const possible = [...rounds].sort((a, b) => a - b);
  return refusedFailure(
    "round-not-completed",
    `round ${round} of ${id} has not been completed`,
    `it can be forked --at ${possible.join(", ")}`,
  );
}

function noAnswer({ id, work }: LiveSession, question: string, answered: readonly string[]): Failure {
  const open = work.questions.some((one) => one.id === question);
  const possible =
    answered.length === 0 ? "none of its questions has been answered" : `answered: ${answered.join(", ")}`;
  return refusedFailure(
    "question-unanswered",
    open
      ? `${question} is open in ${id}: nothing was answered that could be answered otherwise`
      : `${question} of ${id} was never answered, or only together with another`,
    open ? `parley answer ${question} --session ${id}; ${possible}` : possible,
  );
}

interface ForkPlace {
  readonly context: CommandContext;
  readonly project: OpenProject;
  readonly listed: ListedSession;
}

async function fork(
  { context, project, listed }: ForkPlace,
  past: readonly PastAppend[],
  { cut, answer, name }: Pick<ForkInput, "answer" | "name"> & { readonly cut: ForkCut },
): Outcome<ForkResult> {
  const last = past.at(-1);
  if (last === undefined) throw new Error(`${listed.session} has no past ${cutWords(cut)}`);
  const { version, position } = last;
  const appends = past.map(({ events }) => events);
  const origin = {
    origin: listed.session,
    version,
    chainHash: await project.store.chainHashAt(position),
    cut,
  };
  const tried = tryFork({ ...origin, appends });
  if (isFailure(tried)) return tried;
  // Whoever has to say more hears so before there is a fork.
  const said = answer === null ? null : await sayTo(context, tried, { ...answer, cut, root: project.root });
  if (isFailure(said)) return said;

  const sha256 = await project.store.put(systemUtf8.encode(writePast(appends)));
  const command = { type: "ForkSession", ...origin, past: sha256 } as const;
  const wanted = name === undefined ? slugOfSpec(tried.spec.name) : slugOf(name);
  const engine = await beginSession(project, wanted, (session) => ({ ...command, session }));
  if (isFailure(engine)) return engine;
  await engine.sync();
  const answered = said === null ? null : await answerIn(context, { project, engine }, said);
  if (isFailure(answered)) return answered;
  await engine.saveSnapshot();
  const { work, fork: made } = engine.live;
  return {
    session: engine.id,
    forkedFrom: { session: listed.session, cut: cutWords(cut) },
    cut,
    version,
    completedRounds: work.completedRounds,
    openQuestions: work.questions.map(({ id }) => id),
    inherited: usageTotal(made?.inherited ?? []),
    answer: answered,
    folder: sessionFolder(project, engine.id),
  };
}

/** How the fork will stand. */
function tryFork(about: Omit<CommandOf<"ForkSession">, "type" | "session" | "at">): LiveSession | Failure {
  const command = { type: "ForkSession", session: about.origin, at: now(), ...about } as const;
  const decided = sessionDecider.decide(command, sessionFold.initial);
  if (isRefusal(decided)) return refusalFailure(decided);
  const session = decided.reduce(sessionFold.evolve, sessionFold.initial);
  if (session.at === "none") throw new Error(`a fork of ${about.origin} that has not started`);
  return session;
}

function now(): Timestamp {
  return timestampFromMs(systemClock.nowMs());
}

interface SaidInFork {
  readonly question: Question;
  readonly given: GivenAnswer;
}

/** What is said to the question at the cut, tried on the fork as it will stand. */
async function sayTo(
  context: CommandContext,
  forked: LiveSession,
  said: SaidAnswer & { readonly cut: ForkCut; readonly root: string },
): Outcome<SaidInFork> {
  const { cut } = said;
  const question = forked.work.questions.find(({ id }) => cut.of === "question" && id === cut.question);
  if (question === undefined) throw new Error(`nothing is asked ${cutWords(cut)}`);
  const given = await answerOf(context, question, said);
  if (isFailure(given)) return given;
  // What a person wrote is judged in the fork: whatever comes of it, the question is answered.
  if (given.document !== null) return { question, given };
  const command = { type: "AnswerQuestion", answer: given.answer, output: null, at: now() } as const;
  const decided = sessionDecider.decide(command, forked);
  return isRefusal(decided) ? refusalFailure(decided) : { question, given };
}

async function answerIn(
  context: CommandContext,
  { project, engine }: { readonly project: OpenProject; readonly engine: SessionEngine },
  { question, given }: SaidInFork,
): Outcome<SessionAnswerResult> {
  return await submitAnswer(context, { project, engine, question, former: null }, given);
}
