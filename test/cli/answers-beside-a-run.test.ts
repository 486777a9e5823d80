import { cpSync, existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { until } from "../support/until.ts";
import { type Ended, newWorld, type World } from "./world.ts";

/** Each answer from elsewhere is a start of the program. */
const ELSEWHERE_MAX = 6;

test("given answers from several processes while a runner works, then no document is taken for a person's edit", async () => {
  const world = newWorld();
  cpSync(resolve("test/fixtures/checkout"), join(world.project, "players"), { recursive: true });
  const gaps = Array.from({ length: 6 }, (_, n) => `## Part ${n}\n\nTODO: say what part ${n} does.\n`);
  world.write(join(world.project, "spec.md"), `# Spec\n\n${gaps.join("\n")}`);
  const step = (n: number) =>
    `  - on: {purpose: engineer, round: ${n}}\n    delayMs: 300\n    write: |\n      BLOCKED_NEEDS_INPUT: GAP-TODO-00${n} - more\n`;
  const blocked = [1, 2, 3].map((round) =>
    [1, 2, 3, 4]
      .map((attempt) =>
        step(round)
          .replace(`round: ${round}}`, `round: ${round}, attempt: ${attempt}}`)
          .replace(`GAP-TODO-00${round}`, `GAP-TODO-00${attempt}`),
      )
      .join(""),
  );
  world.write(join(world.project, "blocked.yaml"), `steps:\n${blocked.join("")}`);
  const agents = ["--engineer", "player:blocked.yaml", "--reviewer", "player:players/reviewer.yaml"];
  const run = world.start(["refine", "spec.md", ...agents]);
  const session = join(world.project, ".parley/sessions/spec");
  await until("the session has a document", () => existsSync(join(session, "status.md")));
  const [here, elsewhere] = await Promise.all([
    answerUntil(run, (words) => world.run(words)),
    answerUntil(run, (words) => world.start(words), ELSEWHERE_MAX),
  ]);
  expect(here + elsewhere).toBeGreaterThan(0);
  const files = readdirSync(session, { recursive: true }).map(String);
  expect(files.filter((file) => /edited|unfinished|lock/.test(file))).toEqual([]);
  expect((await world.run(["replay"])).code).toBe(0);
});

/** One answer after the other until the run has ended, or so many were given; tells how many were taken. */
async function answerUntil(
  run: Promise<Ended>,
  answer: World["run"],
  max = Number.POSITIVE_INFINITY,
): Promise<number> {
  let over = false;
  void run.finally(() => {
    over = true;
  });
  let taken = 0;
  for (let n = 0; !over && n < max; n += 1) {
    const { code } = await answer(["answer", `Q${1 + (n % 4)}`, "defer", "--rationale", "later"]);
    if (code === 0) taken += 1;
  }
  return taken;
}
