// What a person said on the same matter before: it stands at the prompt already, to be kept or changed.
import type { Question, QuestionSubject } from "../../core/refinement/questions/question.ts";
import type { SessionEvent } from "../../core/refinement/session/session-event.ts";

export interface EarlierWords {
  /** Of the answer by the same option. */
  readonly text: string | null;
  /** Why, by gap; under `*` on the matter itself. */
  readonly rationales: Readonly<Record<string, string>>;
}

export const NO_EARLIER_WORDS: EarlierWords = { text: null, rationales: {} };

/** Also of answers that were taken back or undone since: those most of all are given once more. */
export function earlierWords(
  events: readonly SessionEvent[],
  { question, option }: { readonly question: Pick<Question, "subject" | "kind">; readonly option: string },
): EarlierWords {
  const asked = new Map<string, Question>();
  const rationales: Record<string, string> = {};
  let text: string | null = null;
  const matter = matterOf(question.subject);
  for (const { type, data } of events) {
    if (type === "QuestionAsked") asked.set(data.question.id, data.question);
    if (type === "GapMoved" && data.actor === "User" && "reason" in data.state)
      rationales[data.gap] = data.state.reason;
    if (type !== "QuestionAnswered") continue;
    const { answer } = data;
    const former = asked.get(answer.question);
    if (former === undefined) continue;
    const { "*": forAll, ...each } = answer.rationales;
    Object.assign(rationales, each);
    const isSame = matterOf(former.subject) === matter;
    if (isSame && forAll !== undefined) rationales["*"] = forAll;
    if (isSame && former.kind === question.kind && answer.option === option && answer.text !== null)
      text = answer.text;
  }
  const { subject } = question;
  const onGap = subject.of === "gap" ? rationales[subject.gap] : undefined;
  return { text, rationales: { ...(onGap === undefined ? {} : { "*": onGap }), ...rationales } };
}

/** What a question is about, whenever it is asked. */
function matterOf(subject: QuestionSubject): string {
  switch (subject.of) {
    case "gap":
      return subject.gap;
    case "conflict":
      return subject.conflict;
    case "flag":
      return subject.issue;
    case "conflicts":
      return subject.conflicts.join(" ");
    case "turn":
      return `${subject.of} ${subject.role} ${subject.round}`;
    default:
      return subject.of;
  }
}
