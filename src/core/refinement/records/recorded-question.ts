// A question as the records show it.
import type { OpenQuestion } from "../../documents/summary-document.ts";
import { assertNever } from "../../shared/assert-never.ts";
import type { Question, QuestionSubject } from "../questions/question.ts";
import { roleTitle } from "../role.ts";
import { turnTitle } from "./turn-log.ts";

export function shownQuestion({ id, kind, subject, blocks }: Question): OpenQuestion {
  return { question: id, kind, about: subjectText(subject), blocks: blocks.join(", ") || null };
}

/** What a question is about, in a few words. */
function subjectText(subject: QuestionSubject): string {
  switch (subject.of) {
    case "turn":
      return `${turnTitle(subject)}, round ${subject.round}`;
    case "gap":
      return subject.gap;
    case "round":
      return `round ${subject.round}`;
    case "spend":
      return subject.role === null ? "spend of the session" : `spend of the ${roleTitle(subject.role)}`;
    case "gate":
      return `${subject.class} gaps left`;
    case "survey":
      return "the survey";
    case "session":
      return "the session";
    default:
      return assertNever(subject);
  }
}
