import type { RunNews, RunProgress } from "../app/sessions/run-refinement.ts";
import type { RunView } from "../app/sessions/run-view.ts";
import { callWords, PERSON } from "./live/call-words.ts";
import { lastWords } from "./live/last-words.ts";
import { heldName, heldWords, remainingTime, retryWords } from "./live/live-lines.ts";
import { storyLines } from "./story-lines.ts";
import { type Line, type Paint, paintText, wrapPieces, wrapText } from "./text.ts";

/**
 * What happens while a session runs; nothing for what would only be noise. A line each, or as many as a terminal of that
 * width needs.
 */
export function newsLines(
  news: RunNews,
  { width = Number.POSITIVE_INFINITY, nowMs }: { readonly width?: number; readonly nowMs: number },
  look: () => RunView,
): readonly Line[] {
  if (news.at === "happened") return storyLines(news.event, { width, look });
  const line = progressLine(news, nowMs);
  return line === null ? [] : wrapPieces(typeof line === "string" ? [line] : line, { width, indent: INDENT });
}

const INDENT = "  ";

type FinishedCall = Extract<
  Extract<RunNews, { at: "happened" }>["event"],
  { type: "AgentCallFinished" }
>["data"];

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
