import { type Failure, isFailure } from "../../app/failure.ts";
import { DEMO, makeDemo } from "../../app/make-demo.ts";
import type { Refined } from "../../app/sessions/run-refinement.ts";
import { startRefinement } from "../../app/sessions/start-refinement.ts";
import type { Answer, Request } from "../command.ts";
import { nearPath } from "../printer.ts";
import { refinedAnswer, runAndAsk } from "../run-options.ts";
import { type Line, painted, wrapped } from "../text.ts";

const INTRODUCTION =
  "A half-written spec, checkout.md, is refined by two agents. Here both are scripts, so nothing leaves this machine and nothing costs anything; everything else works as it does with real agents. You are asked what only you can decide, and what you answer stands in the finished spec.";

export async function run(request: Request): Promise<Answer | Failure> {
  const { surroundings, io, options, mayAsk, quiet, report } = request;
  const dir = options.get("--dir");
  const folder = await makeDemo(surroundings, {
    dir: typeof dir === "string" ? dir : undefined,
    program: io.programFile,
  });
  if (isFailure(folder)) return folder;
  if (mayAsk) for (const line of wrapped(INTRODUCTION, INTRODUCTION_WIDTH)) report(line);
  const there: Request = {
    ...request,
    surroundings: { ...surroundings, cwd: folder },
    // Each round by itself, so that questions come when they arise; without anybody, to the end by the policy.
    options: new Map(mayAsk ? [] : [["--policy", DEMO.policy]]),
  };
  const answer = await runAndAsk(
    there,
    (wishes) =>
      startRefinement(there.surroundings, {
        ...wishes,
        spec: DEMO.spec,
        engineer: DEMO.engineer,
        reviewer: DEMO.reviewer,
        name: undefined,
        survey: false,
        started: ({ session, gaps }) =>
          report([painted("bold", session), `  ${gaps} gaps, in ${nearPath(folder, surroundings.cwd)}`]),
      }),
    { askAfter: "round" },
  );
  if (isFailure(answer)) return answer;
  const refined = answer.data as Refined;
  const told = refinedAnswer(refined, request);
  const where = nearPath(folder, surroundings.cwd);
  return {
    ...told,
    data: { demo: folder, ...refined },
    lines: (width) => (quiet ? [] : [...told.lines(width), "", ...lookLines(where, refined)]),
  };
}

const INTRODUCTION_WIDTH = 78;

function lookLines(folder: string, { spec }: Refined): readonly Line[] {
  const look = (command: string, words: string): Line => [
    "  ",
    painted("cyan", command.padEnd(COMMAND_COLUMN)),
    painted("dim", words),
  ];
  return [
    [painted("bold", "What to look at"), `, after cd ${folder}`],
    ...(spec === null
      ? [look("parley inbox", "what waits for you"), look("parley resume", "go on where it stands")]
      : [
          look("diff checkout.md checkout_v1.md", "what became of the spec"),
          look("parley why checkout_v1.md:7", "the gap and the review behind a line"),
        ]),
    look("parley history", "what happened, event by event"),
    look("less .parley/sessions/checkout/status.md", "where everything stands"),
    look("parley replay checkout", "every decision made again"),
  ];
}

const COMMAND_COLUMN = 42;
