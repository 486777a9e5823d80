// `parley refine`, `resume` and `survey`: sessions that run.

import { type Failure, isFailure, usageFailure } from "../../app/failure.ts";
import type { RefineInput } from "../../app/sessions/start-refinement.ts";
import type { SurveyedGap, SurveyView } from "../../app/wire/gap.ts";
import { command, fileOption, textOption } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { forecastLines } from "../forecast-lines.ts";
import { runAndAsk, runAnswer, runOnce } from "../run-and-ask.ts";
import { AGENT_OPTIONS, RUN_OPTIONS, SESSION_ARGUMENT, SESSION_OPTION } from "../session-options.ts";
import { widthOf } from "../terminal.ts";
import { type Line, paintText, wrapText } from "../text.ts";

const SPEC = { name: "SPEC", summary: "A Markdown file.", required: true, completion: "file" } as const;
const NAME = textOption("--name", "The session's name; by default that of the file.", "NAME");

export const REFINE = command({
  name: "refine",
  summary: "Close the gaps of a spec: two agents argue, you decide what is left.",
  details: [
    "Finds the gaps of SPEC and starts a session. First the Reviewer, unless it is a script, surveys the whole text as somebody who must build it and cannot ask; what it finds beside the marks that lint sees is put to you, and taken as it is where nobody is there. `--survey false` leaves that out, as does `refine.survey`. Then an Engineer proposes, a Reviewer criticises, parley validates every document, counts what is open and asks when something only you can decide comes up. Its documents are in .parley/sessions/SESSION.",
    "Runs until the session ends (exit 0) or only answers are missing (exit 7: see `parley status`, answer with `parley answer`, go on with `parley resume`). Ctrl-C once waits for the agents at work, twice stops them; nothing is lost by either.",
    "An agent is claude, codex, a model API, human (you), or player:FILE (a script): see `parley agents list`. Where none is named, what is found on this machine plays, two different ones if there are two, and the first lines say so.",
  ],
  arguments: [SPEC],
  options: [
    NAME,
    fileOption("--out", "Where the finished spec goes; by default beside the spec, as SPEC_v1.md and so on."),
    {
      ...textOption(
        "--survey",
        "Whether the whole spec is read for holes first: `true`, `false`, or `both` for a second opinion by the Engineer's agent; by default as `refine.survey` says.",
        "WHICH",
      ),
      read: surveyWord,
    },
    ...RUN_OPTIONS,
  ],
  endsItself: true,
  examples: [
    { line: "parley refine spec.md", does: "with the agents set, or found here" },
    { line: "parley refine spec.md --engineer claude --reviewer codex", does: "with these" },
    {
      line: "parley refine spec.md --engineer player:e.yaml --reviewer player:r.yaml",
      does: "with scripted agents, offline",
    },
    { line: "parley refine spec.md --survey false", does: "only what is marked" },
    { line: "parley refine spec.md --until round --policy answers.yaml", does: "one round, unattended" },
  ],
  run: async (request) => {
    const { app, io, args, options, report } = request;
    const { name, out, survey, engineer, reviewer } = options;
    return await runAndAsk(request, (run) =>
      app.sessions.refine({
        ...run,
        ...args,
        ...{ name, out, survey, engineer, reviewer },
        started: ({ session, gaps, createdProject, choice, notes, forecast }) => {
          const width = widthOf(io.stderr);
          if (createdProject !== null)
            report([paintText("dim", "made this folder a parley project: .parley/")]);
          report([paintText("bold", session), `  ${gaps} gap${gaps === 1 ? "" : "s"}`]);
          for (const said of [...(choice === null ? [] : [choice]), ...notes.map((note) => `note: ${note}`)])
            for (const line of wrapText(said, width)) report(line);
          for (const line of forecastLines(forecast, width)) report(line);
        },
      }),
    );
  },
});

function surveyWord(word: string): NonNullable<RefineInput["survey"]> | Failure {
  switch (word) {
    case "true":
      return true;
    case "false":
      return false;
    case "both":
      return "both";
    default:
      return usageFailure(
        "survey",
        `--survey ${word} is not known`,
        "--survey true, --survey false, or --survey both",
      );
  }
}

export const RESUME = command({
  name: "resume",
  summary: "Go on with a session that was paused, stopped, or broke off.",
  details: [
    "Agents that finished while parley was away are harvested, not run again. Limits that were loosened in the settings hold from now on.",
  ],
  arguments: [SESSION_ARGUMENT],
  options: [
    SESSION_OPTION,
    fileOption("--out", "Where the finished spec goes, as long as it is not written."),
    ...RUN_OPTIONS,
  ],
  endsItself: true,
  examples: [
    { line: "parley resume checkout", does: "go on where it stood" },
    { line: "parley resume --out loans_done.md", does: "put the finished spec there" },
  ],
  run: async (request) => {
    const { session, engineer, reviewer, out } = request.options;
    return await runAndAsk(request, (run) =>
      request.app.sessions.resume(session, { ...run, engineer, reviewer, out }),
    );
  },
});

export const SURVEY = command({
  name: "survey",
  summary: "List the holes of a spec that nothing marks, as a reader who must build it finds them.",
  details: [
    "The Reviewer reads SPEC once and lists what an implementer would have to guess; with `refine.survey both` the Engineer's agent is asked too, on its own. What they find is checked (form, places) and joined with what lint sees. Nothing is worked on yet: `parley resume` goes on from here, after your word on the list.",
    "Exits with 0 once there is an inventory, with 1 where no survey passed its gate.",
  ],
  arguments: [SPEC],
  options: [NAME, ...AGENT_OPTIONS],
  endsItself: true,
  examples: [
    { line: "parley survey spec.md", does: "by the Reviewer of the settings" },
    { line: "parley survey spec.md --json", does: "the inventory as data" },
  ],
  run: async (request) => {
    const { app, args, options, quiet } = request;
    const refined = await runOnce(request, (run) =>
      app.sessions.refine({ ...run, ...args, ...options, surveyAlone: true, started: () => undefined }),
    );
    if (isFailure(refined)) return refined;
    const view = await app.sessions.survey(refined.status.session);
    if (isFailure(view)) return view;
    // The survey itself needs a person, or an answer: that is told as for any run.
    if (view.state !== "asking") return runAnswer(refined, request);
    return {
      data: view,
      lines: (width) => (quiet ? [] : viewLines(view, width)),
      exitCode: view.surveys === 0 ? EXIT_CODES.failed : EXIT_CODES.done,
    };
  },
});

function viewLines({ session, gaps, question }: SurveyView, width: number): Line[] {
  const sections = [...new Set(gaps.map(({ section }) => section))];
  return [
    ...sections.flatMap((section) => [
      "",
      [paintText("bold", section ?? "(no section)")],
      ...gaps.filter((gap) => gap.section === section).flatMap((gap) => gapLines(gap, width)),
    ]),
    "",
    ...wrapText(question?.why ?? "", width),
    ...(question === null
      ? []
      : [
          [paintText("dim", "take them up: "), `parley answer ${question.id} start --session ${session}`],
          [
            paintText("dim", "change the list first: "),
            `parley answer ${question.id} choose --session ${session}`,
          ],
        ]),
    [paintText("dim", "go on: "), `parley resume ${session}`],
  ];
}

const INDENT = "  ";

function gapLines({ gap, severity, title, line, foundBy, state }: SurveyedGap, width: number): Line[] {
  const place = line === null ? "" : `, line ${line}`;
  const deferred = state === "USER_DEFERRED" ? ", deferred" : "";
  return [
    [
      INDENT,
      paintText("cyan", gap),
      " ",
      severity,
      paintText("dim", `${place}, ${foundBy.join(" and ")}${deferred}`),
    ],
    ...wrapText(title, width - 2 * INDENT.length).map((one) => `${INDENT}${INDENT}${one}`),
  ];
}
