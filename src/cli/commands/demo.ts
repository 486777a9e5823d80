// `parley demo`: a whole session, and a whole build, offline.

import { makeApp } from "../../app/app.ts";
import { isFailure, type Outcome } from "../../app/failure.ts";
import { DEMO as FILES } from "../../app/make-demo.ts";
import type { RunResult } from "../../app/wire/session.ts";
import { type Answer, command, type Request } from "../command.ts";
import { forecastLines } from "../forecast-lines.ts";
import { commandRows } from "../next-steps.ts";
import { nearPath } from "../printer.ts";
import { runAnswer, runLines, runToEnd } from "../run-and-ask.ts";
import { widthOf } from "../terminal.ts";
import { type Line, paintText, wrapText } from "../text.ts";
import { currentFolder, programName, quoteWord } from "../typed-command.ts";

const INTRODUCTION =
  "A half-written spec, checkout.md, is refined by two agents. Here both are scripts, so nothing leaves this machine and nothing costs anything; everything else works as it does with real agents. You are asked what only you can decide, and what you answer stands in the finished spec.";

export const DEMO = command({
  name: "demo",
  summary: "See a whole session on a half-written spec, offline, with scripted agents.",
  details: [
    "Makes a folder with a spec, scripts for both roles and answers, and refines the spec there. In a terminal you are asked what only you can decide; otherwise, and with --no-input, the answers that come with it are given.",
    "`parley demo build` makes a git repository with a bare remote and four tasks, and builds them: one is approved, one rejected and then approved, and one goes to you as a dispute while the next goes on.",
  ],
  arguments: [
    {
      name: "WHAT",
      summary: "refine (the default), or build.",
      required: false,
      choices: ["refine", "build"],
    },
  ],
  options: [
    {
      flag: "--dir",
      summary:
        "The folder to make; by default ./parley-demo or ./parley-build-demo, or the next that is free.",
      value: { name: "DIR", completion: "folder" },
    },
  ],
  endsItself: true,
  examples: [
    { line: "parley demo", does: "asks you what only you can decide" },
    { line: "parley demo build", does: "tasks become commits on a scratch repository" },
    { line: "parley demo --no-input", does: "answers by itself" },
  ],
  run: async (request) => {
    if (request.args.what !== "build") return await demonstrateRefinement(request, request.options);
    const { demonstrateBuild } = await import("../demo-build.ts");
    return await demonstrateBuild(request, request.options);
  },
});

async function demonstrateRefinement(
  request: Request,
  options: { readonly dir: string | undefined },
): Outcome<Answer> {
  const { context, io, mayAsk, quiet, report } = request;
  const folder = await request.app.project.demo({ ...options, program: io.programFile });
  if (isFailure(folder)) return folder;
  const width = widthOf(io.stderr);
  if (mayAsk) for (const line of wrapText(INTRODUCTION, width)) report(line);
  const where = nearPath(folder, context.cwd);
  const around = { ...context, cwd: folder };
  const there = { ...request, app: makeApp(around), context: around };
  // Each round by itself, so that questions come when they arise; without anybody, to the end by the policy.
  const policy = mayAsk ? undefined : FILES.policy;
  const ran = await runToEnd(
    { ...there, options: { until: undefined, policy } },
    (run) =>
      there.app.sessions.refine({
        ...run,
        spec: FILES.spec,
        engineer: FILES.engineer,
        reviewer: FILES.reviewer,
        name: undefined,
        survey: false,
        started: ({ session, gaps, forecast }) => {
          if (mayAsk) report("");
          report([paintText("bold", session), `  ${gaps} gaps, in ${where}`]);
          for (const line of forecastLines(forecast, width)) report(line);
        },
      }),
    { askAfter: "round" },
  );
  if (isFailure(ran)) return ran;
  return {
    ...runAnswer(ran, request),
    data: { demo: folder, ...ran },
    lines: (shown) =>
      quiet ? [] : [...runLines(ran, there, shown), ...lookLines(ran, { there, folder, width: shown })],
  };
}

interface LookPlace {
  readonly there: Pick<Request, "io" | "context">;
  readonly folder: string;
  readonly width: number;
}

function lookLines({ spec }: RunResult, { there, folder, width }: LookPlace): readonly Line[] {
  const here = currentFolder(there);
  const parley = programName(there.io.env);
  const look = (words: string, does: string) => ({ command: `${parley} ${words}`, does });
  const rows =
    spec === null
      ? [look("inbox", "what waits for you"), look("resume", "go on where it stands")]
      : [
          { command: "diff checkout.md checkout_v1.md", does: "what became of the spec" },
          look("why checkout_v1.md:18", "the gap and the review behind a line"),
        ];
  return [
    "",
    [paintText("bold", "What to look at"), `, after cd ${quoteWord(nearPath(folder, here))}`],
    ...commandRows(
      [
        ...rows,
        look("conflicts --all", "where the two did not agree"),
        look("decisions", "what was decided, and why"),
        look("history", "what happened, event by event"),
        look("replay checkout", "every decision made again"),
        ...(spec === null ? [] : [look("plan checkout", "turn the spec into tasks")]),
      ],
      width,
    ),
    "",
    [paintText("bold", "Your own spec")],
    ...commandRows(
      [
        look("lint SPEC.md", "what it leaves open: offline, no agent"),
        look("agents list", "who could play on this machine"),
        look("refine SPEC.md", "close the gaps, with these agents"),
      ],
      width,
    ),
  ];
}
