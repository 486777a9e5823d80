import type { Happened } from "./happened.ts";
import type { Ledger } from "./ledger.ts";
import type { Rule } from "./rule.ts";
import { EVENT_TYPES } from "./tables.ts";

/** The stream as such: no holes, one beginning, one end, each command in one piece. */
export function orderRule(): Rule {
  let version = 0;
  let position = 0;
  let stream: string | null = null;
  let ended: string | null = null;
  let published = false;
  let forked = false;
  let command = "";
  const commands = new Set<string>();
  return {
    name: "order",
    take(event, ledger, report) {
      const fault = (message: string) => report(event.version, message);
      if (event.version !== version + 1) fault(`version ${event.version} follows ${version}`);
      if (event.position <= position) fault(`position ${event.position} follows ${position}`);
      if (stream !== null && event.stream !== stream) fault(`an event of ${event.stream} among ${stream}`);
      if (!Object.hasOwn(EVENT_TYPES, event.type)) fault(`there is no event ${event.type}`);
      if (event.type === "SessionForked" && version === 0) forked = true;
      else if ((event.type === "SessionStarted") !== (version === (forked ? 1 : 0)))
        fault(`${event.type} after ${version} events`);
      // What may follow: that the finished spec stands in its place, once; and what becomes of undone rounds.
      const leaves = event.type === "SpecPublished" && ended !== "ABANDONED" && !published;
      if (ended !== null && !leaves && !isAboutArchives(event, ledger)) fault(`${event.type} after the end`);
      if (event.type === "SpecPublished" && ended === null) fault("a finished spec before the end");
      if (event.commandId !== command && commands.has(event.commandId)) {
        fault(`the command ${event.commandId} goes on after others`);
      }
      ({ version, position, stream } = event);
      if (event.type === "SessionEnded") ended = String(event.data.type);
      published ||= event.type === "SpecPublished";
      command = event.commandId;
      commands.add(command);
    },
    settle() {
      return;
    },
  };
}

function isAboutArchives({ type, data }: Happened, { questions }: Ledger): boolean {
  if (type === "QuestionAsked") return data.question.kind === "archives";
  if (type === "QuestionAnswered") return questions.get(data.answer.question)?.kind === "archives";
  return type === "ArchivesSettled" || type === "ArchivesCleared" || type === "ArchiveWritten";
}
