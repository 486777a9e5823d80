import { describe, expect, it } from "vitest";
import { sectionId, taskId, World } from "../../../test/support/board-world.ts";
import { sectionsInOrder, tasksInOrder } from "./board.ts";
import type { TaskId } from "./board-id.ts";
import { valuesOf } from "./id-map.ts";
import { REJECTIONS_MAX } from "./task.ts";
import type { TaskStatus } from "./task-status.ts";

const titles = (world: World): readonly string[] => tasksInOrder(world.board).map(({ title }) => title);

describe("adding tasks", () => {
  it("given a title, then it is pending at the end of its section, in one clean line", () => {
    const world = new World();
    const section = world.addSection("Login");
    const first = world.add("  Fix\tlogin\n bug ", { section, sourceFile: "docs/SPEC.md#login" });
    const second = world.add("Then this", { section });
    expect(world.task(first)).toMatchObject({
      title: "Fix login bug",
      status: "pending",
      section,
      position: 1,
      sourceFile: "docs/SPEC.md#login",
      rejectionCount: 0,
      skipped: false,
    });
    expect(world.task(second).position).toBe(2);
  });

  it.each([
    ["a taken id", { id: taskId(1) }, "id-taken"],
    ["no title", { title: " \n " }, "unfit-text"],
    ["a title that is too long", { title: "x".repeat(1_001) }, "unfit-text"],
    ["a control character", { title: "a\u0007b" }, "unfit-text"],
    ["an unknown section", { section: sectionId(99) }, "unknown-section"],
    ["a source that is none", { sourceFile: "#login" }, "unfit-text"],
    ["an unknown task to come after", { after: [taskId(99)] }, "unknown-task"],
    ["itself to come after", { after: [taskId(50)] }, "cycle"],
  ])("given %s, then it is refused", (_, about, code) => {
    const world = new World();
    world.add("first");
    expect(world.refused({ type: "AddTask", id: taskId(50), title: "second", ...about })).toBe(code);
  });
});

describe("the files of a task", () => {
  it("given globs, then they are its files, each once", () => {
    const world = new World();
    const task = world.add("one");
    world.do({ type: "SetFiles", task, files: ["src/**", "docs/a.md", "src/**"] });
    expect(world.task(task).files).toEqual(["src/**", "docs/a.md"]);
    expect(world.do({ type: "SetFiles", task, files: ["src/**", "docs/a.md"] })).toEqual([]);
  });

  it.each([
    ["", "unfit-text"],
    ["/etc/passwd", "unfit-text"],
    ["src/../../x", "unfit-text"],
    ["a\u0000b", "unfit-text"],
    [" src", "unfit-text"],
  ])("given %j, then it is refused", (glob, code) => {
    const world = new World();
    const task = world.add("one");
    expect(world.refused({ type: "SetFiles", task, files: [glob] })).toBe(code);
    expect(world.refused({ type: "AddTask", id: taskId(50), title: "two", files: [glob] })).toBe(code);
  });

  it("given with the task itself, then it has them from the start", () => {
    const world = new World();
    const task = world.add("one", { files: ["src/**", "src/**"] });
    expect(world.task(task).files).toEqual(["src/**"]);
    expect(world.events).toHaveLength(1);
  });
});

describe("importing tasks", () => {
  const imported = (id: TaskId, after: readonly TaskId[] = []) => ({
    id,
    title: `task ${id}`,
    section: null,
    sourceFile: null,
    after,
    notes: "",
    status: "pending" as const,
    origin: null,
    place: { at: "last" as const },
  });

  it("given tasks after later ones of the same import, then all come", () => {
    const world = new World();
    world.do({ type: "ImportTasks", tasks: [imported(taskId(1), [taskId(2)]), imported(taskId(2))] });
    expect(world.task(taskId(1)).after).toEqual([taskId(2)]);
  });

  it("given a circle among them, or a taken id, then none comes", () => {
    const world = new World();
    world.add("there");
    const circle = [
      imported(taskId(2), [taskId(3)]),
      imported(taskId(3), [taskId(4)]),
      imported(taskId(4), [taskId(2)]),
    ];
    expect(world.refused({ type: "ImportTasks", tasks: circle })).toBe("cycle");
    expect(world.refused({ type: "ImportTasks", tasks: [imported(taskId(2)), imported(taskId(2))] })).toBe(
      "id-taken",
    );
    expect(world.board.tasks.size).toBe(1);
  });

  it("given places between others that are used up, then the section is numbered anew and the order holds", () => {
    const world = new World();
    world.take("- [ ] first\n- [ ] last\n");
    let text = "- [ ] first\n";
    for (let count = 0; count < 60; count += 1) {
      text += `- [ ] new ${count}\n`;
      world.take(`${text}- [ ] last\n`);
    }
    expect(titles(world).slice(0, 3)).toEqual(["first", "new 0", "new 1"]);
    expect(titles(world).at(-1)).toBe("last");
    expect(world.events.some(({ type }) => type === "TasksRenumbered")).toBe(true);
  });
});

describe("the order of tasks", () => {
  it("is by section, those outside all first, and by the place that was given", () => {
    const world = new World();
    const [a, b] = [world.addSection("A"), world.addSection("B")];
    const one = world.add("one", { section: b });
    const two = world.add("two", { section: a });
    const three = world.add("three");
    expect(titles(world)).toEqual(["three", "two", "one"]);
    world.do({ type: "MoveTask", task: three, to: { at: "before", other: one } });
    world.do({ type: "MoveTask", task: two, to: { at: "after", other: one } });
    expect(titles(world)).toEqual(["three", "one", "two"]);
    world.do({ type: "MoveTask", task: two, to: { at: "first", section: b } });
    expect(titles(world)).toEqual(["two", "three", "one"]);
    expect(world.do({ type: "MoveTask", task: two, to: { at: "before", other: three } })).toEqual([]);
    world.do({ type: "MoveSection", section: b, to: { at: "before", other: a } });
    expect(sectionsInOrder(world.board).map(({ name }) => name)).toEqual(["B", "A"]);
  });

  it("given the same place again and again, then it is numbered anew before the numbers run out", () => {
    const world = new World();
    const [first, second, third] = [world.add("first"), world.add("second"), world.add("third")];
    const pair = [second, third] as const;
    for (let count = 0; count < 100; count += 1) {
      const task = pair[count % 2] ?? second;
      world.do({ type: "MoveTask", task, to: { at: "after", other: first } });
      expect(
        tasksInOrder(world.board)
          .map(({ id }) => id)
          .slice(0, 2),
      ).toEqual([first, task]);
    }
    expect(world.events.filter(({ type }) => type === "TasksRenumbered").length).toBeGreaterThan(0);
  });

  it("given sections moved again and again, then their order holds too", () => {
    const world = new World();
    const [a, b, c] = [world.addSection("A"), world.addSection("B"), world.addSection("C")];
    for (let count = 0; count < 100; count += 1) {
      const section = count % 2 === 0 ? c : b;
      world.do({ type: "MoveSection", section, to: { at: "after", other: a } });
      expect(sectionsInOrder(world.board)[1]?.id).toBe(section);
    }
    expect(world.events.some(({ type }) => type === "SectionsRenumbered")).toBe(true);
  });
});

describe("what comes after what", () => {
  it("given a circle, itself or a stranger, then it is refused; given the same again, then nothing happens", () => {
    const world = new World();
    const [one, two, three] = [world.add("one"), world.add("two"), world.add("three")];
    world.do({ type: "SetAfter", task: two, after: [one, one] });
    expect(world.task(two).after).toEqual([one]);
    world.do({ type: "SetAfter", task: three, after: [two] });
    expect(world.refused({ type: "SetAfter", task: one, after: [three] })).toBe("cycle");
    expect(world.refused({ type: "SetAfter", task: one, after: [one] })).toBe("cycle");
    expect(world.refused({ type: "SetAfter", task: one, after: [taskId(77)] })).toBe("unknown-task");
    expect(world.do({ type: "SetAfter", task: two, after: [one] })).toEqual([]);
  });

  it("given a long chain, then its circle is found without running out of stack", () => {
    const world = new World();
    const chain = Array.from({ length: 20_000 }, (_, index) => ({
      id: taskId(index),
      title: `link ${index}`,
      section: null,
      sourceFile: null,
      after: index === 0 ? [] : [taskId(index - 1)],
      notes: "",
      status: "pending" as const,
      origin: null,
      place: { at: "last" as const },
    }));
    world.do({ type: "ImportTasks", tasks: chain });
    expect(world.refused({ type: "SetAfter", task: taskId(0), after: [taskId(19_999)] })).toBe("cycle");
  });
});

describe("removing and skipping", () => {
  it("given a task that others come after, or with an open dispute, then it is not removed", () => {
    const world = new World();
    const one = world.inReview("one");
    const two = world.add("two", { after: [one] });
    expect(world.refused({ type: "RemoveTask", task: one })).toBe("needed");
    world.do({ type: "SetAfter", task: two, after: [] });
    const dispute = world.dispute(one);
    expect(world.refused({ type: "RemoveTask", task: one })).toBe("open-dispute");
    world.do({ type: "WithdrawDispute", dispute });
    world.do({ type: "RemoveTask", task: one });
    expect(titles(world)).toEqual(["two"]);
    expect(world.refused({ type: "RemoveTask", task: one })).toBe("unknown-task");
  });

  it("sets a flag and leaves the status", () => {
    const world = new World();
    const task = world.add("one");
    world.do({ type: "SkipTask", task });
    expect(world.task(task)).toMatchObject({ skipped: true, status: "pending" });
    expect(world.do({ type: "SkipTask", task })).toEqual([]);
    world.do({ type: "SkipTask", task, skipped: false });
    expect(world.task(task).skipped).toBe(false);
  });

  it("is not for agents", () => {
    const world = new World();
    const task = world.add("one");
    expect(world.refused({ type: "RemoveTask", task, as: "coder" })).toBe("not-yours");
    expect(world.refused({ type: "SkipTask", task, as: "reviewer" })).toBe("not-yours");
  });
});

describe("sections", () => {
  it("given a taken name, however written, then it is refused", () => {
    const world = new World();
    const section = world.addSection("Login");
    const other = world.addSection("Other");
    expect(world.refused({ type: "AddSection", id: sectionId(9), name: "LOGIN " })).toBe("name-taken");
    expect(world.refused({ type: "RenameSection", section: other, name: "login" })).toBe("name-taken");
    world.do({ type: "RenameSection", section, name: "LogIn" });
  });

  it("given tasks in it, then it is not removed", () => {
    const world = new World();
    const section = world.addSection("Login");
    const task = world.add("one", { section });
    expect(world.refused({ type: "RemoveSection", section })).toBe("not-empty");
    world.do({ type: "MoveTask", task, to: { at: "last", section: null } });
    world.do({ type: "RemoveSection", section });
    expect(world.refused({ type: "RemoveSection", section })).toBe("unknown-section");
  });
});

describe("approving and rejecting", () => {
  it("given a task in review, then it is done or goes back with notes for the coder", () => {
    const world = new World();
    const task = world.inReview("one");
    expect(world.refused({ type: "RejectTask", task, notes: " " })).toBe("notes-needed");
    world.do({ type: "RejectTask", task, notes: "No tests.", as: "reviewer" });
    expect(world.task(task)).toMatchObject({ status: "in_progress", rejectionCount: 1 });
    expect(world.task(task).feedback).toMatchObject([{ role: "reviewer", text: "No tests." }]);
    world.do({ type: "ChangeStatus", task, to: "review", as: "coder" });
    world.do({ type: "ApproveTask", task, as: "reviewer", commit: "a1b2c3d4e5" });
    expect(world.task(task)).toMatchObject({ status: "completed", rejectionCount: 1, feedback: [] });
  });

  it("given any other status, then neither is possible; given a coder, then neither is allowed", () => {
    const world = new World();
    const task = world.add("one");
    expect(world.refused({ type: "ApproveTask", task })).toBe("illegal-move");
    expect(world.refused({ type: "RejectTask", task })).toBe("illegal-move");
    world.do({ type: "ChangeStatus", task, to: "review" });
    expect(world.refused({ type: "ApproveTask", task, as: "coder" })).toBe("not-yours");
    expect(world.refused({ type: "ChangeStatus", task, to: "completed", as: "reviewer" })).toBe(
      "illegal-move",
    );
  });

  it("given the fifteenth rejection, then it fails; a person restores it with as many tries again", () => {
    const world = new World();
    const task = world.inReview("one", REJECTIONS_MAX - 1);
    expect(world.task(task).status).toBe("review");
    world.do({ type: "RejectTask", task, as: "reviewer" });
    expect(world.task(task)).toMatchObject({ status: "failed", rejectionCount: REJECTIONS_MAX });
    expect(world.refused({ type: "ChangeStatus", task, to: "pending", as: "system" })).toBe("illegal-move");
    world.do({ type: "ChangeStatus", task, to: "in_progress", notes: "Try the other way." });
    expect(world.task(task)).toMatchObject({ status: "in_progress", rejectionCount: 0 });
    expect(world.task(task).feedback.at(-1)?.text).toBe("Try the other way.");
  });
});

describe("notes", () => {
  it("are set anew, or taken away, by whoever keeps the board", () => {
    const world = new World();
    const task = world.add("one", { notes: "as it was" });
    world.do({ type: "SetNotes", task, notes: " as it is \r\n" });
    expect(world.task(task).notes).toBe("as it is");
    expect(world.do({ type: "SetNotes", task, notes: "as it is" })).toEqual([]);
    world.do({ type: "SetNotes", task, notes: " " });
    expect(world.task(task).notes).toBe("");
    expect(world.refused({ type: "SetNotes", task, notes: "x", as: "coder" })).toBe("not-yours");
    expect(world.refused({ type: "SetNotes", task, notes: "x".repeat(100_001) })).toBe("unfit-text");
  });
});

describe("what was changed by hand in a checklist", () => {
  const change = (task: TaskId, to: TaskStatus | null, title: string | null = null) => {
    return { type: "TakeChanges" as const, changes: [{ task, to, title, where: "TODO.md:7" }] };
  };

  it("is taken as a person's word, and tells the coder nothing", () => {
    const world = new World();
    const task = world.inReview("one", REJECTIONS_MAX - 1);
    world.do({ type: "RejectTask", task, as: "reviewer" });
    const { feedback } = world.task(task);
    world.do(change(task, "pending", "first"));
    expect(world.task(task)).toMatchObject({
      title: "first",
      status: "pending",
      rejectionCount: 0,
      feedback,
    });
  });

  it("given one move that may not be, or an agent, then nothing is taken", () => {
    const world = new World();
    const [task, disputed] = [world.add("one"), world.inReview("two")];
    world.dispute(disputed);
    const both = [...change(task, "completed").changes, ...change(disputed, "completed").changes];
    expect(world.refused({ type: "TakeChanges", changes: both })).toBe("open-dispute");
    expect(world.refused(change(task, "disputed"))).toBe("illegal-move");
    expect(world.refused({ ...change(task, "completed"), as: "system" })).toBe("not-yours");
  });
});

describe("places in checklists", () => {
  const place = (file: string, title = "one") => ({ file, section: null, under: [], title });

  it("given a task of one file that is written into another, then it stays with its own", () => {
    const world = new World();
    const task = world.add("one");
    world.do({ type: "NotePlaces", places: [{ task, origin: place("TODO.md") }] });
    expect(world.do({ type: "NotePlaces", places: [{ task, origin: place("REPORT.md") }] })).toEqual([]);
    world.do({ type: "NotePlaces", places: [{ task, origin: place("TODO.md", "first") }] });
    expect(world.task(task).origin).toEqual(place("TODO.md", "first"));
  });

  it("of removed tasks are remembered until their lines are gone", () => {
    const world = new World();
    const [task, other] = [world.add("one"), world.add("two")];
    world.do({ type: "NotePlaces", places: [{ task, origin: place("TODO.md") }] });
    for (const one of [task, other]) world.do({ type: "RemoveTask", task: one });
    expect([...valuesOf(world.board.removed)].map(({ id }) => id)).toEqual([task]);
    world.do({ type: "NotePlaces", places: [], gone: [task, other] });
    expect(world.board.removed.size).toBe(0);
    expect(world.do({ type: "NotePlaces", places: [], gone: [task] })).toEqual([]);
  });
});

describe("commits", () => {
  it("are linked to a change of status of their task, and to nothing else", () => {
    const world = new World();
    const task = world.inReview("one");
    const other = world.add("two");
    const [entry] = world.task(other).moves;
    world.do({ type: "LinkCommit", task, commit: "a1b2c3d" });
    expect(world.events.at(-1)).toMatchObject({
      type: "CommitLinked",
      data: { entry: 2, commit: "a1b2c3d" },
    });
    expect(world.refused({ type: "LinkCommit", task, commit: "a1b2c3d", entry: entry ?? 0 })).toBe(
      "unknown-entry",
    );
    expect(world.refused({ type: "LinkCommit", task, commit: "main" })).toBe("unfit-text");
  });
});
