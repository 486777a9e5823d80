// The board on one screen, with the real program.
import { expect, test } from "vitest";
import { PAGE, rejectedWorld } from "./build-project.ts";
import { documentOf, type Ended, newProject, type World } from "./world.ts";

const words = ({ stdout, stderr }: Ended): string => `${stdout}${stderr}`.replaceAll(/\s+/g, " ");

async function add(world: World, title: string, ...more: readonly string[]): Promise<string> {
  return (await world.run(["tasks", "add", title, ...more, "-q"])).stdout.trim();
}

async function overview(world: World): Promise<unknown> {
  return documentOf(await world.run(["board", "--json"]));
}

test("given nothing, then it says so", async () => {
  const world = await newProject();
  expect(await overview(world)).toMatchObject({
    tasks: 0,
    next: { does: "nothing", why: "there is no task yet" },
  });
  expect(words(await world.run(["board"]))).toContain("disputes none open");
});

test("what is next, and why: review first, then what was begun, then the topmost that waits for nothing", async () => {
  const world = await newProject();
  const first = await add(world, "First");
  const second = await add(world, "Second", "--after", first);
  const third = await add(world, "Third");
  const next = async (): Promise<unknown> => ((await overview(world)) as { next: unknown }).next;
  expect(await next()).toMatchObject({ does: "start", id: first });
  await world.run(["tasks", "update", third, "--status", "in_progress"]);
  expect(await next()).toMatchObject({ does: "resume", id: third });
  await world.run(["tasks", "update", third, "--status", "review"]);
  expect(await next()).toMatchObject({ does: "review", id: third });
  await world.run(["tasks", "approve", third]);
  await world.run(["tasks", "update", first, "--status", "failed"]);
  expect(await next()).toMatchObject({ does: "nothing", why: `1 task waits for ${first}` });
  expect(await world.run(["inbox"])).toMatchObject({
    code: 0,
    stdout: `nothing waits for you\n1 task failed: parley tasks show ${first}\n`,
  });
  await world.run(["tasks", "skip", first]);
  expect((await world.run(["inbox"])).stdout).toBe("nothing waits for you\n");
  expect(await next()).toMatchObject({ does: "start", id: second });
  expect(await overview(world)).toMatchObject({
    tasks: 3,
    skipped: 1,
    counts: { pending: 1, in_progress: 0, review: 0, completed: 1, disputed: 0, failed: 1 },
  });
  expect((await world.run(["board", "-q"])).stdout).toBe("[ ] 1  [-] 0  [o] 0  [x] 1  [!] 0  [F] 1\n");
});

test("open disputes are shown, and stop what is next where the settings say so", async () => {
  const world = await newProject();
  const task = await add(world, "Log in");
  await add(world, "Pay");
  await world.run(["tasks", "update", task, "--status", "review"]);
  const raised = ["--reason", "security_concern", "--position", "no rate limit"];
  expect((await world.run(["dispute", "create", task, ...raised])).code).toBe(0);
  expect(await overview(world)).toMatchObject({
    counts: { disputed: 1 },
    next: { does: "start", title: "Pay" },
    disputes: { open: 1, stale: 0, list: [{ taskId: task, reason: "security_concern", stale: false }] },
  });
  const shown = words(await world.run(["board"]));
  expect(shown).toContain("disputes 1 open");
  expect(shown).toContain("Log in security_concern 0 days");
  await world.run(["config", "set", "disputes.onMajor", "stop"]);
  expect(words(await world.run(["board"]))).toContain("disputes.onMajor is stop");
});

test("all of it stays on one screen, however much there is", async () => {
  const world = await newProject();
  const lines = Array.from({ length: 60 }, (_, number) => `## Part ${number}\n\n- [ ] Task ${number}\n`);
  world.write(`${world.project}/TODO.md`, lines.join("\n"));
  await world.run(["tasks", "import", "TODO.md"]);
  const { stdout } = await world.run(["board"]);
  expect(stdout.split("\n").length).toBeLessThanOrEqual(24);
  expect(stdout).toContain("and 50 sections more");
});

test("a task that waits for an answer is not next, and is named as what everything waits for", async () => {
  const { world } = await rejectedWorld();
  expect(await overview(world)).toMatchObject({
    next: { does: "nothing", why: `${PAGE.id} waits for your answer: parley inbox` },
  });
});
