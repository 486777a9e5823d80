// What the board has of a spec, and how far builds are with it, for a person.
import { statusMarker as marker } from "../app/board/status-named.ts";
import type { BuiltTask } from "../app/wire/build.ts";
import type { SpecBuild } from "../app/wire/spec-build.ts";
import { cutText } from "./columns.ts";
import { besideTerm, formatCount, type Line, paintText } from "./text.ts";

const LABEL_COLUMN = 7;
const TITLE_MIN = 20;

const STANDINGS: Record<NonNullable<SpecBuild["newest"]>["at"], string> = {
  running: "is running",
  paused: "is paused",
  waiting: "waits for answers: parley inbox",
  stopped: "was stopped: parley build goes on with it",
  done: "has come to its end",
};

export function specBuildLines(build: SpecBuild, width: number): readonly Line[] {
  const { tasks, counts, landed, underWay, questions, newest } = build;
  const row = (label: string, text: string): Line[] =>
    besideTerm(paintText("dim", label), text, { term: LABEL_COLUMN, width });
  const statuses = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${marker(status)} ${count}`)
    .join("  ");
  return [
    ...row("tasks", `${tasks}: ${statuses}; ${landed} landed`),
    ...(newest === null ? [] : row("build", standingText(newest))),
    ...underWay.map((task) => underWayLine(task, width)),
    ...questions.flatMap(({ id, kind, why }) =>
      besideTerm(paintText("yellow", "asks"), `${id} ${kind}: ${why}`, { term: LABEL_COLUMN, width }),
    ),
  ];
}

function standingText({ build, at, because }: NonNullable<SpecBuild["newest"]>): string {
  return `build ${build} ${STANDINGS[at]}${because === null ? "" : `: ${because}`}`;
}

function underWayLine({ id, title, status, stage, round }: BuiltTask, width: number): Line {
  const aside = `  ${stage}${round === 0 ? "" : `, ${formatCount(round, "round")}`}`;
  const room = Math.max(TITLE_MIN, width - id.length - aside.length - 8);
  return ["  ", paintText("bold", id), ` ${marker(status)} ${cutText(title, room)}`, paintText("dim", aside)];
}
