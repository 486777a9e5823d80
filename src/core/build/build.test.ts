import { describe, expect, it } from "vitest";
import {
  alarm,
  BuildWorld,
  checks,
  coded,
  committed,
  finding,
  type Played,
  playing,
  refusedForm,
  reviewed,
  sha,
  UNLIMITED,
} from "../../../test/support/build-world.ts";
import { auditEntry } from "../board/audit.ts";
import type { TaskId } from "../board/board-id.ts";
import { REJECTIONS_MAX } from "../board/task.ts";
import type { WrittenFinding } from "../documents/code-review.ts";
import type { BuildCallOrder } from "./build-effect.ts";
import { ATTEMPTS_MAX, LANDINGS_MAX, RED_MAX } from "./limits.ts";
import type { AlarmKind } from "./work-facts.ts";

type Plays = (order: BuildCallOrder, world: BuildWorld) => Played;

const reject =
  (...titles: readonly string[]): Plays =>
  ({ task }, world) =>
    reviewed(
      world,
      task,
      "REJECT",
      titles.map((title) => finding(title)),
    );
const approve: Plays = ({ task }, world) => reviewed(world, task, "APPROVE");
const raise = (reason: "scope_disagreement" | "security_concern" = "scope_disagreement") => ({
  reason,
  detail: null,
  position: "It was not asked for.",
});
const reviewerDisputes: Plays = ({ task }, world) =>
  reviewed(world, task, { word: "DISPUTE", dispute: raise() });
const same: Plays = ({ task }, world) => coded(world, task);
const coderDisputes: Plays = ({ task }, world) =>
  coded(world, task, { outcome: { at: "disputed", dispute: raise() } });
const times = <Value>(count: number, value: Value): readonly Value[] =>
  Array.from({ length: count }, () => value);

function begun(settings: Parameters<BuildWorld["begin"]>[0] = {}): { world: BuildWorld; task: TaskId } {
  const world = new BuildWorld();
  const task = world.add("Fix login");
  world.begin(settings);
  return { world, task };
}

const steps = ({ done }: BuildWorld): readonly string[] =>
  done.map((effect) => (effect.do === "call" ? effect.order.purpose : effect.do));
const count = (world: BuildWorld, step: string): number => steps(world).filter((one) => one === step).length;

describe("a task on its way", () => {
  it("given a task, then it is coded, tested, reviewed, landed and closed, in this order", () => {
    const { world, task } = begun();
    world.run();
    expect(steps(world)).toEqual([
      "take-task",
      "open-worktree",
      "coder",
      "inspect-work",
      "run-checks",
      "reviewer",
      "prepare-landing",
      "push-landing",
      "close-worktree",
    ]);
    expect(world.status(task)).toBe("completed");
    expect(world.work(task)).toMatchObject({ stage: { at: "closed" }, round: 1, worktree: null });
    const last = world.events.findLast(({ type }) => type === "StatusChanged");
    expect(last?.data).toMatchObject({ because: "approved", commit: world.work(task).landed?.commit });
  });

  it("given a rejection, then the coder answers its findings in another round, and the second review counts", () => {
    const { world, task } = begun();
    world.run({ call: playing({ reviewer: [reject("No test")] }) });
    expect(world.status(task)).toBe("completed");
    expect(world.task(task).rejectionCount).toBe(1);
    expect(world.work(task).findings).toMatchObject([
      { id: "F1", state: "fixed", answer: { status: "FIXED" } },
    ]);
    expect(world.work(task).round).toBe(2);
    expect(world.work(task)).toMatchObject({
      landed: { branch: "main", basis: "approved", incarnation: 1 },
      rounds: [
        { round: 1, incarnation: 1, files: 1, green: true, verdict: "REJECT" },
        { round: 2, incarnation: 1, files: 1, green: true, verdict: "APPROVE" },
      ],
    });
  });

  it("given tasks in all states, then review comes first, then what is in progress, then what is pending", () => {
    const world = new BuildWorld();
    const [one, two, three] = [world.add("one"), world.add("two"), world.add("three")];
    world.do({ type: "ChangeStatus", task: two, to: "in_progress" });
    world.do({ type: "ChangeStatus", task: three, to: "review" });
    world.begin();
    world.run();
    expect(world.landed()).toEqual([three, two, one]);
  });

  it("given a task that somebody put into review and nothing in its worktree, then it is the coder's", () => {
    const world = new BuildWorld();
    const task = world.add("one");
    world.do({ type: "ChangeStatus", task, to: "review" });
    world.begin();
    let first = true;
    world.run({
      inspect: (_, { number: _number }) => {
        const found = first ? ({ at: "unchanged", alarms: [] } as const) : committed(7);
        first = false;
        return found;
      },
    });
    expect(steps(world).slice(0, 5)).toEqual([
      "take-task",
      "open-worktree",
      "inspect-work",
      "coder",
      "inspect-work",
    ]);
    expect(world.status(task)).toBe("completed");
  });

  it("given one task, one section, or once, then nothing else is touched", () => {
    const world = new BuildWorld();
    const section = world.addSection("Login");
    const [one, two] = [world.add("one"), world.add("two", { section })];
    world.begin({}, { once: true });
    world.run();
    expect(world.landed()).toEqual([one]);
    const three = world.add("three");
    world.begin({}, { section });
    world.run();
    expect(world.landed()).toEqual([one, two]);
    world.add("four");
    world.begin({}, { task: three });
    world.run();
    expect(world.landed()).toEqual([one, two, three]);
  });
});

describe("attempts in vain", () => {
  it("given documents that are not in their form, then a person is asked after so many, and the next task goes on", () => {
    const { world, task } = begun();
    const other = world.add("other");
    world.run({ call: playing({ coder: times(ATTEMPTS_MAX, () => refusedForm("coder")) }) });
    expect(world.question("stuck")).toMatchObject({ task, evidence: [{ text: "there is no verdict" }] });
    expect(world.landed()).toEqual([other]);
    world.answer("stuck", "guide", { text: "Write the table." });
    world.run();
    expect(world.landed()).toEqual([other, task]);
    expect(world.work(task).guidance).toMatchObject([{ kind: "guide", text: "Write the table." }]);
  });

  it("given a reviewer that never comes to a verdict, then that is no approval", () => {
    const { world, task } = begun();
    world.run({ call: playing({ reviewer: times(ATTEMPTS_MAX, () => refusedForm("reviewer")) }) });
    expect(world.landed()).toEqual([]);
    expect(world.status(task)).toBe("review");
    world.answer("stuck", "other-agent", { text: "gamma" });
    world.run();
    const last = world.done.findLast((effect) => effect.do === "call");
    expect(last).toMatchObject({ order: { purpose: "reviewer", agent: "gamma" } });
    expect(world.landed()).toEqual([task]);
  });

  it("given checks that stay red, then a person is asked after so many, and no reviewer saw it", () => {
    const { world, task } = begun();
    world.run({ check: (effect) => checks(effect, { red: true }) });
    expect(count(world, "coder")).toBe(RED_MAX);
    expect(count(world, "reviewer")).toBe(0);
    world.answer("stuck", "fail");
    world.run();
    expect(world.status(task)).toBe("failed");
  });

  it("given steps that did not run, then it is not green", () => {
    const { world } = begun();
    world.run({ check: (effect) => checks({ checks: effect.checks.slice(0, 1) }) });
    expect(count(world, "reviewer")).toBe(0);
  });

  it("given no change and no word why, then it goes back; with a word the reviewer sees it, and nothing lands", () => {
    const { world, task } = begun();
    const why = { at: "no-change-needed", why: "It is there." } as const;
    world.run({
      call: playing({
        coder: [same, (order, at) => coded(at, order.task, { outcome: why })],
      }),
      inspect: () => ({ at: "unchanged", alarms: [] }),
    });
    expect(steps(world).filter((step) => step === "coder" || step === "reviewer")).toEqual([
      "coder",
      "coder",
      "reviewer",
    ]);
    expect(world.status(task)).toBe("completed");
    expect(world.landed()).toEqual([]);
  });

  it("given the same work as was rejected, then it goes back, unless the coder disagrees by form", () => {
    const { world, task } = begun();
    const disagree: Plays = (order, at) => coded(at, order.task, { status: "DISAGREE" });
    world.run({
      call: playing({ coder: [same, same, disagree], reviewer: [reject("No test"), approve] }),
      inspect: (_, at) => committed(at.number(), { tree: "the same" }),
    });
    expect(steps(world).filter((step) => step === "coder" || step === "reviewer")).toEqual([
      "coder",
      "reviewer",
      "coder",
      "coder",
      "reviewer",
    ]);
    expect(world.landed()).toEqual([task]);
  });

  it("given a coder that lacks something, then a person is asked at once", () => {
    const { world } = begun();
    const blocked = { at: "blocked", missing: "Which port?" } as const;
    world.run({ call: playing({ coder: [(order, at) => coded(at, order.task, { outcome: blocked })] }) });
    expect(world.question("stuck").evidence).toMatchObject([{ text: "Which port?" }]);
    world.answer("stuck", "skip");
    world.run();
    expect(steps(world).at(-1)).toBe("close-worktree");
  });

  it("given an agent that cannot go on, then the next that is named takes over, then a person is asked", () => {
    const { world, task } = begun({ fallbacks: { coder: ["omega"], reviewer: [] } });
    world.run({
      call: playing({ coder: [() => ({ outcome: "refused" }), () => ({ outcome: "not-installed" })] }),
    });
    expect(world.done.flatMap((e) => (e.do === "call" ? [e.order.agent] : []))).toEqual(["alpha", "omega"]);
    world.answer("execution", "pause");
    expect(world.board.build.paused).not.toBeNull();
    expect(world.owed()).toEqual([]);
    world.begin();
    world.run();
    expect(world.landed()).toEqual([task]);
  });

  it("given crashes, then a launch is made again so often; a provider that is full costs none", () => {
    const { world } = begun();
    world.run({
      call: (order, at) => (order.purpose === "coder" ? { outcome: "crashed" } : approve(order, at)),
    });
    expect(count(world, "coder")).toBe(5);
    world.answer("execution", "retry");
    world.run({ call: playing({ coder: times(7, () => ({ outcome: "overloaded" })) }) });
    expect(world.landed()).toHaveLength(1);
  });

  it("given a person's document in place of the agent's, then it passes the same checks", () => {
    const { world, task } = begun();
    world.run({ call: playing({ coder: [() => ({ outcome: "refused" })] }) });
    const { id: question } = world.question("execution");
    const answer = { question, option: "human", text: null, findings: [], by: "human:ada" } as const;
    const said = (content: ReturnType<typeof coded>) => ({
      type: "AnswerBoardQuestion" as const,
      answer,
      output: { ref: null, content },
      dispute: world.freshTask() as never,
    });
    expect(world.refused(said(refusedForm("coder")))).toBe("document");
    world.do(said(coded(world, task)));
    world.run();
    expect(world.landed()).toEqual([task]);
  });
});

describe("what a coder leaves", () => {
  it.each([
    ["protected", "back"],
    ["submodule", "back"],
    ["link-out", "back"],
    ["huge", "back"],
    ["secret", "back"],
    ["odd-path", "back"],
    ["out-of-scope", "back"],
    ["worktree-lost", "back"],
    ["project-changed", "on"],
    ["own-history", "on"],
    ["tests-weakened", "weakened"],
    ["outside-worktree", "tampered"],
  ] as const)("given %s, then it goes %s", (kind: AlarmKind, to) => {
    const { world } = begun();
    let seen = 0;
    world.run({
      inspect: (_, at) => {
        seen += 1;
        return committed(at.number(), { alarms: seen === 1 ? [alarm(kind)] : [] });
      },
    });
    if (to === "on") expect(steps(world).slice(3, 6)).toEqual(["inspect-work", "run-checks", "reviewer"]);
    else if (to === "back")
      expect(steps(world).slice(3, 6)).toEqual(["inspect-work", "coder", "inspect-work"]);
    else {
      expect(world.question(to).evidence).toMatchObject([{ text: `${kind}: x: ${kind} it is` }]);
      expect(steps(world).at(-1)).toBe("inspect-work");
    }
  });

  it("given the repository itself was changed, then nothing of any task is done until a person has said so", () => {
    const { world, task } = begun();
    const other = world.add("other");
    world.run({ inspect: (_, at) => committed(at.number(), { alarms: [alarm("outside-worktree")] }) });
    expect(world.owed()).toEqual([]);
    expect(world.landed()).toEqual([]);
    world.answer("tampered", "stop");
    expect(world.board.build.paused).not.toBeNull();
    world.run();
    world.begin();
    world.run({ inspect: (_, at) => committed(at.number()) });
    expect(world.landed()).toEqual([task, other]);
    expect(world.work(task).incarnation).toBe(2);
  });

  it.each([
    ["removed", (world: BuildWorld, task: TaskId) => world.do({ type: "RemoveTask", task })],
    [
      "put back",
      (world: BuildWorld, task: TaskId) => world.do({ type: "ChangeStatus", task, to: "pending" }),
    ],
    ["failed", (world: BuildWorld, task: TaskId) => world.do({ type: "ChangeStatus", task, to: "failed" })],
    [
      "completed",
      (world: BuildWorld, task: TaskId) => world.do({ type: "ChangeStatus", task, to: "completed" }),
    ],
    ["skipped", (world: BuildWorld, task: TaskId) => world.do({ type: "SkipTask", task, skipped: true })],
  ])("given that and its task is %s, then the question stays, and so does all the rest", (_, change) => {
    for (const option of ["continue", "revise", "stop"] as const) {
      const { world, task } = begun();
      const other = world.add("other");
      world.run({ inspect: (_at, at) => committed(at.number(), { alarms: [alarm("outside-worktree")] }) });
      change(world, task);
      expect(world.question("tampered").task).toBe(task);
      expect(world.owed()).toEqual([]);
      world.begin();
      expect(world.owed()).toEqual([]);
      world.answer("tampered", option);
      expect(world.board.questions).toEqual([]);
      world.begin();
      world.run({ inspect: (_at, at) => committed(at.number()) });
      expect(world.landed()).toContain(other);
    }
  });

  it("given a signature that failed, then what a person changes for it is not the coder's", () => {
    for (const untouched of [true, undefined] as const) {
      const { world } = begun();
      const failed = { at: "failed", message: "no key", fix: "unlock it" } as const;
      let mark: unknown;
      let seen = 0;
      world.run({ inspect: () => ({ ...failed, ...(untouched === undefined ? {} : { untouched }) }) });
      world.answer("execution", "retry");
      world.run({
        inspect: (effect, at) => {
          if (seen++ === 0) mark = effect.mark;
          return committed(at.number());
        },
      });
      expect(mark === null).toBe(untouched === true);
    }
  });

  it("given it and a wish to go on, then what else was found is judged as ever", () => {
    const { world } = begun();
    world.run({
      inspect: () => ({ at: "refused", files: [], alarms: [alarm("outside-worktree"), alarm("huge")] }),
    });
    world.answer("tampered", "continue");
    expect(world.owed()).toMatchObject([
      { do: "call", order: { purpose: "coder", retry: { because: "alarms" } } },
    ]);
  });

  it("given weakened tests that are allowed, then they are not asked about again, and fewer tests are", () => {
    const { world, task } = begun();
    const weak = alarm("tests-weakened");
    world.run({ inspect: (_, at) => committed(at.number(), { alarms: [weak] }) });
    world.answer("weakened", "allow");
    world.run({
      call: playing({ reviewer: [reject("No test")] }),
      check: (effect) => checks(effect, { tests: 10 }),
    });
    expect(world.landed()).toEqual([task]);
    const next = world.add("next");
    world.run({
      inspect: (_, at) => committed(at.number()),
      check: (effect) => checks(effect, { tests: 8 }),
    });
    expect(world.question("weakened").evidence).toMatchObject([{ text: "10 tests ran before, and 8 now" }]);
    world.answer("weakened", "allow");
    world.run();
    expect(world.landed()).toEqual([task, next]);
  });

  it("given tests that do not say any more how many ran, then it is asked once", () => {
    const { world, task } = begun();
    const inspect = (_: unknown, at: BuildWorld) => committed(at.number());
    world.run({ inspect, check: (effect) => checks(effect, { tests: 10 }) });
    const silent = world.add("silent");
    world.run({ inspect, check: (effect) => checks(effect, { tests: null }) });
    expect(world.question("weakened").evidence).toMatchObject([
      { text: "10 tests ran before, and now nothing says how many" },
    ]);
    world.answer("weakened", "allow");
    const next = world.add("next");
    world.run({ inspect, check: (effect) => checks(effect, { tests: null }) });
    expect(world.landed()).toEqual([task, silent, next]);
  });

  it("given weakened tests that are not, then the coder is told", () => {
    const { world } = begun();
    world.run({ inspect: (_, at) => committed(at.number(), { alarms: [alarm("tests-weakened")] }) });
    world.answer("weakened", "revise", { text: "Keep them." });
    const [owed] = world.owed();
    expect(owed).toMatchObject({ order: { retry: { messages: expect.arrayContaining(["Keep them."]) } } });
  });
});

describe("rejections", () => {
  const stubborn: Plays = (order, world) => {
    const { rejectionCount } = world.task(order.task);
    const words = [
      "alpha",
      "bravo",
      "charlie",
      "delta",
      "echo",
      "foxtrot",
      "golf",
      "hotel",
      "india",
      "juliet",
      "kilos",
      "limas",
      "mikes",
      "november",
      "oscar",
      "papas",
    ];
    return reviewed(world, order.task, "REJECT", [
      finding(`${words[rejectionCount]} ${words[rejectionCount]}`, { why: words[rejectionCount] ?? "" }),
    ]);
  };

  it("given ever more of them, then a person is asked at 2, 5 and 9 while the work goes on, and 15 are the end", () => {
    const { world, task } = begun();
    world.run({
      call: (order, at) => (order.purpose === "reviewer" ? stubborn(order, at) : coded(at, order.task)),
    });
    expect(world.status(task)).toBe("failed");
    expect(count(world, "reviewer")).toBe(REJECTIONS_MAX);
    const asked = world.events.flatMap((e) =>
      e.type === "BoardQuestionAsked" && e.data.question.subject.of === "rejections"
        ? [e.data.question.subject.count]
        : [],
    );
    expect(asked).toEqual([2, 5, 9]);
    expect(world.board.questions).toEqual([]);
    expect(world.board.disputes.size).toBe(0);
  });

  it("given an answer in between, then it is asked again at the next of these numbers", () => {
    const { world } = begun();
    const asked: number[] = [];
    const call: Plays = (order, at) =>
      order.purpose === "reviewer" ? stubborn(order, at) : coded(at, order.task);
    for (let turn = 0; turn < 3; turn += 1) {
      world.run({ call }, () => world.board.questions.length > 0);
      const { subject } = world.question("rejections");
      if (subject.of === "rejections") asked.push(subject.count);
      world.answer("rejections", "guide", { text: "Go on." });
    }
    expect(asked).toEqual([2, 5, 9]);
  });

  it("given a coder that is stuck over rows, then what settles the findings lets it go on", () => {
    const { world, task } = begun();
    const rejections = [reject("One", "Two"), reject("Three")];
    const none: Plays = () => refusedForm("coder");
    world.run({ call: playing({ reviewer: rejections, coder: [same, same, ...times(ATTEMPTS_MAX, none)] }) });
    expect(world.board.questions.map(({ kind }) => kind)).toEqual(["rejections", "stuck"]);
    world.answer("rejections", "overrule", { findings: world.openIds(task) });
    expect(world.board.questions).toEqual([]);
    world.run({ call: playing({}) });
    expect(world.status(task)).toBe("completed");
  });

  it("given an overruled finding, then it comes back under no other name: such a rejection is no verdict", () => {
    const { world, task } = begun();
    world.run(
      {
        call: playing({ reviewer: [reject("No test covers the login"), reject("No test covers the login")] }),
      },
      () => world.board.questions.length > 0,
    );
    expect(world.refusedAnswer("rejections", "overrule")).toBe("answer-incomplete");
    const [settled] = world.work(task).findings;
    const findings = settled === undefined ? [] : [settled.id];
    expect(world.refusedAnswer("rejections", "overrule", { findings })).toBe("answer-incomplete");
    world.answer("rejections", "overrule", { findings: world.openIds(task) });
    expect(world.work(task).findings.map(({ state }) => state)).toEqual(["fixed", "overruled"]);
    // Nothing is left for the coder to mend: the review alone is made again.
    expect(world.owed()).toMatchObject([{ order: { purpose: "reviewer", round: 3 } }]);
    world.run({ call: playing({ reviewer: [reject("No test covers this login"), approve] }) });
    const failed = world.events.findLast(({ type }) => type === "AttemptFailed");
    expect(failed?.data).toMatchObject({ retry: { messages: [expect.stringContaining("F2")] } });
    expect(world.landed()).toEqual([task]);
    expect(world.task(task).rejectionCount).toBe(2);
  });

  it("given a new finding in the file of an overruled one, then it says why it is another matter", () => {
    const { world, task } = begun();
    world.run(
      { call: playing({ reviewer: [reject("No test"), reject("No name")] }) },
      () => world.board.questions.length > 0,
    );
    world.answer("rejections", "overrule", { findings: world.openIds(task) });
    const said =
      (about: Partial<WrittenFinding>): Plays =>
      (order, at) =>
        reviewed(at, order.task, "REJECT", [finding("Keys leak", { why: "The log holds them.", ...about })]);
    const f2 = world.work(task).findings.flatMap(({ id, state }) => (state === "overruled" ? [id] : []));
    const named = said({ differs: { from: f2, why: "it is about keys" } });
    const elsewhere = said({ place: "src/b.ts" });
    world.run({ call: playing({ reviewer: [said({}), named, elsewhere, approve] }) });
    const failed = world.events.filter(({ type }) => type === "AttemptFailed");
    expect(failed).toMatchObject([
      { data: { retry: { messages: [expect.stringContaining("The user has settled F2 in this file")] } } },
    ]);
    expect(world.work(task).findings.slice(2)).toMatchObject([
      { why: "The log holds them.\n\nDiffers from F2: it is about keys" },
      { place: "src/b.ts" },
    ]);
    expect(world.landed()).toEqual([task]);
  });

  it("given a drafter, then its draft is kept as one and binds nobody; what the user says does", () => {
    const { world, task } = begun({ agents: { coder: "alpha", reviewer: "beta", drafter: "delta" } });
    world.run(
      { call: playing({ reviewer: [reject("No test"), reject("Wrong name"), approve] }) },
      () => count(world, "guide") > 0,
    );
    expect(world.work(task).guidance).toMatchObject([{ kind: "draft", by: "delta", question: "B1" }]);
    world.answer("rejections", "narrow", { text: "Only the form." });
    expect(world.work(task).guidance.at(-1)).toMatchObject({
      kind: "narrow",
      by: "human:ada",
      text: "Only the form.",
    });
    world.run();
    expect(count(world, "guide")).toBe(1);
  });

  it("given APPROVE beside a grave finding or an open one, then it is no verdict", () => {
    const { world, task } = begun();
    const both: Plays = (order, at) => reviewed(at, order.task, "APPROVE", [finding("It breaks")]);
    world.run({ call: playing({ reviewer: [both, approve] }) });
    expect(world.events.filter(({ type }) => type === "ReviewGiven")).toHaveLength(1);
    expect(world.landed()).toEqual([task]);
  });
});

describe("disputes from the loop", () => {
  it("given a reviewer's dispute, then green code lands, the coder is asked once, and the next task goes on", () => {
    const { world, task } = begun();
    const other = world.add("other");
    world.run({ call: playing({ reviewer: [reviewerDisputes] }) });
    expect(world.status(task)).toBe("disputed");
    expect(world.landed()).toEqual([task, other]);
    const positions = world.done.flatMap((e) =>
      e.do === "call" && e.order.purpose === "position" ? [e.order] : [],
    );
    expect(positions).toMatchObject([{ role: "coder", agent: "alpha", access: "read-only" }]);
    const dispute = [...world.events].find(({ type }) => type === "DisputeOpened");
    expect(dispute?.data).toMatchObject({
      raisedBy: "reviewer",
      by: { role: "reviewer" },
      files: ["src/a.ts"],
    });
  });

  it("given the settings, or a concern about security, then its branch alone is pushed", () => {
    const { world } = begun({ land: "branch" });
    world.run({ call: playing({ reviewer: [reviewerDisputes] }) });
    expect(world.landed()).toEqual([]);
    expect(count(world, "push-branch")).toBe(1);
    const secure = begun().world;
    const concern: Plays = ({ task }, at) =>
      reviewed(at, task, { word: "DISPUTE", dispute: raise("security_concern") });
    secure.run({ call: playing({ reviewer: [concern] }) });
    expect(secure.landed()).toEqual([]);
    expect(count(secure, "push-branch")).toBe(1);
  });

  it("given green code in conflict with the target, then its branch alone is pushed until somebody decides", () => {
    const { world, task } = begun();
    const prepare = () => ({ at: "conflict", onto: sha(1), files: ["src/a.ts"], text: "<<<<<<<" }) as const;
    world.run({ call: playing({ reviewer: [reviewerDisputes] }), prepare });
    expect([world.status(task), world.landed(), count(world, "push-branch")]).toEqual(["disputed", [], 1]);
    expect(world.board.questions).toEqual([]);
    const [dispute] = world.events.flatMap((e) => (e.type === "DisputeOpened" ? [e.data.dispute] : []));
    if (dispute === undefined) throw new Error("no dispute");
    world.do({ type: "ResolveDispute", dispute, decision: "coder" });
    world.run({ prepare: ({ commit }) => ({ at: "ready", commit, onto: sha(2), moved: false }) });
    expect([world.status(task), world.landed()]).toEqual(["completed", [task]]);
  });

  it("given a coder's dispute before any rejection, then it is none; after one it is raised with its work", () => {
    const { world, task } = begun();
    world.run({
      call: playing({
        coder: [coderDisputes, same, coderDisputes],
        reviewer: [reject("No test")],
      }),
    });
    expect(world.status(task)).toBe("disputed");
    expect(world.landed()).toEqual([task]);
    const opened = world.events.find(({ type }) => type === "DisputeOpened");
    expect(opened?.data).toMatchObject({ raisedBy: "coder", by: { actor: "model:coder-1", role: "coder" } });
  });

  it("given a coder's dispute with red work, then its branch alone is pushed", () => {
    const { world, task } = begun();
    world.run({
      call: playing({
        coder: [same, coderDisputes],
        reviewer: [reject("No test")],
      }),
      check: (effect, at) => checks(effect, { red: count(at, "coder") > 1 }),
    });
    expect(world.status(task)).toBe("disputed");
    expect([world.landed().length, count(world, "push-branch")]).toEqual([0, 1]);
  });

  it.each(["reviewer", "custom"] as const)(
    "given a resolution for the %s, then the task is begun anew by its notes",
    (decision) => {
      const { world, task } = begun();
      world.run({ call: playing({ reviewer: [reject("No test"), reviewerDisputes] }) });
      const [dispute] = world.events.flatMap((e) => (e.type === "DisputeOpened" ? [e.data.dispute] : []));
      if (dispute === undefined) throw new Error("no dispute");
      world.do({ type: "ResolveDispute", dispute, decision, notes: "Use the table." });
      world.run({
        call: playing({
          reviewer: [(order, at) => reviewed(at, order.task, { word: "DISPUTE", dispute: raise() }), approve],
        }),
      });
      expect(world.work(task)).toMatchObject({
        incarnation: 2,
        guidance: [{ kind: "resolution", text: "Use the table." }],
      });
      // What was decided is not disputed again.
      expect(world.status(task)).toBe("completed");
      expect(world.task(task).rejectionCount).toBe(1);
      expect(world.landed()).toEqual([task, task]);
    },
  );

  it("given a resolution for the coder, then what has not landed does", () => {
    const { world, task } = begun({ land: "branch" });
    world.run({ call: playing({ reviewer: [reviewerDisputes] }) });
    const [dispute] = world.events.flatMap((e) => (e.type === "DisputeOpened" ? [e.data.dispute] : []));
    if (dispute === undefined) throw new Error("no dispute");
    world.do({ type: "ResolveDispute", dispute, decision: "coder" });
    world.run();
    expect(world.landed()).toEqual([task]);
    expect(world.status(task)).toBe("completed");
  });

  it("given onMajor: stop, then no other task is taken; hold-dependents holds what comes after", () => {
    const { world } = begun({ onMajor: "stop" });
    world.add("other");
    world.run({ call: playing({ reviewer: [reviewerDisputes] }) });
    expect(world.landed()).toHaveLength(1);
    const held = begun({ onMajor: "hold-dependents" });
    const next = held.world.add("next", { after: [held.task] });
    held.world.run({ call: playing({ reviewer: [reviewerDisputes] }) });
    expect(held.world.status(next)).toBe("pending");
  });

  it("given a dispute that is withdrawn before its code went anywhere, then it is reviewed again", () => {
    const { world, task } = begun();
    world.run(
      { call: playing({ reviewer: [reviewerDisputes] }) },
      ({ do: kind }) => kind === "prepare-landing",
    );
    const [dispute] = world.events.flatMap((e) => (e.type === "DisputeOpened" ? [e.data.dispute] : []));
    if (dispute === undefined) throw new Error("no dispute");
    world.do({ type: "WithdrawDispute", dispute });
    world.run();
    expect(count(world, "reviewer")).toBe(2);
    expect(world.landed()).toEqual([task]);
  });
});

describe("landing", () => {
  it("given a target that has moved, then it is tested there again before it is pushed", () => {
    const { world, task } = begun();
    world.run({ prepare: () => ({ at: "ready", commit: sha(70), onto: sha(71), moved: true }) });
    expect(steps(world).slice(-4)).toEqual([
      "prepare-landing",
      "run-checks",
      "push-landing",
      "close-worktree",
    ]);
    expect(world.landed()).toEqual([task]);
  });

  it("given work that is red there, then the coder does it anew on the target, and sees what it did", () => {
    const { world, task } = begun();
    let moved = true;
    world.run({
      prepare: ({ commit }) => {
        const ready = { at: "ready", commit, onto: sha(71), moved } as const;
        moved = false;
        return ready;
      },
      check: (effect) => checks(effect, { red: effect.on === "target" }),
    });
    expect(world.landed()).toEqual([task]);
    expect(world.work(task).incarnation).toBe(2);
    const begunAnew = world.events.flatMap((e) => (e.type === "WorkEnded" ? [e.data.carried?.why] : []));
    expect(begunAnew).toEqual(["red-on-target"]);
  });

  it("given somebody quicker each time, then it is prepared again so often, and then a person is asked", () => {
    const { world, task } = begun();
    world.run({ push: () => ({ at: "moved" }) });
    expect(count(world, "push-landing")).toBe(LANDINGS_MAX);
    world.answer("execution", "retry");
    world.run({ push: () => ({ at: "landed" }) });
    expect(world.landed()).toEqual([task]);
  });

  it("given a remote in trouble, then it is left alone for longer and longer, and then a person is asked", () => {
    const { world, task } = begun();
    const waits: (number | null)[] = [];
    world.run({
      push: ({ notBeforeMs }) => {
        waits.push(notBeforeMs);
        return { at: "trouble", again: true, message: "no answer", fix: "wait" };
      },
    });
    expect(waits).toHaveLength(LANDINGS_MAX);
    expect(waits.slice(1).every((wait) => wait !== null)).toBe(true);
    world.answer("execution", "retry");
    world.run({ push: () => ({ at: "landed" }) });
    expect(world.landed()).toEqual([task]);
  });

  const conflicting = () => {
    const { world, task } = begun();
    world.run({ prepare: () => ({ at: "conflict", onto: sha(1), files: ["src/a.ts"], text: "<<<<<<<" }) });
    return {
      world,
      task,
      ready: {
        prepare: ({ commit }: { commit: string }) =>
          ({ at: "ready", commit, onto: sha(2), moved: false }) as const,
      },
    };
  };

  it("given a conflict and the wish to rebase, then the coder does it anew, and it is reviewed again", () => {
    const { world, task, ready } = conflicting();
    world.answer("merge", "rebase");
    expect(world.status(task)).toBe("in_progress");
    world.run(ready);
    expect([world.landed(), count(world, "reviewer"), world.work(task).incarnation]).toEqual([[task], 2, 2]);
  });

  it("given a conflict and the wish to hold, then the branch is pushed, and the next build lands it", () => {
    const { world, task, ready } = conflicting();
    world.answer("merge", "hold");
    world.run();
    expect([count(world, "push-branch"), world.status(task), world.landed()]).toEqual([1, "review", []]);
    world.begin();
    world.run(ready);
    expect([world.landed(), count(world, "reviewer")]).toEqual([[task], 1]);
  });

  it("given a conflict and a person's dispute, then nobody is asked how it should land", () => {
    const { world, task } = conflicting();
    expect(world.board.questions).toMatchObject([{ kind: "merge" }]);
    world.dispute(task);
    expect(world.board.questions).toEqual([]);
    world.run({ prepare: () => ({ at: "conflict", onto: sha(1), files: ["src/a.ts"], text: "<<<<<<<" }) });
    expect([world.status(task), world.landed(), count(world, "push-branch")]).toEqual(["disputed", [], 1]);
  });

  it("given a conflict that a person takes over, then nothing more is done until they say so", () => {
    const { world, task, ready } = conflicting();
    world.answer("merge", "human");
    world.run();
    world.begin();
    world.run(ready);
    expect([world.landed(), world.status(task)]).toEqual([[], "review"]);
    world.do({ type: "ChangeStatus", task, to: "completed" });
    world.run();
    expect(world.work(task).stage).toEqual({ at: "closed" });
    expect(world.landed()).toEqual([]);
  });
});

describe("what people do meanwhile", () => {
  it("given an approval by a person, then what is green lands by it", () => {
    const { world, task } = begun();
    world.run({}, (effect) => effect.do === "call" && effect.order.purpose === "reviewer");
    world.do({ type: "ApproveTask", task });
    world.run();
    expect(world.landed()).toEqual([task]);
    expect(count(world, "reviewer")).toBe(0);
    expect(world.events.findLast(({ type }) => type === "CommitLinked")?.data).toMatchObject({ task });
  });

  it.each(["completed", "failed", "pending"] as const)(
    "given %s by a person, then the work is closed and nothing lands",
    (to) => {
      const { world, task } = begun();
      world.run({}, (effect) => effect.do === "call" && effect.order.purpose === "reviewer");
      world.do({ type: "ChangeStatus", task, to });
      expect(world.owed()[0]).toMatchObject({ do: "close-worktree" });
    },
  );

  it("given a task that is sent back while a reviewer is at it, then its verdict is not taken", () => {
    const { world, task } = begun();
    world.run({}, (effect) => effect.do === "call" && effect.order.purpose === "reviewer");
    const [effect] = world.owed();
    if (effect?.do !== "call") throw new Error("no call");
    world.start(effect.order);
    world.do({ type: "ChangeStatus", task, to: "in_progress", notes: "Use tabs." });
    world.finish(effect.order, reviewed(world, task, "APPROVE"));
    expect(world.work(task)).toMatchObject({ stage: { at: "coder" }, round: 2 });
    expect(world.events.some(({ type }) => type === "ReviewGiven")).toBe(false);
  });

  it("given a task that is removed, then its worktree goes, once nobody is in it", () => {
    const { world, task } = begun();
    world.run({}, ({ do: kind }) => kind === "call");
    const [effect] = world.owed();
    if (effect?.do !== "call") throw new Error("no call");
    world.start(effect.order);
    world.do({ type: "RemoveTask", task });
    expect(world.owed()).toEqual([]);
    world.finish(effect.order, { outcome: "ok", of: "coder" } as never);
    world.run();
    expect(steps(world).at(-1)).toBe("close-worktree");
    expect(world.board.work.size).toBe(0);
  });
});

describe("limits of what is spent", () => {
  it("given a task at its limit, then it waits and the others go on; a raised one lets it finish", () => {
    const { world, task } = begun({
      limits: { run: UNLIMITED, build: UNLIMITED, task: { ...UNLIMITED, calls: 3 } },
    });
    const other = world.add("other");
    world.run({ call: playing({ reviewer: [reject("No test")] }) });
    expect(world.landed()).toEqual([other]);
    expect(world.question("spend")).toMatchObject({ task });
    world.answer("spend", "raise");
    world.run();
    expect(world.landed()).toEqual([other, task]);
  });

  it("given a build at its limit, then nothing more begins until the next", () => {
    const { world, task } = begun({
      limits: { run: UNLIMITED, task: UNLIMITED, build: { ...UNLIMITED, usd: 0.5 } },
    });
    world.run();
    expect(world.question("spend")).toMatchObject({ task: null, blocks: ["the build"], continues: [] });
    world.answer("spend", "pause");
    expect(world.owed()).toEqual([]);
    world.begin();
    world.run();
    expect(world.landed()).toEqual([task]);
  });
});

describe("tasks side by side", () => {
  const sideBySide = (globs: readonly (readonly string[])[]) => {
    const world = new BuildWorld();
    const tasks = globs.map((files, index) => {
      const task = world.add(`Task ${index}`);
      if (files.length > 0) world.do({ type: "SetFiles", task, files });
      return task;
    });
    world.begin({ parallel: 3 });
    const takes = () =>
      world.owed().filter((effect) => effect.do === "take-task" || effect.do === "open-worktree");
    for (let [effect] = takes(); effect !== undefined; [effect] = takes()) world.perform(effect);
    return { world, tasks };
  };

  it("given tasks whose files are apart, then their coders work at once, and one lands at a time", () => {
    const { world, tasks } = sideBySide([["src/a/**"], ["src/b/**"], ["src/c/*.ts"]]);
    const calls = world.owed().filter((effect) => effect.do === "call");
    expect(calls).toHaveLength(3);
    world.run(
      {},
      () =>
        world.owed().filter(({ do: kind }) => kind === "prepare-landing" || kind === "push-landing").length >
        1,
    );
    expect([...world.landed()].sort()).toEqual([...tasks].sort());
  });

  it("given one that is about to land, then another that comes to it later waits, whatever it is called", () => {
    const { world } = sideBySide([["src/a/**"], ["src/b/**"]]);
    const landing = () =>
      world.owed().flatMap((effect) => (effect.do === "prepare-landing" ? [effect.task] : []));
    const first = new Set<TaskId>();
    for (let steps = 0; steps < 50; steps += 1) {
      for (const task of landing()) first.add(task);
      const effect = world.owed().find(({ do: kind }) => kind !== "prepare-landing" && kind !== "take-task");
      if (effect === undefined) break;
      world.perform(effect);
    }
    const [begunFirst] = world.events.flatMap((e) => (e.type === "LandingOpened" ? [e.data.task] : []));
    expect([...first]).toEqual([begunFirst]);
    expect(world.events.filter(({ type }) => type === "LandingOpened")).toHaveLength(2);
  });

  it.each([
    ["the same files", [["src/**"], ["src/a/**"]]],
    ["files that nobody knows", [["src/**"], []]],
  ])("given %s, then one waits for the other", (_, globs) => {
    const { world } = sideBySide(globs);
    expect(world.owed().filter((effect) => effect.do === "call")).toHaveLength(1);
  });
});

it("a build is in the audit by its verdicts, what landed, and what people were asked and said", () => {
  const { world } = begun();
  world.run(
    { call: playing({ reviewer: [reject("No test"), reject("Wrong name")] }) },
    () => world.board.questions.length > 0,
  );
  world.answer("rejections", "guide", { text: "Rename it." });
  world.run();
  const notes = world.events.flatMap((event, index) => auditEntry(event, index)?.notes?.split("\n")[0] ?? []);
  expect(notes).toEqual([
    "added",
    "build 1 begun",
    "review of round 1: REJECT",
    expect.stringContaining("F1 HIGH"),
    "review of round 2: REJECT",
    expect.stringContaining("F2 HIGH"),
    "B1 asked: rejections",
    "B1 answered: guide",
    "guide by human:ada",
    "review of round 3: APPROVE",
    "landed on main (approved)",
  ]);
});
