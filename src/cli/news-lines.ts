import { eventWords } from "../app/sessions/event-words.ts";
import type { RunNews, RunProgress } from "../app/sessions/run-refinement.ts";
import { callWords, PERSON } from "./live/call-words.ts";
import { lastWords } from "./live/last-words.ts";
import { heldName, heldWords, remainingTime, retryWords } from "./live/live-lines.ts";
import { type Line, type Paint, paintText, wrapText } from "./text.ts";

type RunEvent = Extract<RunNews, { at: "happened" }>["event"];

/**
 * What happens while a session runs; nothing for what would only be noise. A line each, or as many as a terminal of that
 * width needs.
 */
export function newsLines(
  news: RunNews,
  { width = Number.POSITIVE_INFINITY, nowMs }: { readonly width?: number; readonly nowMs: number },
): readonly Line[] {
  if (news.at === "happened") return eventLines(news.event, width);
  const line = progressLine(news, nowMs);
  return line === null ? [] : [line];
}

/** What somebody who watches hears in the words of `parley history`, where all the rest stands, too. */
const PAINTS: Partial<Record<RunEvent["type"], Paint>> = {
  RoundStarted: "bold",
  TurnSettled: "dim",
  IssueRaised: "yellow",
  DisagreementStated: "yellow",
  DisagreementSettled: "yellow",
  ConflictWithdrawn: "dim",
  FlagRaised: "yellow",
  GapEntered: "yellow",
  GapMoved: "dim",
  GapRated: "dim",
  GapBlocked: "dim",
  QuestionAsked: "yellow",
  QuestionWithdrawn: "dim",
  AnswersTakenBack: "yellow",
  RoundCompleted: "bold",
  FinalReviewSettled: "bold",
  AgentChosen: "yellow",
  UsageNotTold: "yellow",
  SettingsChanged: "dim",
  SessionPaused: "yellow",
  SessionResumed: "dim",
  EndingRequested: "yellow",
  EndingWithdrawn: "yellow",
  OutputChosen: "dim",
  RollbackRequested: "yellow",
  RollbackOrdered: "dim",
  RollbackDropped: "dim",
  RoundsRolledBack: "bold",
  RollbackModeChanged: "dim",
  PromptsRefreshed: "dim",
  ReviewExportRequested: "yellow",
  ArchivesCleared: "dim",
};

const INDENT = "  ";

function eventLines(event: RunEvent, width: number): readonly Line[] {
  switch (event.type) {
    case "AgentCallStarted":
      return [startLine(event.data, "starts")];
    case "AgentCallFinished":
      return finishLines(event.data, width);
    case "QuestionAnswered": {
      const { question, option, by } = event.data.answer;
      const now = event.data.amends === true ? "now " : "";
      return [[paintText("yellow", question), ` answered ${now}${option} by ${by}`]];
    }
    case "DecisionRecorded":
      // Nobody was asked: whoever watches hears of it here.
      return event.data.decision.decidedBy === "precedent"
        ? indentedLines(eventWords(event), "yellow", width)
        : [];
    case "OutputJudged":
      return event.data.failure === null ? [] : indentedLines(eventWords(event), "red", width);
    case "GapMoved":
      if (event.data.state.at === "IN_PROGRESS") return [];
  }
  const paint = PAINTS[event.type];
  return paint === undefined ? [] : indentedLines(eventWords(event), paint, width);
}

type FinishedCall = Extract<RunEvent, { type: "AgentCallFinished" }>["data"];

export function finishLines(
  call: Pick<FinishedCall, "key" | "outcome" | "elapsedMs" | "document" | "evidence" | "stoppedBecause">,
  width: number,
  who = callWords(call.key),
): readonly Line[] {
  const { outcome, elapsedMs, document, evidence, stoppedBecause } = call;
  const words = ` ${outcome}, ${document?.bytes ?? 0} bytes, ${(elapsedMs / 1000).toFixed(1)} s`;
  const line = [paintText(outcome === "ok" ? "green" : "red", who), words];
  // Why a call came to nothing, in the words that tell most: what went wrong comes last.
  const last = outcome === "ok" || outcome === "cancelled" ? null : lastWords(evidence.at(-1) ?? "");
  const why = stoppedBecause ?? last;
  return why === null ? [line] : [line, ...indentedLines(why, "dim", width)];
}

export function indentedLines(text: string, paint: Paint, width: number): readonly Line[] {
  const words = wrapText(text, width - 2 * INDENT.length);
  return words.map((line, index) => [index === 0 ? INDENT : INDENT + INDENT, paintText(paint, line)]);
}

export function startLine(
  { key, agent }: { readonly key: string; readonly agent: string },
  starts: string,
  who = callWords(key),
): Line {
  if (agent === PERSON) return [paintText("cyan", who), " waits for a person's document"];
  return [paintText("cyan", who), ` ${starts} `, paintText("dim", `(${agent})`)];
}

export function progressLine(progress: RunProgress, nowMs: number): Line | null {
  switch (progress.at) {
    case "call-recovered":
      // What a person is to write was told, and is told again at the end.
      return progress.agent === PERSON ? null : startLine(progress, "is picked up again");
    case "reading":
      return [paintText("cyan", callWords(progress.key)), ` wrote ${progress.bytes} bytes: reading them`];
    case "set-aside":
      return [
        paintText("yellow", `${progress.path} had been edited`),
        `: the edit is kept as ${progress.keptAs}`,
      ];
    case "held": {
      const hurry = retryWords(progress);
      const words = ` ${heldWords(progress)}, ${remainingTime(progress.untilMs, nowMs)}${hurry === null ? "" : `; ${hurry}`}`;
      return [paintText("yellow", heldName(progress)), words];
    }
    case "call-event": {
      const { key, event } = progress;
      if (event.at === "set-aside") {
        return [
          paintText("red", `${callWords(key)}: ${event.because}`),
          `; it counts for nothing and is kept as runs/${event.keptAs}`,
        ];
      }
      if (event.at !== "troubled") return null;
      return [
        paintText("yellow", callWords(key)),
        ` has trouble: ${lastWords(event.about) ?? "no word why"}`,
      ];
    }
    case "released":
      return null;
  }
}
