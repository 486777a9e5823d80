import { expect, test } from "vitest";
import type { Inbox } from "../../app/questions/inbox.ts";
import type { OpenQuestion } from "../../app/wire/question.ts";
import { askInbox } from "./ask-inbox.ts";
import type { AskSession } from "./ask-question.ts";
import type { Prompts } from "./prompts.ts";

function question(id: string, kind: OpenQuestion["kind"]): OpenQuestion {
  return {
    id,
    session: "s",
    kind,
    subject: { of: "session" },
    why: "why",
    evidence: [],
    options: [],
    recommended: null,
    blocks: [],
    continues: [],
    askedAt: "2026-01-01T00:00:00Z",
  } as unknown as OpenQuestion;
}

/** Somebody who puts everything off; tells what they were asked, in order. */
function deskOf(open: readonly OpenQuestion[]): {
  readonly askSession: AskSession;
  readonly asked: string[];
} {
  const asked: string[] = [];
  const inbox: Inbox = {
    precedents: async () => [],
    background: async () => [],
    questions: async () => open,
    fateOf: async () => ({ at: "open" }),
    folderOf: () => "/s",
    awaited: async () => [],
    disputes: async () => 0,
    failedTasks: async () => [],
  };
  const prompts = {
    width: 80,
    show: () => undefined,
    note: () => undefined,
    one: async ({ message }: { message: string }) => {
      asked.push(message.split(":")[0] ?? "");
      return { at: "back" };
    },
  } as unknown as Prompts;
  return { askSession: { inbox, prompts, context: { cwd: "/" } as AskSession["context"] }, asked };
}

const OPEN = [question("Q1", "blocked"), question("Q2", "gate"), question("Q3", "divergence")];

test("given a gate among others, then it is asked first, and then the oldest", async () => {
  const { askSession, asked } = deskOf(OPEN);
  await askInbox(askSession, { of: { session: "s" }, choose: false });
  expect(asked).toEqual(["Q2", "Q1", "Q3"]);
});

test("given questions that were put off before, then new ones come before them", async () => {
  const { askSession, asked } = deskOf([question("Q1", "blocked"), question("Q4", "spend")]);
  await askInbox(askSession, { of: { session: "s" }, choose: false, offered: new Set(["Q1"]) });
  expect(asked).toEqual(["Q4", "Q1"]);
});

test("given one kind alone, then the others are left", async () => {
  const { askSession, asked } = deskOf(OPEN);
  await askInbox(askSession, { of: { session: "s" }, choose: false, kinds: ["gate"] });
  expect(asked).toEqual(["Q2"]);
});
