// What `refine` and `resume` share: how a run is wished for, reported, and told.

import { type Failure, isFailure } from "../app/failure.ts";
import { readPolicy } from "../app/sessions/change-session.ts";
import type { Refined, RunWishes } from "../app/sessions/run-refinement.ts";
import type { Answer, Request } from "./command.ts";
import { EXIT_CODES, type ExitCode } from "./exit-codes.ts";
import { nearPath } from "./printer.ts";
import { questionLines } from "./question-lines.ts";
import { type Line, painted } from "./text.ts";
import { watchRun } from "./watch-run.ts";

export async function runWishes(request: Request): Promise<RunWishes | Failure> {
  const { surroundings, options } = request;
  const until = options.get("--until") ?? "done";
  if (until !== "round" && until !== "done") {
    return {
      failed: "usage",
      code: "until",
      message: `--until ${until} is not known`,
      fix: "--until round, or --until done",
    };
  }
  const file = options.get("--policy");
  const policy = await readPolicy(surroundings, typeof file === "string" ? file : undefined);
  if (isFailure(policy)) return policy;
  return {
    until,
    policy,
    program: process.argv[1] ?? "",
    notice: watchRun(request).notice,
  };
}

const EXITS: Record<Refined["end"], ExitCode> = {
  ended: EXIT_CODES.done,
  paused: EXIT_CODES.done,
  "round-complete": EXIT_CODES.done,
  waiting: EXIT_CODES.waiting,
  stopped: EXIT_CODES.interrupted,
  fenced: EXIT_CODES.locked,
};

export function refinedAnswer(refined: Refined, { surroundings, quiet }: Request): Answer {
  return {
    data: refined,
    lines: (width) =>
      quiet ? [] : [...endLines(refined, surroundings.cwd), ...waitingLines(refined, width)],
    exitCode: EXITS[refined.end],
  };
}

function endLines({ end, folder, status }: Refined, cwd: string): Line[] {
  const { session, state, completedRounds, open } = status;
  const words: Record<Refined["end"], string> = {
    ended: `${session} ended as ${state}`,
    paused: `${session} is paused`,
    "round-complete": `${session}: round ${completedRounds} is complete`,
    waiting: `${session} waits for you`,
    stopped: `${session} was stopped; nothing is lost`,
    fenced: `${session} was taken over`,
  };
  const rounds = `${completedRounds} round${completedRounds === 1 ? "" : "s"}`;
  const next: Record<Refined["end"], string | null> = {
    ended: null,
    paused: `parley resume ${session}`,
    "round-complete": `parley resume ${session}`,
    waiting: null,
    stopped: `parley resume ${session}`,
    fenced: `parley status ${session}`,
  };
  const command = next[end];
  return [
    [painted("bold", words[end]), `  ${rounds}, ${open} open`],
    [painted("dim", "documents: "), nearPath(folder, cwd)],
    ...(command === null ? [] : [[painted("dim", "go on: "), command]]),
  ];
}

function waitingLines({ end, status }: Refined, width: number): Line[] {
  const { questions } = status;
  if (questions.length === 0) return [];
  const after =
    end === "waiting" ? [["", painted("dim", "then: "), `parley resume ${status.session}`] as const] : [];
  return ["", ...questions.flatMap((question) => [...questionLines(question, width), ""]), ...after];
}
