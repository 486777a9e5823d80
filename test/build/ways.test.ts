// What becomes of a task where something goes wrong, or somebody says something: each way by itself.
import { describe, expect, it, test } from "vitest";
import { submitBuildDocument } from "../../src/engine/build-call.ts";
import type { AgentTask, HumanInbox } from "../../src/engine/ports.ts";
import {
  APPROVE,
  approveAfter,
  coderDocument,
  disputeDocument,
  POSITION,
  rejectDocument,
} from "../support/build-documents.ts";
import { ADA, BuildHere, type BuildScript, taskIdAt } from "../support/build-here.ts";
import { cancelSource } from "../support/cancel.ts";
import { MemoryRepository } from "../support/memory-repository.ts";
import { memoryProject } from "../support/session-world.ts";
import { openFindings } from "./sim/agents.ts";

const ONE = [{ title: "Add a page" }];

const works: BuildScript = ({ call, files, work }) => {
  files.set(`src/${call.subject.id}.ts`, `${call.incarnation}.${call.round}.${call.attempt}`);
  return coderDocument(Object.fromEntries(openFindings(work).map((id) => [id, "FIXED | src/page.ts"])));
};
const approves: BuildScript = ({ work }) => approveAfter(...openFindings(work));
const rejects: BuildScript = ({ call, work }) =>
  rejectDocument({
    title: `Number ${call.round} is wrong`,
    place: `src/${call.round}.ts`,
    fates: openFindings(work).map((id) => `| ${id} | FIXED | |`),
  });

describe("a review that is no approval by its form", () => {
  it.each<readonly [string, string]>([
    ["in a code block", "```\nVerdict: APPROVE\n```"],
    ["in a quote", "> Verdict: APPROVE"],
    ["in prose", "I would say that this is APPROVED."],
    ["beside another", `${APPROVE}\nVerdict: REJECT\n`],
    ["in a comment", "<!-- Verdict: APPROVE -->"],
    ["as a condition", "Verdict: APPROVE once the tests pass"],
  ])("given its word %s, then nothing lands, and a person is asked", async (_, document) => {
    const build = await BuildHere.of({ tasks: ONE, agents: { coder: works, reviewer: () => document } });
    expect((await build.run()).end).toMatchObject({ at: "waiting", questions: [{ kind: "stuck" }] });
    expect(build.repository.history()).toHaveLength(1);
    expect(build.began.filter((key) => key.includes("/reviewer/"))).toHaveLength(3);
  });

  it("given one that dies with an approval in its hands, then it is not taken", async () => {
    const died = { outcome: "crashed", document: APPROVE } as const;
    const build = await BuildHere.of({ tasks: ONE, agents: { coder: works, reviewer: () => died } });
    expect((await build.run()).end).toMatchObject({ at: "waiting", questions: [{ kind: "execution" }] });
    expect(build.repository.history()).toHaveLength(1);
  });
});

describe("work that holds what it may not", () => {
  it.each<readonly [string, (stage: Parameters<BuildScript>[0]) => void]>([
    ["a change to CI", ({ files }) => void files.set(".github/workflows/ci.yml", "x")],
    ["a key", ({ files }) => void files.set("key.pem", "BEGIN PRIVATE KEY")],
    ["a link that leads out", ({ files }) => void files.set("out", "-> /etc")],
    ["too much", ({ files }) => void files.set("big", "x".repeat(20_000))],
    ["a submodule", ({ files }) => void files.set(".gitmodules", "x")],
    ["an odd path", ({ files }) => void files.set("a\nb", "x")],
  ])("given %s, then it goes back before anybody reviews it, and then to a person", async (_, spoil) => {
    const coder: BuildScript = (stage) => {
      spoil(stage);
      return works(stage);
    };
    const build = await BuildHere.of({ tasks: ONE, agents: { coder, reviewer: approves } });
    expect((await build.run()).end).toMatchObject({ at: "waiting", questions: [{ kind: "stuck" }] });
    expect(build.began.map((key) => key.split("/")[3])).toEqual(["coder", "coder", "coder"]);
    expect(build.prompts.get(build.began[1] ?? "")).toContain("The work cannot be taken as it is");
  });

  it("given a changed configuration of the repository, then nothing else is touched until a person has spoken", async () => {
    const coder: BuildScript = (stage) => {
      stage.repository.config = "core.hooksPath = evil";
      return works(stage);
    };
    const build = await BuildHere.of({
      tasks: [...ONE, { title: "Another" }],
      agents: { coder, reviewer: approves },
    });
    const { end } = await build.run();
    expect(end).toMatchObject({ at: "waiting", questions: [{ kind: "tampered" }] });
    expect(build.began).toHaveLength(1);
    expect(build.repository.history()).toHaveLength(1);
  });
});

test.each([
  [
    "as the commit has it that the work began at",
    { "spec.md": "# Spec\n\n## Page\n\nCommitted words.\n" },
    "Committed words.",
  ],
  [
    "as the project has it where no commit has the section",
    { "spec.md": "# Spec\n" },
    "Words of the project.",
  ],
])("the specification of a task is shown %s", async (_, files, shown) => {
  const build = await BuildHere.of({
    tasks: [{ title: "Add a page", source: "spec.md#page" }],
    agents: { coder: works, reviewer: approves },
    repository: new MemoryRepository({ files }),
    project: memoryProject({ "spec.md": "# Spec\n\n## Page\n\nWords of the project.\n" }),
  });
  await build.run();
  expect(build.began).toHaveLength(2);
  for (const key of build.began) expect(build.prompts.get(key)).toContain(shown);
});

test("rejections are put to a person at 2, 5 and 9 while the work goes on, and the fifteenth is the last", async () => {
  const build = await BuildHere.of({ tasks: ONE, agents: { coder: works, reviewer: rejects } });
  const answered = async (port: string): Promise<void> => {
    const { questions } = await build.board();
    if (port === "coder.start" && questions.length > 0) await build.answer("guide", "Mind the limits.");
  };
  await build.run(null, { meanwhile: answered });
  expect(await build.task(0)).toMatchObject({ status: "failed", rejectionCount: 15 });
  const asked = (await build.events("BoardQuestionAsked")).map(({ question }) => question);
  expect(asked).toMatchObject([2, 5, 9].map((count) => ({ kind: "rejections", subject: { count } })));
  expect(build.prompts.get(build.began.at(-1) ?? "")).toContain("Mind the limits.");
  expect(build.repository.history()).toHaveLength(1);
  expect(build.repository.worktrees.size).toBe(0);
});

test("where the target moves during the review, the work is put on top of it and tested there", async () => {
  const reviewer: BuildScript = (stage) => {
    stage.repository.moveTarget("README.md", "moved\n");
    return approves(stage);
  };
  const build = await BuildHere.of({ tasks: ONE, agents: { coder: works, reviewer } });
  expect((await build.run()).end).toEqual({ at: "done" });
  expect(build.repository.targetFiles().get("README.md")).toBe("moved\n");
  expect(build.repository.history()).toHaveLength(3);
  expect((await build.events("ChecksRun")).map(({ on }) => on).at(-1)).toBe("target");
  expect(build.checks.ran.at(-1)?.folder).toBe(build.repository.landingPath());
});

test("work that is red on a target that has moved is done anew there, and lands once it is green", async () => {
  const coder: BuildScript = (stage) => {
    if (stage.call.incarnation === 2) stage.files.set("src/first.ts", "mended");
    return works(stage);
  };
  const reviewer: BuildScript = (stage) => {
    if (stage.call.incarnation === 1) stage.repository.moveTarget("src/first.ts", "NO-TEST");
    return approves(stage);
  };
  const build = await BuildHere.of({ tasks: ONE, agents: { coder, reviewer } });
  expect((await build.run()).end).toEqual({ at: "done" });
  expect(build.repository.targetFiles().get("src/first.ts")).toBe("mended");
  expect(build.repository.history()).toHaveLength(3);
  const onTarget = (await build.events("ChecksRun")).filter(({ on }) => on === "target");
  expect(onTarget).toMatchObject([{ green: false }]);
});

describe("a conflict with the target", () => {
  async function inConflict(): Promise<BuildHere> {
    const coder: BuildScript = (stage) => {
      const text = stage.files.get("src/page.ts") ?? "";
      stage.files.set("src/page.ts", `${text}, and more in ${stage.call.round}`);
      return coderDocument();
    };
    let moved = false;
    const reviewer: BuildScript = (stage) => {
      if (!moved) stage.repository.moveTarget("src/page.ts", "somebody else's");
      moved = true;
      return APPROVE;
    };
    const repository = new MemoryRepository({ files: { "src/page.ts": "a page" } });
    const build = await BuildHere.of({ tasks: ONE, agents: { coder, reviewer }, repository });
    expect((await build.run()).end).toMatchObject({
      at: "waiting",
      questions: [{ kind: "merge", task: taskIdAt(0) }],
    });
    return build;
  }

  it("is done anew on the target where a person says so", async () => {
    const build = await inConflict();
    await build.answer("rebase");
    expect((await build.run()).end).toEqual({ at: "done" });
    expect(build.repository.targetFiles().get("src/page.ts")).toBe("somebody else's, and more in 2");
    const anew = build.began.findLast((key) => key.includes("/coder/"));
    expect(build.prompts.get(anew ?? "")).toContain("both changed src/page.ts");
  });

  it.each(["hold", "human"])(
    "leaves the branch alone on the remote where a person says %s",
    async (option) => {
      const build = await inConflict();
      await build.answer(option);
      await build.run();
      expect(build.repository.remote.get(`parley/task/${taskIdAt(0)}`)).toBeDefined();
      expect(build.repository.targetFiles().get("src/page.ts")).toBe("somebody else's");
    },
  );
});

test("a remote that refuses for a while is asked again, and gets each landing once", async () => {
  const build = await BuildHere.of({ tasks: ONE, agents: { coder: works, reviewer: approves } });
  const trouble = { at: "trouble", again: true, message: "no route to host", fix: "wait" } as const;
  build.repository.remoteTroubles.push(trouble, trouble);
  expect((await build.run()).end).toEqual({ at: "done" });
  expect(build.repository.history()).toHaveLength(2);
  expect(await build.events("RepositoryTroubled")).toHaveLength(2);
});

test("disputed work lands, the other side is asked once, and the next task goes on; a resolution begins it anew", async () => {
  const reviewer: BuildScript = (stage) =>
    stage.call.subject.id === taskIdAt(0) && stage.call.incarnation === 1
      ? disputeDocument("architecture_disagreement")
      : approves(stage);
  const coder: BuildScript = (stage) => (stage.call.purpose === "position" ? POSITION : works(stage));
  const build = await BuildHere.of({ tasks: [...ONE, { title: "Next" }], agents: { coder, reviewer } });
  expect((await build.run()).end).toEqual({ at: "done" });
  expect([(await build.task(0)).status, (await build.task(1)).status]).toEqual(["disputed", "completed"]);
  expect(build.repository.history()).toHaveLength(3);
  expect(build.began.filter((key) => key.includes("/position/"))).toHaveLength(1);
  expect(build.folder.files.get("dispute.md")).toContain("It is to be read the other way");
  const [opened] = await build.events("DisputeOpened");
  const dispute = opened?.dispute as never;
  await build.do({ type: "ResolveDispute", dispute, decision: "reviewer", notes: "Keep to the layers." });
  expect((await build.run()).end).toEqual({ at: "done" });
  const anew = build.began.find((key) => key.includes("2.2/coder"));
  expect(build.prompts.get(anew ?? "")).toContain("Keep to the layers.");
  expect(await build.task(0)).toMatchObject({ status: "completed", rejectionCount: 0 });
});

test("a security concern leaves the branch alone on the remote", async () => {
  const reviewer: BuildScript = () => disputeDocument("security_concern");
  const coder: BuildScript = (stage) => (stage.call.purpose === "position" ? POSITION : works(stage));
  const build = await BuildHere.of({ tasks: ONE, agents: { coder, reviewer } });
  await build.run();
  expect((await build.task(0)).status).toBe("disputed");
  expect(build.repository.history()).toHaveLength(1);
  expect(build.repository.remote.has(`parley/task/${taskIdAt(0)}`)).toBe(true);
});

test("several tasks are worked on at once where they are apart, and land one after the other", async () => {
  const names = ["a", "b", "c"];
  const tasks = names.map((name) => ({ title: name, files: [`src/${name}/*`] }));
  let begun = 0;
  let allBegun: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    allBegun = resolve;
  });
  const coder: BuildScript = async ({ call, files }) => {
    begun += 1;
    if (begun === names.length) allBegun();
    await all;
    const name = names.find((_, number) => taskIdAt(number) === call.subject.id);
    files.set(`src/${name}/page.ts`, "x");
    return coderDocument();
  };
  const build = await BuildHere.of({
    tasks,
    agents: { coder, reviewer: approves },
    settings: { parallel: names.length },
  });
  expect((await build.run()).end).toEqual({ at: "done" });
  expect(build.repository.history()).toHaveLength(1 + names.length);
  expect((await build.events("LandingPrepared")).map(({ moved }) => moved)).toEqual([false, true, true]);
});

test("a build for one task leaves the others alone, and once is enough where that is asked for", async () => {
  const tasks = [...ONE, { title: "Another" }];
  const agents = { coder: works, reviewer: approves };
  const only = await BuildHere.of({ tasks, agents, scope: { task: taskIdAt(1) } });
  expect((await only.run()).end).toEqual({ at: "done" });
  expect([(await only.task(0)).status, (await only.task(1)).status]).toEqual(["pending", "completed"]);
  const once = await BuildHere.of({ tasks, agents, scope: { once: true } });
  expect((await once.run()).end).toEqual({ at: "done" });
  expect([(await once.task(0)).status, (await once.task(1)).status]).toEqual(["completed", "pending"]);
});

test("whoever asks to stop waits for the call under way, and the next build goes on from there", async () => {
  const stop = cancelSource();
  const coder: BuildScript = (stage) => {
    stop.stop();
    return works(stage);
  };
  const build = await BuildHere.of({ tasks: ONE, agents: { coder, reviewer: approves } });
  expect((await build.run(null, { stopSoon: stop.cancel })).end).toEqual({ at: "stopped" });
  expect(build.began).toHaveLength(1);
  expect(build.repository.worktrees.size).toBe(1);
  expect((await build.run()).end).toEqual({ at: "done" });
  expect(build.began).toHaveLength(2);
});

test("there is nothing to do on an empty board", async () => {
  const build = await BuildHere.of({ tasks: [], agents: {} });
  expect((await build.run()).end).toEqual({ at: "nothing" });
});

test("a task that a person completes under its coder is let go, and its agent is stopped", async () => {
  const build = await BuildHere.of({
    tasks: ONE,
    agents: { coder: works, reviewer: approves },
  });
  let done = false;
  await build.run(null, {
    meanwhile: async (port) => {
      if (done || port !== "coder.start") return;
      done = true;
      await build.do({ type: "ChangeStatus", task: taskIdAt(0), to: "completed", notes: null, commit: null });
    },
  });
  expect((await build.task(0)).status).toBe("completed");
  expect(build.repository.history()).toHaveLength(1);
  expect(build.repository.worktrees.size).toBe(0);
});

test("a person codes and reviews: the build waits for the document, and goes on from it", async () => {
  const tasks: AgentTask[] = [];
  const inbox: HumanInbox = {
    layOut: async (task) => {
      tasks.push(task);
      return null;
    },
  };
  const settings = { agents: { coder: "human", reviewer: "human" } };
  const build = await BuildHere.of({ tasks: ONE, agents: {}, settings, inbox });
  const handIn = async (text: string): Promise<void> => {
    const board = await build.engine();
    const [call] = board.state.build.calls;
    if (call === undefined) throw new Error("nothing is awaited");
    const submitted = await submitBuildDocument(board, call, { text, by: ADA, id: `hand-in ${call.key}` });
    expect(submitted.at).toBe("done");
  };
  expect((await build.run()).end).toMatchObject({
    at: "waiting",
    calls: [{ agent: "human", role: "coder" }],
  });
  build.repository.worktrees.get(taskIdAt(0))?.files.set("src/page.ts", "by hand");
  await handIn(coderDocument());
  expect((await build.run()).end).toMatchObject({ at: "waiting", calls: [{ role: "reviewer" }] });
  await handIn(APPROVE);
  expect((await build.run()).end).toEqual({ at: "done" });
  expect(build.repository.targetFiles().get("src/page.ts")).toBe("by hand");
  expect(tasks.map(({ document, access }) => [document, access])).toEqual([
    ["coder.md", "write"],
    ["review.md", "read-only"],
  ]);
});
