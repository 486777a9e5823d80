import { eventWords } from "../app/sessions/event-words.ts";
import type { RunWishes } from "../app/sessions/run-refinement.ts";
import { callWords } from "./live/call-words.ts";
import { lastWords } from "./live/last-words.ts";
import { heldWords, leftWords } from "./live/live-lines.ts";
import { type Line, type Paint, painted, wrapped } from "./text.ts";

type Notice = Parameters<RunWishes["notice"]>[0];
type HappenedEvent = Extract<Notice, { at: "happened" }>["events"][number];

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
  const words = wrapped(why, width - 2 * INDENT.length);
  return words.map((text, index) => [index === 0 ? INDENT : INDENT + INDENT, painted("dim", text)]);
}

/** Events that somebody who watches wants to hear of; the others stand in `parley history`. */
const PAINTS: Partial<Record<HappenedEvent["type"], Paint>> = {
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

function eventLines(event: HappenedEvent, width: number): readonly Line[] {
  const paint = PAINTS[event.type];
  if (paint === undefined) return [];
  if (event.type === "OutputJudged" && event.data.failure === null) return [];
  if (event.type === "GapMoved" && event.data.state.at === "IN_PROGRESS") return [];
  const words = wrapped(eventWords(event), width - 2 * INDENT.length);
  return words.map((line, index) => [
    index === 0 ? INDENT : INDENT + INDENT,
    painted(event.type === "OutputJudged" ? "red" : paint, line),
  ]);
}

function plainLine(notice: Exclude<Notice, { at: "happened" }>, nowMs: number): Line | null {
  switch (notice.at) {
    case "call-started":
    case "call-recovered": {
      const words = notice.at === "call-started" ? "starts" : "is picked up again";
      return [painted("cyan", callWords(notice.key)), ` ${words} `, painted("dim", `(${notice.agent})`)];
    }
    case "reading":
      return [painted("cyan", callWords(notice.key)), ` wrote ${notice.bytes} bytes: reading them`];
    case "call-finished": {
      const { outcome, elapsedMs, document, text } = notice.result;
      const bytes = document?.bytes ?? text?.bytes ?? 0;
      const seconds = (elapsedMs / 1000).toFixed(1);
      return [
        painted(outcome === "ok" ? "green" : "red", callWords(notice.key)),
        ` ${outcome}, ${bytes} bytes, ${seconds} s`,
      ];
    }
    case "answered":
      return [
        painted("yellow", notice.answer.question),
        ` answered ${notice.answer.option} by ${notice.answer.by}`,
      ];
    case "set-aside":
      return [painted("yellow", `${notice.path} had been edited`), `: the edit is kept as ${notice.keptAs}`];
    case "held": {
      const words = ` ${heldWords(notice)}, ${leftWords(notice.untilMs, nowMs)}`;
      return [painted("yellow", callWords(notice.key)), words];
    }
    case "call-event": {
      const { key, event } = notice;
      if (event.at === "set-aside") {
        return [
          painted("red", `${callWords(key)}: ${event.because}`),
          `; it counts for nothing and is kept as runs/${event.keptAs}`,
        ];
      }
      if (event.at !== "troubled") return null;
      return [painted("yellow", callWords(key)), ` has trouble: ${lastWords(event.about) ?? "no word why"}`];
    }
    case "released":
      return null;
  }
}
