// What builds did with a task, for a person.
import type { TaskBuild } from "../app/wire/work.ts";
import { countWords, durationWords, usdWords } from "./live/amounts.ts";
import { formatCount, type Line } from "./text.ts";

type Row = (label: string, text: string | null) => Line[];

const SHA_CHARS = 10;
const MINUTE_MS = 60_000;

export function taskBuildLines(build: TaskBuild, row: Row): readonly Line[] {
  const { running, questions, worktree, landed, guidance } = build;
  return [
    ...row("build", placeText(build)),
    ...row("at work", running.map(({ role, agent }) => `${agent} as ${role}`).join("\n")),
    ...row("asks", questions.map(({ id, kind, why }) => `${id} ${kind}: ${why}`).join("\n")),
    ...row("worktree", worktree === null ? null : `${worktree.branch}, from ${shortSha(worktree.base)}`),
    ...row("rounds", build.rounds.map((round) => roundText(round, build.incarnation)).join("\n")),
    ...row("said", build.rounds.flatMap(wordsOfRound).join("\n")),
    ...row("checks", build.checks.map(checkText).join("\n")),
    ...row("findings", build.findings.flatMap(findingTexts).join("\n")),
    ...row("alarms", build.alarms.map(alarmText).join("\n")),
    ...row("told", guidance.map(({ kind, by, text }) => `${kind} by ${by}: ${flat(text)}`).join("\n")),
    ...row("spent", spentText(build)),
    ...row("landed", landed === null ? null : landedText(landed)),
  ];
}

function shortSha(commit: string): string {
  return commit.slice(0, SHA_CHARS);
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

function placeText({ stage, round, incarnation }: TaskBuild): string {
  const times = incarnation > 1 ? `, begun ${incarnation} times` : "";
  return `${stage}; ${formatCount(round, "round")}${times}`;
}

function roundText(
  { round, incarnation, commit, files, green, verdict }: TaskBuild["rounds"][number],
  newest: number,
): string {
  const parts = [
    commit === null ? "refused" : files === 0 ? "no change" : shortSha(commit),
    ...(files === 0 ? [] : [formatCount(files, "file")]),
    ...(green === null ? [] : [green ? "green" : "red"]),
    ...(verdict === null ? [] : [verdict]),
    ...(incarnation === newest ? [] : ["in an earlier worktree"]),
  ];
  return `${round}  ${parts.join("  ")}`;
}

/** What coder and reviewer said in their own words. */
function wordsOfRound({ round, summary, notDone, remarks }: TaskBuild["rounds"][number]): readonly string[] {
  const said = [
    ["the coder", summary],
    ["the coder left", notDone],
    ["the reviewer remarked", remarks],
  ] as const;
  return said.flatMap(([who, text]) => (text === "" ? [] : [`${round}  ${who}: ${flat(text)}`]));
}

function checkText({
  step,
  command,
  outcome,
  exitCode,
  elapsedMs,
  tests,
}: TaskBuild["checks"][number]): string {
  const code = outcome === "failed" && exitCode !== null ? ` (${exitCode})` : "";
  const count = tests === null ? "" : `, ${formatCount(tests, "test")}`;
  return `${step} ${outcome}${code}${count}, ${durationWords(elapsedMs)}: ${flat(command)}`;
}

/** Of one that is open, what both sides say of it. */
function findingTexts(finding: TaskBuild["findings"][number]): readonly string[] {
  const { id, severity, state, title, place, why, settledBy, answer, fate } = finding;
  const head = `${id} ${severity} ${state}: ${flat(title)} (${flat(place)})`;
  if (state !== "open") return [head];
  return [
    head,
    `  why: ${flat(why)}`,
    `  settled by: ${flat(settledBy)}`,
    ...(answer === null ? [] : [`  the coder: ${answer.status}: ${flat(answer.where)}`]),
    ...(fate === null ? [] : [`  the reviewer: ${fate.status}: ${flat(fate.why)}`]),
  ];
}

function alarmText({ kind, path, what }: TaskBuild["alarms"][number]): string {
  return `${kind}: ${path === null ? "" : `${path}: `}${what}`;
}

function spentText({ spent: { calls, tokens, usd, minutes } }: TaskBuild): string {
  const money = usd === 0 ? [] : [usdWords(usd)];
  const parts = [
    formatCount(calls, "call"),
    `${countWords(tokens)} tokens`,
    `${durationWords(minutes * MINUTE_MS)} of agents`,
    ...money,
  ];
  return parts.join(", ");
}

function landedText({ commit, branch, basis }: NonNullable<TaskBuild["landed"]>): string {
  return `${shortSha(commit)} on ${branch}, ${basis}`;
}
