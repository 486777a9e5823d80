// Tools that only look. What they return is what `--json` prints; a list stands under its name.
import { z } from "zod";
import { isFailure, usageFailure } from "../app/failure.ts";
import { waitingQuestions } from "../app/questions/inbox.ts";
import { WAIT_SECONDS_MAX } from "../app/sessions/wait-for-news.ts";
import { flag, path, SESSION, word } from "./inputs.ts";
import { readingTool } from "./tool.ts";

const ALL = flag("Also those that are settled.").optional();

export const READING_TOOLS = [
  readingTool({
    name: "inbox",
    title: "What waits for the user",
    description:
      "Lists the open questions of one session, or of all sessions and of the build (`session` null, with its `task`), oldest first: why it is asked, the evidence, each option with its effect and what it needs, the recommendation, and how like cases were decided. `awaited` are documents that a person is to write. The user decides; `answer` answers.",
    input: { session: SESSION },
    run: async ({ app }, { session }) => {
      const waiting = await app.questions.list(session === undefined ? "all" : { session });
      if (isFailure(waiting)) return waiting;
      return { questions: waitingQuestions(waiting), awaited: waiting.awaited };
    },
  }),
  readingTool({
    name: "status",
    title: "Where a session stands",
    description:
      "Tells the state and round of a session, its gaps, what is running, open questions, what was spent, and the finished spec once there is one.",
    input: { session: SESSION },
    run: ({ app }, { session }) => app.sessions.status(session),
  }),
  readingTool({
    name: "wait",
    title: "Wait for news of a session",
    description: `Waits at most ${WAIT_SECONDS_MAX} seconds and returns earlier on a question, the end, or other news. Give the version it returned as \`since\` to the next call. \`at\`: question (ask the user, then answer), ended, paused, stopped (no process runs it: answer what is open, then resume), news, nothing.`,
    input: {
      session: SESSION,
      since: z.int().min(0).describe("The version that the last call returned.").optional(),
      seconds: z
        .int()
        .min(0)
        .max(WAIT_SECONDS_MAX)
        .describe(`At most so long; ${WAIT_SECONDS_MAX} by default.`)
        .optional(),
    },
    run: ({ app }, { session, since, seconds }) => app.sessions.wait({ session, since, seconds }),
  }),
  readingTool({
    name: "gaps",
    title: "The gaps of a session",
    description:
      "Lists the gaps that are left, gravest first; with `gap`, all there is about one: origin, proposals, reviews, issues, decisions, questions.",
    input: {
      session: SESSION,
      gap: word("One gap, such as GAP-FLOW-007, to be told in full.").optional(),
      state: word("Only those in this state, such as BLOCKED_EXTERNAL.").optional(),
      all: ALL,
    },
    run: async ({ app }, { session, gap, state, all = false }) => {
      if (gap !== undefined) return await app.gaps.show({ session, gap });
      return listOf("gaps", await app.gaps.list({ session, state, all }));
    },
  }),
  readingTool({
    name: "ledger",
    title: "The issues of a session",
    description:
      "Lists the issues that the Reviewer raised and that are still open, gravest first, with the gaps each is about and what became of it.",
    input: { session: SESSION, gap: word("Only the issues on this gap.").optional(), all: ALL },
    run: ({ app }, { session, gap, all = false }) => app.gaps.ledger({ session, gap, all }),
  }),
  readingTool({
    name: "conflicts",
    title: "What the two agents do not agree on",
    description:
      "Lists the open conflicts in the order in which the user is asked; with `issue`, both positions word for word, what they rest on, the passage, and the options with what each costs.",
    input: { session: SESSION, issue: word("One of them, such as ISSUE-R2-001.").optional(), all: ALL },
    run: async ({ app }, { session, issue, all = false }) => {
      if (issue !== undefined) return await app.conflicts.show({ session, issue });
      return listOf("conflicts", await app.conflicts.list({ session, all }));
    },
  }),
  readingTool({
    name: "decisions",
    title: "What the user decided",
    description:
      "Lists the decisions of the project, oldest first; with `like`, the most similar first; with `decision`, one in full.",
    input: {
      session: word("Only those of this session; with `like` or `decision`, theirs.").optional(),
      decision: word("One of them, such as DECISION-R2-001.").optional(),
      like: word("A decision, an issue or an open question to compare with.").optional(),
    },
    run: async ({ app }, { session, decision, like }) => {
      if (decision !== undefined) return await app.decisions.show({ session, decision });
      return listOf("decisions", await app.decisions.list({ session, like }));
    },
  }),
  readingTool({
    name: "why",
    title: "Where a line of a finished spec or a commit comes from",
    description:
      "Tells of a line of a finished spec whether it is the author's, or which gap, proposal, issues and decisions are behind it, and which tasks are to fulfil it, with their commits. With `commit` in place of `file` and `line`: which task a commit was made for, and what was argued about that.",
    input: {
      file: path("The finished spec, from the folder of the server.").optional(),
      line: z.int().min(1).max(10_000_000).describe("The number of the line, from 1.").optional(),
      commit: word("A commit, by its hash or the beginning of it.").optional(),
    },
    run: async ({ app }, { file, line, commit }) => {
      if (commit !== undefined && file === undefined && line === undefined)
        return await app.sessions.whyCommit(commit);
      if (commit === undefined && file !== undefined && line !== undefined)
        return await app.sessions.why(`${file}:${line}`);
      return usageFailure("place", "name a file and a line, or a commit");
    },
  }),
  readingTool({
    name: "disputes",
    title: "What coder and reviewer do not agree on",
    description: "Lists the disputes of the project's board; with `dispute`, both positions of one.",
    input: {
      dispute: word("One of them, by its id or the beginning of it.").optional(),
      status: word("open, resolved, withdrawn, or all, the default.").optional(),
    },
    run: async ({ app }, { dispute, status }) => {
      if (dispute !== undefined) return await app.disputes.show(dispute);
      const listed = await app.disputes.list({ status, stale: false });
      return isFailure(listed) ? listed : { disputes: listed.disputes };
    },
  }),
] as const;

function listOf<Name extends string, Rows extends readonly object[]>(name: Name, rows: Rows | object) {
  return isFailure(rows) ? rows : { [name]: rows };
}
