import { eventWords } from "../app/sessions/event-words.ts";
import type { RunInput } from "../app/sessions/run-refinement.ts";
import { callWords } from "./live/call-words.ts";
import { lastWords } from "./live/last-words.ts";
import { heldWords, remainingTime } from "./live/live-lines.ts";
import { type Line, type Paint, paintText, wrapText } from "./text.ts";

type Notice = Parameters<RunInput["notice"]>[0];
type NoticedEvent = Extract<Notice, { at: "happened" }>["events"][number];

/**
 * What happens while a session runs; nothing for what would only be noise. A line each, or as many as a terminal of that
 * width needs.
 */
export function noticeLines(
  notice: Notice,
  { width = Number.POSITIVE_INFINITY, nowMs }: { readonly width?: number; readonly nowMs: number },
): readonly Line[] {
  if (notice.at === "happened") return notice.events.flatMap((event) => eventLines(event, width));
  const line = plainLine(notice, nowMs);
  return line === null ? [] : [line, ...reasonLines(notice, width)];
}

/** Why a call came to nothing, in the words that tell most: what went wrong comes last. */
function reasonLines(notice: Notice, width: number): readonly Line[] {
  if (notice.at !== "call-finished") return [];
  const { outcome, evidence } = notice.result;
  if (outcome === "ok" || outcome === "cancelled") return [];
  const why = lastWords(evidence.at(-1) ?? "");
  if (why === null) return [];
  const words = wrapText(why, width - 2 * INDENT.length);
  return words.map((text, index) => [index === 0 ? INDENT : INDENT + INDENT, paintText("dim", text)]);
}

/** Events that somebody who watches wants to hear of; the others stand in `parley history`. */
const PAINTS: Partial<Record<NoticedEvent["type"], Paint>> = {
  RoundStarted: "bold",
  OutputJudged: "dim",
  TurnSettled: "dim",
  IssueRaised: "yellow",
  GapEntered: "yellow",
  GapMoved: "dim",
  QuestionAsked: "yellow",
  QuestionWithdrawn: "dim",
  RoundCompleted: "bold",
  FinalReviewSettled: "bold",
  AgentChosen: "yellow",
  UsageNotTold: "yellow",
};

const INDENT = "  ";

function eventLines(event: NoticedEvent, width: number): readonly Line[] {
  const paint = PAINTS[event.type];
  if (paint === undefined) return [];
  if (event.type === "OutputJudged" && event.data.failure === null) return [];
  if (event.type === "GapMoved" && event.data.state.at === "IN_PROGRESS") return [];
  const words = wrapText(eventWords(event), width - 2 * INDENT.length);
  return words.map((line, index) => [
    index === 0 ? INDENT : INDENT + INDENT,
    paintText(event.type === "OutputJudged" ? "red" : paint, line),
  ]);
}

function plainLine(notice: Exclude<Notice, { at: "happened" }>, nowMs: number): Line | null {
  switch (notice.at) {
    case "call-started":
    case "call-recovered": {
      const words = notice.at === "call-started" ? "starts" : "is picked up again";
      return [paintText("cyan", callWords(notice.key)), ` ${words} `, paintText("dim", `(${notice.agent})`)];
    }
    case "reading":
      return [paintText("cyan", callWords(notice.key)), ` wrote ${notice.bytes} bytes: reading them`];
    case "call-finished": {
      const { outcome, elapsedMs, document, text } = notice.result;
      const bytes = document?.bytes ?? text?.bytes ?? 0;
      const seconds = (elapsedMs / 1000).toFixed(1);
      return [
        paintText(outcome === "ok" ? "green" : "red", callWords(notice.key)),
        ` ${outcome}, ${bytes} bytes, ${seconds} s`,
      ];
    }
    case "answered":
      return [
        paintText("yellow", notice.answer.question),
        ` answered ${notice.answer.option} by ${notice.answer.by}`,
      ];
    case "set-aside":
      return [
        paintText("yellow", `${notice.path} had been edited`),
        `: the edit is kept as ${notice.keptAs}`,
      ];
    case "held": {
      const words = ` ${heldWords(notice)}, ${remainingTime(notice.untilMs, nowMs)}`;
      return [paintText("yellow", callWords(notice.key)), words];
    }
    case "call-event": {
      const { key, event } = notice;
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
