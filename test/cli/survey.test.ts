// The survey from the command line: by default before a session, and alone.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { HOLLOW_SECTION } from "../fake-model/refine-documents.ts";
import { approval, READY, resolution } from "../support/session-world.ts";
import { type HoleText, surveyText } from "../support/survey-text.ts";
import { SPEC } from "./agent-programs.ts";
import { documentOf, errorOf, newWorld, type World } from "./world.ts";

const GAP = "GAP-TODO-001";
const HOLLOW = `${SPEC}${HOLLOW_SECTION}`;
const HOLE = { title: "Where are failures logged?", place: "Logging", passage: "Failures are logged." };
const FOUND = surveyText([HOLE], ["Calls"]);
const NOTHING = surveyText([], ["Calls", "Logging"]);

interface Step {
  readonly on: { readonly purpose: string; readonly launch?: number };
  readonly write: string;
  readonly delayMs?: number;
}

/** A world whose Reviewer is a script with these steps of a survey. */
function scripted(surveys: readonly Step[], spec = HOLLOW): World {
  const world = newWorld();
  world.write(join(world.project, "calls.md"), spec);
  const steps = (name: string, what: readonly Step[]) =>
    world.write(join(world.project, `${name}.json`), JSON.stringify({ steps: what }));
  steps("engineer", [{ on: { purpose: "engineer" }, write: resolution([GAP]) }]);
  steps("reviewer", [
    ...surveys,
    { on: { purpose: "reviewer" }, write: approval([GAP]) },
    { on: { purpose: "final" }, write: READY },
  ]);
  return world;
}

const ROLES = ["--engineer", "player:engineer.json", "--reviewer", "player:reviewer.json"];
const saying = (text: string): readonly Step[] => [{ on: { purpose: "survey" }, write: text }];

interface Logged {
  readonly type: string;
  readonly data: { readonly outcome?: string };
}

async function eventsOf(world: World): Promise<readonly string[]> {
  const history = documentOf(await world.run(["history", "--json"])) as readonly Logged[];
  return history.map(({ type }) => type).filter((type) => type.startsWith("Survey"));
}

const flat = (text: string): string => text.replaceAll(/\s+/g, " ");

describe("refine", () => {
  /** claude, as far as a session needs it. */
  function claudeWorld(): World {
    const world = newWorld();
    world.write(join(world.project, "calls.md"), HOLLOW);
    world.program(
      "claude",
      `#!/bin/sh
if [ "$1" = --version ]; then echo '2.1.325 (Claude Code)'; exit 0; fi
exec '${process.execPath}' '${resolve("test/.build/refining-claude.mjs")}' '${join(world.root, "agents.log")}' 0 "$@"
`,
    );
    return world;
  }
  const CLAUDE = ["--engineer", "claude", "--reviewer", "claude", "--no-input"];

  test("given an agent as Reviewer, then it surveys first, and what it finds is finished like the rest", async () => {
    const world = claudeWorld();
    const ended = await world.run(["refine", "calls.md", ...CLAUDE]);
    expect(ended, ended.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("COMPLETE") });
    expect(ended.stderr).toMatch(/ Survey \(claude\)$/m);
    expect(await eventsOf(world)).toEqual([
      "SurveyRequested",
      "SurveyTaken",
      "SurveyJoined",
      "SurveySettled",
    ]);
    const finished = world.read(join(world.project, "calls_v1.md"));
    expect(finished).toContain("kept for thirty days");
    expect(finished).toContain("at most three times");
    expect((await world.run(["replay"])).code).toBe(0);
    // The Engineer's agent is asked for a second opinion only where that is wished for.
    expect(world.read(join(world.root, "agents.log"))).not.toContain("/second-survey/");
  });

  test.each([
    ["false", [], 0],
    ["true", ["survey"], 1],
    ["both", ["survey", "second-survey"], 2],
  ])("--survey %s asks %j", async (which, purposes, calls) => {
    const world = claudeWorld();
    world.write(world.userConfig, `refine:\n  survey: ${which === "false"}\n`);
    const ended = await world.run(["refine", "calls.md", ...CLAUDE, "--survey", which]);
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    const began = world.read(join(world.root, "agents.log")).match(/(?<=^began \S+\/0\.0\/)[\w-]+/gm) ?? [];
    expect(began.toSorted()).toEqual([...purposes].toSorted());
    expect(began).toHaveLength(calls);
  });

  test("refuses any other word for --survey before anything begins", async () => {
    const world = scripted([]);
    const ended = await world.run(["refine", "calls.md", ...ROLES, "--survey", "maybe", "--json"]);
    expect([ended.code, errorOf(ended).code]).toEqual([2, "survey"]);
    expect(errorOf(ended).fix).toContain("--survey both");
    expect(existsSync(join(world.project, ".parley"))).toBe(false);
  });

  test("given a script as Reviewer, then there is a survey only where somebody says so", async () => {
    const world = scripted(saying(FOUND));
    expect((await world.run(["refine", "calls.md", ...ROLES])).code).toBe(0);
    expect(await eventsOf(world)).toEqual([]);
    world.write(world.userConfig, "refine:\n  survey: true\n");
    const asked = await world.run(["refine", "calls.md", ...ROLES, "--name", "again", "--until", "round"]);
    expect(asked.stderr).toContain("Survey (player:");
  });

  test("given three surveys that fail the gate, then the run says so and goes on with the linter's", async () => {
    const world = scripted(saying("All is well.\n"));
    const ended = await world.run(["refine", "calls.md", ...ROLES, "--survey", "true"]);
    expect(ended.code, ended.stderr).toBe(0);
    expect(flat(ended.stderr)).toContain("left out: 3 attempts did not pass the gate");
    const status = world.read(join(world.project, ".parley/sessions/calls/status.md"));
    expect(status).toContain("left out: 3 attempts did not pass the gate");
  });
});

describe("survey", () => {
  test("lists what was found by section, changes nothing, and says how to go on", async () => {
    const world = scripted(saying(FOUND));
    const ended = await world.run(["survey", "calls.md", ...ROLES]);
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toContain("Survey (player:");
    for (const said of ["Calls > Logging", "GAP-SURVEY-001", HOLE.title, GAP, "parley resume calls"])
      expect(ended.stdout).toContain(said);
    expect(ended.stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(await eventsOf(world)).toEqual(["SurveyRequested", "SurveyTaken", "SurveyJoined"]);
    expect((await world.run(["answer", "Q1", "lint-only"])).code).toBe(0);
    expect((await world.run(["resume"])).code).toBe(0);
  });

  test("what it prints to take them up works as printed, beside another session", async () => {
    const world = scripted(saying(FOUND));
    for (const name of ["calls", "other"]) await world.run(["survey", "calls.md", ...ROLES, "--name", name]);
    const shown = (await world.run(["inbox"])).stdout;
    for (const said of ["GAP-SURVEY-001", "drop GAP-"]) expect(flat(shown)).toContain(said);
    const { code, stderr } = await world.run(["answer", "Q1", "start", "--session", "calls"]);
    expect(code, stderr).toBe(0);
  });

  test("given nothing found, then that is said, with an exit code of success", async () => {
    const world = scripted(saying(NOTHING));
    const ended = await world.run(["survey", "calls.md", ...ROLES]);
    expect(ended.code).toBe(0);
    expect(flat(ended.stdout)).toContain("The survey found 0 gaps that nothing in the specification marks");
    const data = documentOf(await world.run(["survey", "calls.md", ...ROLES, "--name", "two", "--json"]));
    expect(data).toMatchObject({ surveys: 1, leftOut: 0, gaps: [{ gap: GAP, foundBy: ["linter"] }] });
  });

  test("given nothing marked and nothing found, then there is nothing to go on with", async () => {
    const world = scripted(saying(surveyText([], ["Calls", "Logging"])), `# Calls\n${HOLLOW_SECTION}`);
    const ended = await world.run(["survey", "calls.md", ...ROLES, "--json"]);
    expect([ended.code, documentOf(ended)]).toMatchObject([0, { surveys: 1, gaps: [] }]);
  });

  test("given two hundred holes, then the gravest are listed and the rest is counted", async () => {
    const many: readonly HoleText[] = Array.from({ length: 200 }, (_, index) => ({
      title: `Which value number ${index + 1000} holds for subject ${index * 7 + 3}?`,
      severity: index % 50 === 49 ? "CRITICAL" : "MEDIUM",
      place: "Logging",
    }));
    const world = scripted(saying(surveyText(many, ["Calls"])));
    const ended = await world.run(["survey", "calls.md", ...ROLES, "--json"]);
    const { gaps, leftOut } = documentOf(ended) as { gaps: { severity: string }[]; leftOut: number };
    expect([ended.code, gaps.length, leftOut]).toEqual([0, 31, 170]);
    expect(gaps.filter(({ severity }) => severity === "CRITICAL")).toHaveLength(4);
    const shown = await world.run(["survey", "calls.md", ...ROLES, "--name", "two"]);
    expect(flat(shown.stdout)).toContain("170 further ones of less weight are left out");
  });

  test("given a Reviewer that fails three times, then it exits with 1 and says what did not pass", async () => {
    const world = scripted(saying("All is well.\n"));
    const ended = await world.run(["survey", "calls.md", ...ROLES]);
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain("No survey passed its gate.");
    expect(ended.stderr).toContain("NO_GAPS_FOUND");
    const json = await world.run(["survey", "calls.md", ...ROLES, "--name", "two", "--json"]);
    expect([json.code, documentOf(json)]).toMatchObject([1, { surveys: 0 }]);
  });

  test("given an interruption, then nothing is lost and resume goes on with the survey", async () => {
    const slow = { on: { purpose: "survey", launch: 1 }, delayMs: 60_000, write: FOUND };
    const world = scripted([slow, ...saying(FOUND)]);
    const parley = world.begin(["survey", "calls.md", ...ROLES, "--json"]);
    await parley.says(/ Survey \(player:/);
    parley.interrupt();
    await parley.says(/once more|again/i);
    parley.interrupt();
    expect(await parley.ended).toMatchObject({ code: 130, signal: null });
    const ended = await world.run(["resume", "--json"]);
    expect([ended.code, documentOf(ended)]).toMatchObject([
      7,
      { status: { questions: [{ kind: "survey" }] } },
    ]);
    expect((await eventsOf(world)).filter((type) => type === "SurveyTaken")).toHaveLength(1);
  });

  test.each([
    ["nobody to read it", ["survey", "calls.md"], 3, "no-agent"],
    [
      "a script that is not there",
      ["survey", "calls.md", "--reviewer", "player:none.json", ...ROLES.slice(0, 2)],
      4,
      "no-player",
    ],
    ["no such spec", ["survey", "none.md", ...ROLES], 4, "no-file"],
  ])("given %s, then nothing begins and it says what to do", async (_, args, code, word) => {
    const world = scripted([]);
    const ended = await world.run([...args, "--json"]);
    expect([ended.code, errorOf(ended).code], ended.stdout).toEqual([code, word]);
    expect(existsSync(join(world.project, ".parley"))).toBe(false);
  });
});
