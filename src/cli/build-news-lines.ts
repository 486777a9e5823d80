// What happens while a build runs, as the story of its tasks.
import type { BuildNews, LiveBuild } from "../app/build/run-build.ts";
import { callWords, checksKey, workWords } from "./live/call-words.ts";
import { finishLines, indentedLines, progressLine, startLine } from "./news-lines.ts";
import { formatCount, type Line, type Paint, paintText, wrapText } from "./text.ts";

type BuildEvent = Extract<BuildNews, { at: "happened" }>["event"];
type DataOf<Type extends BuildEvent["type"]> = Extract<BuildEvent, { type: Type }>["data"];

type Standing = Pick<LiveBuild, "tasks" | "newest" | "parallel">;

/** Nothing for what would only be noise; what belongs to a task stands below its title. */
export function buildNewsLines(
  news: BuildNews,
  { width = Number.POSITIVE_INFINITY, nowMs }: { readonly width?: number; readonly nowMs: number },
  look: () => Standing,
): readonly Line[] {
  const within = (lines: readonly Line[]): readonly Line[] => lines.map(indent);
  switch (news.at) {
    case "happened": {
      const lines = eventLines(news.event, width - INDENT.length, look);
      return AT_THE_EDGE.includes(news.event.type) ? lines : within(lines);
    }
    case "begun": {
      const { effect } = news;
      if (effect.do !== "run-checks" || effect.checks.length === 0) return [];
      const commands = effect.checks.map(({ command }) => command).join(", ");
      return within([[paintText("cyan", `${whoIn(checksKey(effect.task), look)}:`), ` ${commands}`]]);
    }
    // What checks print is kept; only a live view shows it as it comes.
    case "check-line":
      return [];
    default: {
      const line = progressLine(news, nowMs);
      return line === null ? [] : within([line]);
    }
  }
}

const INDENT = "  ";
const AT_THE_EDGE: readonly BuildEvent["type"][] = ["TaskTaken", "BuildPaused"];

function indent(line: Line): Line {
  return typeof line === "string" ? `${INDENT}${line}` : [INDENT, ...line];
}

/** Of one task at a time it goes without saying which. */
function whoIn(key: string, look: () => Standing): string {
  return look().parallel > 1 ? callWords(key) : workWords(key);
}

function eventLines(event: BuildEvent, width: number, look: () => Standing): readonly Line[] {
  const said = (paint: Paint, words: string): readonly Line[] =>
    indentedLines(`${taskWords(event, look)}${onOneLine(words)}`, paint, width);
  switch (event.type) {
    case "TaskTaken":
      return headingLines(event.data, look(), width);
    case "AgentCallStarted":
      return [startLine(event.data, "starts", whoIn(event.data.key, look))];
    case "AgentCallFinished":
      return finishLines(event.data, width, whoIn(event.data.key, look));
    case "AgentChosen":
      return said("yellow", `${event.data.role} is ${event.data.agent} from now on: ${event.data.because}`);
    case "AttemptFailed":
      return said("red", retryWords(event.data));
    case "CoderReported": {
      const { outcome, why } = event.data;
      return outcome === "no-change-needed" ? said("yellow", `no change is needed: ${why ?? ""}`) : [];
    }
    case "WorkInspected":
      return inspectionLines(event.data, said);
    case "ChecksRun":
      return [...checkLines(event.data, said), ...alarmLines(event.data.alarms ?? [], said)];
    case "ReviewGiven":
      return reviewLines(event.data, said);
    case "GuidanceGiven":
      return said(
        "dim",
        event.data.kind === "draft" ? "a draft of guidance is in the inbox" : `told: ${event.data.text}`,
      );
    case "FindingsSettled":
      return said("dim", `${event.data.findings.join(", ")} ${event.data.as}`);
    case "DisputeOpened":
      return said("yellow", `disputed by the ${event.data.raisedBy}: ${reasonWords(event.data)}`);
    case "PositionSettled":
      return event.data.position.at === "given"
        ? said("dim", `the ${event.data.side} gives its position`)
        : said("yellow", `the ${event.data.side} gives no position`);
    case "LandingMissed":
      return said("yellow", `it cannot land as it is: ${event.data.text}`);
    case "TaskLanded": {
      const { commit, target, basis } = event.data;
      const where = target.remote === null ? target.branch : `${target.remote}/${target.branch}`;
      return said("green", `landed on ${where} as ${shortSha(commit)}${BASIS[basis]}`);
    }
    case "BranchPushed":
      return said("dim", `pushed to the branch ${event.data.branch}`);
    case "RepositoryTroubled":
      return said("yellow", `the repository: ${event.data.message}`);
    case "StatusChanged":
      return event.data.to === "failed" ? said("red", "the task failed") : [];
    case "BoardQuestionAsked": {
      const { id, kind, why } = event.data.question;
      return said("yellow", `${id} (${kind}) asked: ${why}`);
    }
    case "BoardQuestionAnswered": {
      const { question, option, by } = event.data.answer;
      return [[paintText("yellow", question), ` answered ${option} by ${by}`]];
    }
    case "BoardQuestionWithdrawn":
      return said("dim", `${event.data.question} is withdrawn: ${event.data.reason}`);
    case "BuildPaused":
      return [[paintText("yellow", `paused: ${event.data.because}`)]];
    default:
      return [];
  }
}

/** What people, agents and git say may have several. */
function onOneLine(words: string): string {
  return words
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
}

function headingLines({ task }: DataOf<"TaskTaken">, { tasks }: Standing, width: number): readonly Line[] {
  const title = tasks.find(({ id }) => id === task)?.title ?? "";
  const lines = wrapText(title, width - task.length);
  return lines.map((line, index) =>
    index < lines.length - 1
      ? [paintText("bold", line)]
      : [paintText("bold", line), paintText("dim", `  ${task}`)],
  );
}

const OF_LANDING: readonly BuildEvent["type"][] = [
  ...(["LandingMissed", "TaskLanded", "BranchPushed", "RepositoryTroubled"] as const),
];

/** Which task it is about, where several go on, or the story has gone on to another meanwhile. */
function taskWords({ type, data }: BuildEvent, look: () => Standing): string {
  const task = "task" in data && typeof data.task === "string" ? data.task : null;
  if (task === null) return "";
  const { tasks, newest, parallel } = look();
  if (parallel > 1) return `${task} `;
  const title = newest === task ? undefined : tasks.find(({ id }) => id === task)?.title;
  return title === undefined || !OF_LANDING.includes(type) ? "" : `"${title}" `;
}

const RETRY_CAUSES: Readonly<Record<DataOf<"AttemptFailed">["retry"]["because"], string>> = {
  form: "the document is not in its form, and is asked for again",
  unchanged: "nothing was changed, and the coder is asked again",
  alarms: "the work contains something that may not come in, and goes back to the coder",
  red: "build or tests fail, and the work goes back to the coder",
  blocked: "it needs something that only you can tell",
  guided: "it goes on as you said",
};

function retryWords({ retry }: DataOf<"AttemptFailed">): string {
  const [message, ...others] = retry.messages;
  const line = retry.lines?.[0] ?? null;
  const first = message === undefined || line === null ? message : `line ${line}: ${message}`;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  // What the checks said is told where they ran.
  const detail = first === undefined || retry.because === "red" ? "" : `: ${first}${more}`;
  return `${RETRY_CAUSES[retry.because]}${detail}`;
}

type Say = (paint: Paint, words: string) => readonly Line[];

const FILES_SHOWN_MAX = 3;

function inspectionLines({ commit, files, alarms }: DataOf<"WorkInspected">, said: Say): readonly Line[] {
  const names = files.slice(0, FILES_SHOWN_MAX).map(({ path }) => path);
  const more = files.length > FILES_SHOWN_MAX ? ", …" : "";
  const what =
    files.length === 0
      ? "nothing is changed"
      : `${formatCount(files.length, "file")}: ${names.join(", ")}${more}`;
  return [
    ...said("dim", commit === null || files.length === 0 ? what : `commit ${shortSha(commit)}, ${what}`),
    ...alarmLines(alarms, said),
  ];
}

function alarmLines(alarms: DataOf<"WorkInspected">["alarms"], said: Say): readonly Line[] {
  return alarms.flatMap(({ kind, path, what }) =>
    said("yellow", `${kind}${path === null ? "" : ` ${path}`}: ${what}`),
  );
}

function checkLines({ on, green, results }: DataOf<"ChecksRun">, said: Say): readonly Line[] {
  if (results.length === 0) return said("dim", "there is nothing to build or test with");
  const where = on === "target" ? " on the target as it is now" : "";
  if (green) {
    const tests = results.findLast((result) => result.tests !== null)?.tests ?? null;
    return said(
      "green",
      `build and tests pass${where}${tests === null ? "" : `, ${formatCount(tests, "test")}`}`,
    );
  }
  const failed = results.find(({ outcome }) => outcome !== "passed");
  if (failed === undefined) return [];
  const { command, outcome, exitCode } = failed;
  const how = outcome === "failed" ? `ended with exit code ${exitCode}` : OUTCOMES[outcome];
  return said("red", `${command} ${how}${where}`);
}

const OUTCOMES: Readonly<
  Record<Exclude<DataOf<"ChecksRun">["results"][number]["outcome"], "failed">, string>
> = {
  passed: "passed",
  timeout: "took too long and was stopped",
  "not-started": "could not be started",
  cancelled: "was stopped",
};

function reviewLines({ verdict, findings, fates }: DataOf<"ReviewGiven">, said: Say): readonly Line[] {
  const settled = fates.filter(({ status }) => status === "FIXED").length;
  const fixed = settled === 0 ? "" : `, ${formatCount(settled, "finding")} fixed`;
  switch (verdict) {
    case "APPROVE":
      return said("green", `approved${fixed}`);
    case "DISPUTE":
      // The dispute itself tells what it is about.
      return [];
    case "REJECT":
      return [
        ...said("yellow", `rejected${fixed}`),
        ...findings.flatMap(({ id, severity, title, place }) =>
          said("yellow", `${id} ${severity} ${title} (${place})`),
        ),
      ];
  }
}

function reasonWords({ reason, detail }: DataOf<"DisputeOpened">): string {
  const words = reason.replaceAll("_", " ");
  return detail === null ? words : `${words}: ${detail}`;
}

const BASIS: Readonly<Record<DataOf<"TaskLanded">["basis"], string>> = {
  approved: "",
  disputed: ", still in dispute",
  decided: ", as decided",
};

const SHA_CHARS = 8;

function shortSha(commit: string): string {
  return commit.slice(0, SHA_CHARS);
}
