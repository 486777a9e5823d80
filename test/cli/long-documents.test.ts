// While a document as long as the gate lets pass is read, the program hears Ctrl-C, keeps its lease and draws.
import { execFile } from "node:child_process";
import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { hostileReview, longResolution, shortResolution } from "../support/long-documents.ts";
import { CTRL_C, inTerminal, type Terminal } from "../support/pseudo-terminal.ts";
import { newWorld, PROGRAM_FILE, type World } from "./world.ts";

const GAP = "GAP-CLARIFY-001";

/** How long Ctrl-C may take to be heard on a machine that has much else to do; alone it is some milliseconds. */
const HEARD_MS_MAX = 5_000;

/** An agent as a script: a step answers every call of its role. */
function player(purpose: string, document: string): string {
  return `steps:\n  - on: { purpose: ${purpose} }\n    write: ${JSON.stringify(document)}\n`;
}

function worldWith(documents: { readonly engineer: string; readonly reviewer: string }): World {
  const world = newWorld();
  cpSync(resolve("test/fixtures/checkout/checkout.md"), join(world.project, "checkout.md"));
  world.write(join(world.project, "engineer.yaml"), player("engineer", documents.engineer));
  world.write(join(world.project, "reviewer.yaml"), player("reviewer", documents.reviewer));
  return world;
}

const AGENTS = ["--engineer", "player:engineer.yaml", "--reviewer", "player:reviewer.yaml"];

function refining(world: World): Terminal {
  const env = { HOME: world.home, PATH: "/usr/bin:/bin", TERM: "xterm", SHELL: "/bin/sh" };
  return inTerminal([process.execPath, PROGRAM_FILE, "refine", "checkout.md", ...AGENTS], {
    cwd: world.project,
    env,
  });
}

/** What the program is found reading is not read yet when it hears of Ctrl-C. */
async function interrupted(terminal: Terminal, what: string): Promise<void> {
  await terminal.shows("bytes: reading them");
  const pressedMs = performance.now();
  terminal.type(CTRL_C);
  const heardMs = (await terminal.shows("finishing cleanly")) - pressedMs;
  const shown = terminal.text();
  console.log(`Ctrl-C while 2 MB of ${what} are read: heard after ${Math.round(heardMs)} ms`);
  expect(shown.slice(shown.indexOf("reading them"))).not.toContain(" ok, ");
  expect(heardMs).toBeLessThan(HEARD_MS_MAX);
}

test("given 2 MB of ordinary text being read, when Ctrl-C is pressed, then it is heard at once and the text still recorded", async () => {
  const world = worldWith({ engineer: longResolution(GAP), reviewer: "" });
  const terminal = refining(world);
  await interrupted(terminal, "ordinary text");
  expect(await terminal.ended).toBe(130);
  expect(terminal.text()).toContain("was stopped; nothing is lost");
  expect((await world.run(["history"])).stdout).toContain("Engineer: VALID");
  expect((await world.run(["replay", "--json"])).stdout).toContain('"identical"');
});

test("given 2 MB of hostile text being read, when Ctrl-C is pressed twice, then nobody waits for the rest of it", async () => {
  const world = worldWith({ engineer: shortResolution(GAP), reviewer: hostileReview(GAP) });
  const terminal = refining(world);
  await interrupted(terminal, "hostile text");
  terminal.type(CTRL_C);
  expect(await terminal.ended).toBe(130);
  expect(terminal.text().split("reading them")[1]).not.toContain(" ok, ");
  // It is neither lost nor taken for an answer.
  expect((await world.run(["history"])).stdout).not.toContain("Reviewer: ");
  expect((await world.run(["replay", "--json"])).stdout).toContain('"identical"');
});

/** Of the main thread's own processor time, which other work on the machine does not add to. */
const BLOCK_MS_MAX = 1_000;

test("given a checklist of 2 MB, when it is taken in and written, then the program goes on hearing", async () => {
  const world = newWorld();
  await world.run(["init"]);
  const items = 28_000;
  const list = Array.from(
    { length: items },
    (_, n) => `- [ ] Write part ${n} of the program, with its tests and its page`,
  );
  world.write(join(world.project, "list.md"), `# Tasks\n\n${list.join("\n")}\n`);
  const block = join(world.root, "block");
  const probe = ["--require", resolve("bench/event-loop-probe.cjs")];
  const hearing = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, [...probe, PROGRAM_FILE, ...args], {
      cwd: world.project,
      env: { HOME: world.home, PATH: "/usr/bin:/bin", LONGEST_BLOCK_FILE: block },
    });
    const longestMs = Number(world.read(block));
    console.log(`${args.join(" ")}: the event loop stood still for ${Math.round(longestMs)} ms at most`);
    expect(longestMs).toBeLessThan(BLOCK_MS_MAX);
    return stdout;
  };
  expect(await hearing("tasks", "import", "list.md")).toContain(`${items} tasks added, 1 section new`);
  const again = await world.run(["tasks", "import", "list.md", "--update"]);
  expect(again.stdout).toContain(`0 tasks added, 0 sections new, ${items} known already`);
  expect(await hearing("tasks", "export", "copy.md")).toContain(`0 changed, ${items} added`);
});
