// What a gap asked is no name for work: a task is named for what its spec text is about.

/** Marks that authors leave where something is to be written. */
const MARK =
  /^[\s[(]*(?:todo|tbd|tbc|tba|fixme|xxx|open question|needs clarification|\?{2,})(?![\w-])[\s:;,.)\]–—-]*/i;
/** Words that open a question also without its mark; "when" and "where" as often open a statement. */
const ASKS = /^(?:what|who|whom|whose|which|why|how|whether)\b/i;
const END = /[\s?.!\]]+$/;

/** `heading`: over the text that settled the gap. */
export function gapTaskTitle(title: string, heading: string | null): string {
  const plain = title.trim();
  const subject = plain.replace(MARK, "");
  const isQuestion = subject !== plain || subject.endsWith("?") || ASKS.test(subject);
  if (!isQuestion) return plain;
  const asked = subject.replace(END, "");
  if (heading === null) return asked === "" ? plain : `Build: ${asked}`;
  return asked === "" ? `Build: ${heading}` : `Build: ${heading} (${asked})`;
}
