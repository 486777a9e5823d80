// Tools that change something. Each does what the command of the same words does, and is a person's alone.
import { z } from "zod";
import type { CommandContext } from "../app/command-context.ts";
import { type Failure, isFailure, usageFailure } from "../app/failure.ts";
import { pathInProject } from "../app/path-in-project.ts";
import { answerTool } from "./answer-tool.ts";
import { path, round, SESSION, text, word } from "./inputs.ts";
import { changingTool, type ToolCall } from "./tool.ts";

const AGENT = "claude, codex, another agent of the settings, or player:FILE.";
const RUN_INPUT = {
  engineer: path(`Who proposes: ${AGENT} By default as the settings say.`).optional(),
  reviewer: path(`Who reviews: ${AGENT} By default as the settings say.`).optional(),
  until: z
    .enum(["round", "done"])
    .describe("Stop after a round, or go on until it is done or the user is asked, the default.")
    .optional(),
  policy: path("A file with rules that answer questions; what none fits stays open.").optional(),
  out: path("Where the finished spec goes; by default beside the spec, as SPEC_v1.md and so on.").optional(),
};
const TASK = word("The id of the task, or the beginning of it.");
const DISPUTE = word("The id of the dispute, or the beginning of it.");
const REASON = z
  .enum([
    "architecture_disagreement",
    "specification_ambiguity",
    "specification_interpretation",
    "guideline_conflict",
    "security_concern",
    "scope_disagreement",
    "other",
  ])
  .describe("What it is about; `other` with `detail`.");
const SPEAKER = {
  as: z.enum(["human", "coder", "reviewer"]).describe("For whom it is said; human by default.").optional(),
  model: word("The model that speaks as coder or reviewer.").optional(),
};

export const CHANGING_TOOLS = [
  changingTool(
    {
      name: "refine_start",
      title: "Refine a spec",
      description:
        "Starts a session on a Markdown spec: its gaps are found, an Engineer and a Reviewer argue them out, and the user is asked what only they can decide. Returns at once with the session; the run goes on in a process of its own and spends what its agents cost. Follow it with `wait`.",
      input: {
        spec: path("The Markdown file, from the folder of the server."),
        name: word("The session's name; by default that of the file.").optional(),
        survey: z
          .union([z.boolean(), z.literal("both")])
          .describe("Whether the whole spec is read for holes first; by default as the settings say.")
          .optional(),
        ...RUN_INPUT,
      },
      run: async (call, { spec, name, survey, ...run }) => {
        const outside = await refuseOutside(call.context, { spec, ...run });
        if (outside !== null) return outside;
        const { app, program } = call;
        const { engineer, reviewer, until, policy, out } = run;
        return await app.sessions.refineApart({
          ...{ spec, name, survey, out, engineer, reviewer, until, policy, program },
        });
      },
    },
    { destructive: false, reachesOut: true },
  ),
  changingTool(
    {
      name: "resume",
      title: "Go on with a session",
      description:
        "Goes on with a session that was paused, stopped, broke off, or whose questions are answered. Returns at once; the run goes on in a process of its own. Follow it with `wait`.",
      input: { session: SESSION, ...RUN_INPUT },
      run: async (call, { session, ...run }) => {
        const outside = await refuseOutside(call.context, run);
        if (outside !== null) return outside;
        const { engineer, reviewer, until, policy, out } = run;
        return await call.app.sessions.resumeApart(session, {
          ...{ engineer, reviewer, until, policy, out, program: call.program },
        });
      },
    },
    { destructive: false, reachesOut: true },
  ),
  answerTool,
  changingTool(
    {
      name: "pause",
      title: "Pause a session",
      description: "Nothing new starts; the run ends once its agents at work are back. `resume` goes on.",
      input: { session: SESSION },
      run: ({ app }, { session }) => app.sessions.pause(session),
    },
    { destructive: false, reachesOut: false },
  ),
  changingTool(
    {
      name: "roll_back",
      title: "Undo rounds of a session",
      description:
        "Undoes the last round, or several: gaps, issues, proposals, decisions and the draft stand as before; each undone round is kept as an archive. Only on the user's word. How to go on is a question, unless `retry` says it.",
      input: {
        session: SESSION,
        to: round("Go back to the end of this round; 0 is the start.").optional(),
        rounds: round("Undo so many rounds; 1 where nothing is said.").optional(),
        reason: text("Why, in the user's words.").optional(),
        mode: z.enum(["INTERACTIVE", "AUTO_RETRY", "STRICT"]).optional(),
        retry: z.enum(["same", "narrow", "context"]).describe("How to go on.").optional(),
        text: text("With retry context: what the next attempt is told.").optional(),
      },
      run: async ({ app }, { session, to, rounds, reason, mode, retry, text: told }) => {
        if (to !== undefined && rounds !== undefined) {
          return usageFailure("rounds", "`to` and `rounds` say the same thing twice");
        }
        return await app.rollback.make({ session, to, rounds, reason, mode, retry, text: told });
      },
    },
    { destructive: true, reachesOut: false },
  ),
  changingTool(
    {
      name: "dispute_create",
      title: "Raise a dispute",
      description: "Raises a dispute about a task in review, or sent back; both positions wait for the user.",
      input: {
        task: TASK,
        reason: REASON,
        position: text("What that side holds."),
        detail: text("What else there is to say about it.").optional(),
        ...SPEAKER,
      },
      run: async ({ app }, { task, reason, position, detail, as, model }) =>
        disputeOf(await app.disputes.create({ task, reason, position, detail, as, model })),
    },
    { destructive: false, reachesOut: false },
  ),
  changingTool(
    {
      name: "dispute_log",
      title: "Note a minor disagreement",
      description: "Notes a minor disagreement for the record; the task stays as it is, as the coder had it.",
      input: {
        task: TASK,
        notes: text("What was not agreed on."),
        reason: REASON.optional(),
        detail: text("What else there is to say about it.").optional(),
        ...SPEAKER,
      },
      run: async ({ app }, { task, notes, reason, detail, as, model }) =>
        disputeOf(await app.disputes.logMinor({ task, notes, reason, detail, as, model })),
    },
    { destructive: false, reachesOut: false },
  ),
  changingTool(
    {
      name: "dispute_resolve",
      title: "Decide a dispute",
      description:
        "Decides a dispute as the user said. coder: the task is completed. reviewer or custom: it is in progress again, and the notes tell the coder what to do.",
      input: {
        dispute: DISPUTE,
        decision: z.enum(["coder", "reviewer", "custom"]),
        notes: text("Why, or what is to be done; needed unless the coder is right.").optional(),
      },
      run: async ({ app }, { dispute, decision, notes }) =>
        disputeOf(await app.disputes.resolve({ dispute, decision, notes })),
    },
    { destructive: true, reachesOut: false },
  ),
  changingTool(
    {
      name: "dispute_withdraw",
      title: "Take a dispute back",
      description: "Takes a dispute back; the task is where it was before.",
      input: { dispute: DISPUTE, notes: text("Why.").optional() },
      run: async ({ app }, { dispute, notes }) => disputeOf(await app.disputes.withdraw({ dispute, notes })),
    },
    { destructive: true, reachesOut: false },
  ),
] as const;

type ChangedDispute = Awaited<ReturnType<ToolCall["app"]["disputes"]["withdraw"]>>;

function disputeOf(changed: ChangedDispute) {
  return isFailure(changed) ? changed : changed.dispute;
}

const PLAYER = "player:";

/** A host may run this without asking anybody: no file outside of the project is read or written for it. */
async function refuseOutside(
  context: CommandContext,
  named: {
    readonly spec?: string | undefined;
    readonly policy?: string | undefined;
    readonly out?: string | undefined;
    readonly engineer?: string | undefined;
    readonly reviewer?: string | undefined;
  },
): Promise<Failure | null> {
  const scripts = [named.engineer, named.reviewer].flatMap((agent) =>
    agent?.startsWith(PLAYER) === true ? [agent.slice(PLAYER.length)] : [],
  );
  for (const file of [named.spec, named.policy, named.out, ...scripts]) {
    if (file === undefined) continue;
    const place = await pathInProject(context, file);
    if (isFailure(place)) return place;
  }
  return null;
}
