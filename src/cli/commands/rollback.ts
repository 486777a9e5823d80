// `parley rollback`: rounds that are undone.
import { type Failure, isFailure, type Outcome, usageFailure } from "../../app/failure.ts";
import type { RollbackResult, RollbackTargets } from "../../app/wire/rollback.ts";
import { type AskTerminal, askTerminal } from "../ask/ask-terminal.ts";
import { type Answer, command, flagOption, type Request, textOption } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { nearPath } from "../printer.ts";
import { questionLines } from "../question-lines.ts";
import { SESSION_ARGUMENT, SESSION_OPTION } from "../session-options.ts";
import { formatCount, type Line, paintText, wrapText } from "../text.ts";

export const ROLLBACK = command({
  name: "rollback",
  summary: "Undo the last round, or several, and do them again.",
  details: [
    "The session stands as at the end of an earlier round: gaps, issues, proposals, decisions and the draft. What was spent stays spent, and no number is given twice. Each undone round is kept as an archive (`parley archive`); its decisions bind nobody until you take them up again (`parley decisions recover`). What its documents show goes into the prompt of the next attempt.",
    "How to go on is asked: in a terminal at once, elsewhere with exit code 7, and `parley answer` answers. Nobody is asked where --retry says so, or where rollback.mode is AUTO_RETRY and it is the first time for this round. A session that has ended cannot go back: `parley fork` begins a new one from its past.",
  ],
  arguments: [SESSION_ARGUMENT],
  options: [
    SESSION_OPTION,
    textOption("--to", "Go back to the end of this round; 0 is the start.", "ROUND"),
    textOption("--rounds", "Undo so many rounds; 1 where nothing is said.", "COUNT"),
    textOption("--reason", "Why; it goes into the history, and is compared with earlier ones."),
    textOption("--mode", "INTERACTIVE, AUTO_RETRY or STRICT, for this rollback.", "MODE"),
    textOption("--retry", "same, narrow or context: how to go on, so that nobody is asked.", "WAY"),
    textOption("--text", "With --retry context: what binds both roles from the next attempt on."),
    flagOption("--targets", "Undo nothing; list where it could go back to."),
    flagOption("--drop", "Undo nothing; drop a rollback that was asked for and is not made yet."),
    flagOption("--ask-this-time", "Undo nothing; be asked should the round under way be undone."),
    flagOption("--auto-again", "Undo nothing; let the first rollback of each round retry by itself."),
  ],
  whenInterrupted:
    "`parley status` says whether it is under way: `parley resume` goes on with it, `parley rollback --drop` drops it",
  examples: [
    {
      line: "parley rollback --reason abstract",
      does: "undo the last round, and be asked",
    },
    { line: "parley rollback --to 5 --retry same", does: "back to the end of round 5" },
    { line: "parley rollback --targets", does: "where it could go back to" },
  ],
  run: async (request): Outcome<Answer> => {
    const { app, options, quiet } = request;
    const { session } = options;
    if (options.targets) {
      const found = await app.rollback.targets(session);
      return isFailure(found) ? found : { data: found, lines: () => (quiet ? [] : targetLines(found)) };
    }
    if (options.drop) {
      const dropped = await app.rollback.drop(session);
      return isFailure(dropped) ? dropped : resultAnswer(dropped, request);
    }
    if (options.askThisTime || options.autoAgain) {
      if (options.askThisTime && options.autoAgain)
        return usageFailure("mode", "--ask-this-time and --auto-again exclude each other");
      const changed = await app.rollback.mode({ session, ask: options.askThisTime });
      if (isFailure(changed)) return changed;
      const said =
        changed.askAboutRound === null
          ? "The first rollback of each round retries by itself."
          : `You are asked should round ${changed.askAboutRound} be undone.`;
      return { data: changed, lines: () => (quiet ? [] : [said]) };
    }
    const to = numberOf(options.to, "--to");
    if (isFailure(to)) return to;
    const rounds = numberOf(options.rounds, "--rounds");
    if (isFailure(rounds)) return rounds;
    if (to !== undefined && rounds !== undefined)
      return usageFailure("rounds", "--to and --rounds say the same thing twice");
    const wanted = { ...options, to, rounds };
    return await rollBackAndAsk(request, wanted, askTerminal(request));
  },
});

type Wanted = Parameters<Request["app"]["rollback"]["make"]>[0];

/** Where somebody is there, what it brings up is asked at once. */
export async function rollBackAndAsk(
  request: Request,
  wanted: Wanted,
  terminal: AskTerminal | null,
): Outcome<Answer> {
  const { app, context } = request;
  const made = await app.rollback.make(wanted);
  if (isFailure(made)) return made;
  if (terminal === null || made.next === null) return resultAnswer(made, request);
  const { session, rollbacksUsed } = made;
  const [{ withAskSession, askingInterrupted }, { askInbox }, { ROLLBACK_KINDS }] = await Promise.all([
    import("../ask/ask-question.ts"),
    import("../ask/ask-inbox.ts"),
    import("../../app/sessions/roll-back.ts"),
  ]);
  const asked = await withAskSession(context, terminal, (askSession) =>
    askInbox(askSession, { of: { session }, choose: false, kinds: ROLLBACK_KINDS }),
  );
  if (isFailure(asked)) return asked;
  const before = made.at === "undone" ? rollbacksUsed - 1 : rollbacksUsed;
  const result = await app.rollback.result({ session, before });
  if (asked.interrupted)
    return !isFailure(result) && PENDING.includes(result.at)
      ? { ...askingInterrupted(), message: `stopped; ${PENDING_WORDS}`, fix: GO_ON }
      : askingInterrupted();
  return isFailure(result) ? result : resultAnswer(result, request);
}

const PENDING: readonly RollbackResult["at"][] = ["asked", "requested"];
const PENDING_WORDS = "the rollback that you asked for is recorded, and nothing else begins before it";
const GO_ON = "`parley resume` goes on with it, `parley rollback --drop` drops it";

function numberOf(text: string | undefined, flag: string): number | undefined | Failure {
  if (text === undefined) return undefined;
  if (/^\d{1,3}$/.test(text)) return Number(text);
  const message = `${flag} ${text} is no ${flag === "--to" ? "round" : "number of rounds"}`;
  return usageFailure("number", message, `as in ${flag} 3`);
}

function resultAnswer(result: RollbackResult, { quiet, context }: Request): Answer {
  return {
    data: result,
    lines: (width) =>
      quiet ? result.undone.map(({ archive }) => archive) : resultLines(result, { width, cwd: context.cwd }),
    exitCode: result.at === "asked" ? EXIT_CODES.waiting : EXIT_CODES.done,
  };
}

function resultLines(
  result: RollbackResult,
  { width, cwd }: { readonly width: number; readonly cwd: string },
): Line[] {
  const { session, at, next, attended } = result;
  const asked = next === null ? [] : questionLines(next, width, { folder: nearPath(result.folder, cwd) });
  const goOn: Line = attended
    ? "the process that runs it goes on"
    : [paintText("dim", "go on: "), `parley resume ${session}`];
  switch (at) {
    case "asked":
      return asked;
    case "undone":
      return [...undoneLines(result, width), ...(next === null ? [] : ["", ...asked, ""]), goOn];
    case "requested":
      return [`${session} goes back once the agents at work have been stopped`, goOn];
    case "stands":
      return [`nothing of ${session} was undone`, goOn];
  }
}

function undoneLines(result: RollbackResult, width: number): Line[] {
  const { session, undone, to, adjustments, context, setAside, next, rollbacksUsed, rollbacksMax } = result;
  const told = adjustments.flatMap((text) => wrapText(text, width - 4));
  // The question lists them.
  const aside = next?.kind === "decisions" ? [] : setAside;
  return [
    [
      paintText("bold", `${session} stands as at the end of round ${to}`),
      `; ${formatCount(undone.length, "round")} undone, rollback ${rollbacksUsed} of ${rollbacksMax}`,
    ],
    ...undone.map(({ archive }): Line => `  kept in ${archive}`),
    ...(context === null ? [] : wrapText(`binds both roles from now on: ${context}`, width - 2)).map(
      (line): Line => `  ${line}`,
    ),
    ...(told.length === 0 ? [] : ["  what the documents show suggests to the next attempt:"]),
    ...told.map((line): Line => `    ${line}`),
    ...aside.flatMap(({ decision, says }) =>
      wrapText(`${decision} binds nobody any more: ${says}`, width - 2).map((line): Line => `  ${line}`),
    ),
  ];
}

function targetLines({ session, ended, round, targets, setAside }: RollbackTargets): Line[] {
  if (ended)
    return [
      `${session} has ended and does not go back; a new one from its past: parley fork ${session} --at ROUND`,
    ];
  if (targets.length === 0) return [`No round of ${session} has begun: there is nothing to undo.`];
  return [
    [paintText("bold", `${session} is at round ${round}`)],
    ...targets.map(({ round: target, open, decisionsSince, roundsUndone, from }): Line => {
      const where = from === "log" ? ", from the log" : "";
      return `  round ${target}: ${formatCount(open, "gap")} open, ${formatCount(decisionsSince, "decision")} since, ${formatCount(roundsUndone, "round")} to undo${where}`;
    }),
    ...setAside.map(({ decision, says }): Line => `  set aside: ${decision}: ${says}`),
  ];
}
