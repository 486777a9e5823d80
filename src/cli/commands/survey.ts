import { type Failure, isFailure } from "../../app/failure.ts";
import { startRefinement } from "../../app/sessions/start-refinement.ts";
import { type SurveyedGap, type SurveyView, surveyOf } from "../../app/sessions/survey-view.ts";
import type { Answer, Request } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { refinedAnswer, watchedRun } from "../run-options.ts";
import { type Line, painted, wrapped } from "../text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const { surroundings, arguments: given, options, quiet } = request;
  const text = (flag: string): string | undefined => {
    const value = options.get(flag);
    return typeof value === "string" ? value : undefined;
  };
  const refined = await watchedRun(request, (wishes) =>
    startRefinement(surroundings, {
      ...wishes,
      spec: given[0] ?? "",
      name: text("--name"),
      engineer: text("--engineer"),
      reviewer: text("--reviewer"),
      surveyAlone: true,
      started: () => undefined,
    }),
  );
  if (isFailure(refined)) return refined;
  const view = await surveyOf(surroundings, refined.status.session);
  if (isFailure(view)) return view;
  // The survey itself needs a person, or an answer: that is told as for any run.
  if (view.state !== "asking") return refinedAnswer(refined, request);
  return {
    data: view,
    lines: (width) => (quiet ? [] : viewLines(view, width)),
    exitCode: view.surveys === 0 ? EXIT_CODES.failed : EXIT_CODES.done,
  };
}

function viewLines({ session, gaps, question }: SurveyView, width: number): Line[] {
  const sections = [...new Set(gaps.map(({ section }) => section))];
  return [
    ...sections.flatMap((section) => [
      "",
      [painted("bold", section ?? "(no section)")],
      ...gaps.filter((gap) => gap.section === section).flatMap((gap) => gapLines(gap, width)),
    ]),
    "",
    ...wrapped(question?.why ?? "", width),
    ...(question === null
      ? []
      : [
          [painted("dim", "take them up: "), `parley answer ${question.id} start --session ${session}`],
          [
            painted("dim", "change the list first: "),
            `parley answer ${question.id} choose --session ${session}`,
          ],
        ]),
    [painted("dim", "go on: "), `parley resume ${session}`],
  ];
}

const INDENT = "  ";

function gapLines({ gap, severity, title, line, foundBy, state }: SurveyedGap, width: number): Line[] {
  const place = line === null ? "" : `, line ${line}`;
  const deferred = state === "USER_DEFERRED" ? ", deferred" : "";
  return [
    [
      INDENT,
      painted("cyan", gap),
      " ",
      severity,
      painted("dim", `${place}, ${foundBy.join(" and ")}${deferred}`),
    ],
    ...wrapped(title, width - 2 * INDENT.length).map((one) => `${INDENT}${INDENT}${one}`),
  ];
}
