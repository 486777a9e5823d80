import type { Inbox, OpenQuestion, QuestionFate } from "../../app/sessions/inbox.ts";

const POLL_MS = 250;

interface QuestionWatch {
  /** Aborted when the question is no longer open. */
  readonly overtaken: AbortSignal;
  stop(): void;
}

/** Looks again and again whether a question is still open, while somebody thinks about it. */
export function watchQuestion(inbox: Inbox, question: OpenQuestion, pollMs = POLL_MS): QuestionWatch {
  const closed = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const look = async (): Promise<void> => {
    // A look that fails is no reason to take the prompt away: answering will tell what is wrong.
    const fate: QuestionFate = await inbox.fateOf(question).catch(() => ({ at: "open" }));
    if (stopped) return;
    if (fate.at === "open") timer = setTimeout(() => void look(), pollMs);
    else closed.abort();
  };
  timer = setTimeout(() => void look(), pollMs);
  return {
    overtaken: closed.signal,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
