import type { RunWishes } from "../app/sessions/run-refinement.ts";
import { type Line, painted } from "./text.ts";

type Notice = Parameters<RunWishes["notice"]>[0];

/** What happens while a session runs, in a line; `null` for what would only be noise. */
export function noticeLine(notice: Notice): Line | null {
  switch (notice.at) {
    case "call-started":
    case "call-recovered": {
      const words = notice.at === "call-started" ? "starts" : "is picked up again";
      return [painted("cyan", callWords(notice.key)), ` ${words} `, painted("dim", `(${notice.agent})`)];
    }
    case "call-finished": {
      const { outcome, elapsedMs, document, text } = notice.result;
      const bytes = document?.bytes ?? text?.bytes ?? 0;
      const seconds = (elapsedMs / 1000).toFixed(1);
      return [
        painted(outcome === "ok" ? "green" : "red", callWords(notice.key)),
        ` ${outcome}, ${bytes} bytes, ${seconds} s`,
      ];
    }
    case "mediated":
      return notice.step.startsWith("ask-") ? null : [painted("dim", notice.step.replaceAll("-", " "))];
    case "answered":
      return [
        painted("yellow", notice.answer.question),
        ` answered ${notice.answer.option} by ${notice.answer.by}`,
      ];
    case "set-aside":
      return [painted("yellow", `${notice.path} had been edited`), `: the edit is kept as ${notice.keptAs}`];
    case "call-event":
      return null;
  }
}

/** `round 3 engineer GAP-FLOW-001 attempt 2`, from a call's key. */
function callWords(key: string): string {
  const [, round = "", purpose = "", lane = "", attempt = "", launch = ""] = key.split("/");
  const parts = [
    purpose === "final" ? "final review" : `round ${round.split(".")[0]} ${purpose}`,
    lane === "-" ? "" : lane,
    attempt === "1" ? "" : `attempt ${attempt}`,
    launch === "1" ? "" : `launch ${launch}`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}
