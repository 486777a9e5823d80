import { describe, expect, test } from "vitest";
import { combine, layerOf, type ReadLayer, type ValidLayer } from "./layers.ts";
import { PROBLEMS_MAX } from "./raw-config.ts";

function problemsOf(read: ReadLayer): string[] {
  if (read === "missing" || !("problems" in read)) return [];
  return read.problems.map(({ place, message, fix }) => [place, message, fix].filter(Boolean).join(" | "));
}

describe("one file", () => {
  test.each([
    [
      "an unknown key",
      "refine:\n  gapsPerRoun: 2\n",
      "f:2:3 | unknown key refine.gapsPerRoun | did you mean refine.gapsPerRound?",
    ],
    ["an unknown section", "refin: {}\n", "f:1:1 | unknown key refin | did you mean refine?"],
    [
      "a key without its section",
      "maxRounds: 3\n",
      "f:1:1 | unknown key maxRounds | did you mean refine.maxRounds?",
    ],
    [
      "a key that resembles nothing",
      "build:\n  zzz: 3\n",
      "f:2:3 | unknown key build.zzz | known here: setup, command, testCommand, detect, minutes, target, parallel, shell",
    ],
    [
      "a branch that git would not take",
      "build:\n  target: main..x\n",
      'f:2:11 | build.target must be the name of a branch, not "main..x"',
    ],
    [
      "a wrong type",
      "refine:\n  maxRounds: many\n",
      'f:2:14 | refine.maxRounds must be a whole number from 1 to 99, not "many"',
    ],
    [
      "a fraction",
      "refine:\n  maxRounds: 1.5\n",
      "f:2:14 | refine.maxRounds must be a whole number from 1 to 99, not 1.5",
    ],
    [
      "infinity",
      "limits: { run: { usd: .inf } }\n",
      "f:1:23 | limits.run.usd must be a number above 0, not Infinity",
    ],
    [
      "too much",
      "refine: { parallelGaps: 9 }\n",
      "f:1:25 | refine.parallelGaps must be a whole number from 1 to 4, not 9",
    ],
    [
      "a choice that is none",
      "rollback: { mode: auto }\n",
      'f:1:19 | rollback.mode must be one of INTERACTIVE, AUTO_RETRY, STRICT, not "auto" | did you mean AUTO_RETRY?',
    ],
    [
      "nothing",
      "refine:\n  maxRounds:\n",
      "f:2:13 | refine.maxRounds must be a whole number from 1 to 99, not nothing | give it a value, or remove the line",
    ],
    ["a list for a map", "refine:\n  - 1\n", "f:2:3 | refine must be a map of keys, not a list"],
    ["a list as the file", "- 1\n", "f:1:1 | the file must be a map of keys, not a list"],
    ["text as the file", "hello\n", 'f:1:1 | the file must be a map of keys, not "hello"'],
    ["a map for a list", "hooks: { on: x }\n", "f:1:8 | hooks must be a list, not a map"],
    [
      "in a list",
      "hooks:\n  - on: task.failed\n    rum: y\n",
      "f:3:5 | unknown key hooks.0.rum | did you mean hooks.0.run?",
    ],
    [
      "an event that there is not",
      "hooks:\n  - on: task.complete\n    run: y\n",
      'f:2:9 | hooks.0.on must be one of task.completed, task.disputed, task.failed, dispute.opened, dispute.resolved, dispute.stale, question.asked, session.ended, not "task.complete" | did you mean task.completed?',
    ],
    [
      "a missing key",
      "api:\n  mine: { keyEnv: MY_KEY }\n",
      "f:2:3 | api.mine needs protocol: one of anthropic-messages, openai-responses, openai-chat, gemini",
    ],
    [
      "a bad name",
      "agents:\n  'a b': { kind: codex }\n",
      "f:2:3 | a b is not a name: use letters, digits, - and _",
    ],
    [
      "the prototype",
      "__proto__: { x: 1 }\n",
      "f:1:1 | unknown key __proto__ | known here: roles, agents, api, prices, limits, refine, rollback, build, disputes, lint, hooks",
    ],
    ["a duplicate", "refine: {}\nrefine: {}\n", "f:2:1 | the key refine stands here a second time"],
    ["a tab", "refine:\n\tmaxRounds: 2\n", "f:2:1 | tabs cannot indent YAML; use spaces"],
    ["a tag", "refine: !secret {}\n", "f:1:9 | not valid YAML: Unresolved tag: !secret"],
    ["a list as a key", "? [a]\n: 1\n", "f:1:3 | a key must be plain text"],
    [
      "a second document",
      "refine: {}\n---\nroles: {}\n",
      "f:2:1 | a second YAML document begins here; a config file is one document",
    ],
    ["an alias bomb", aliasBomb(), "f | too many aliases (*name)"],
    [
      "an alias to nothing",
      "refine: *x\n",
      "f | Unresolved alias (the anchor must be set before the alias): x",
    ],
    ["nesting in brackets", `x:\n${"[".repeat(50_000)}`, "f:2:33 | nested deeper than 32 levels"],
    ["nesting in dashes", "- ".repeat(30_000), "f:1:65 | nested deeper than 32 levels"],
    ["nesting in question marks", "? ".repeat(30_000), "f:1:65 | nested deeper than 32 levels"],
    ["after a byte order mark", "\uFEFFrefin: 1\n", "f:1:1 | unknown key refin | did you mean refine?"],
    [
      "with Windows line ends",
      "refine:\r\n  x: 1\r\n",
      "f:2:3 | unknown key refine.x | known here: gapsPerRound, parallelGaps, maxRounds, hardLimit, stallThreshold, divergenceThreshold, survey, surveyMax, remarksRound, criticalOverride, semanticOverlapMinimum, unaddressedHighThreshold, unaddressedCriticalThreshold, patternThreshold, readProject",
    ],
  ])("%s", (_, text, problem) => {
    expect(problemsOf(layerOf("project", "f", text))[0]).toBe(problem);
  });

  test("all problems, in the order of the file", () => {
    const text = "refine:\n  maxRound: 1\n  parallelGaps: x\nrole: {}\nhooks: 3\n";
    const places = problemsOf(layerOf("project", "f", text)).map((line) => line.split(" ")[0]);
    expect(places).toEqual(["f:2:3", "f:3:17", "f:4:1", "f:5:8"]);
  });

  test("a torn file is told in bounded words", () => {
    expect(problemsOf(layerOf("project", "f", "a: ]\n".repeat(10_000))).length).toBe(PROBLEMS_MAX + 1);
  });
});

function valid(layer: "user" | "project", text: string): ValidLayer {
  const read = layerOf(layer, layer, text);
  if ("problems" in read) throw new Error(problemsOf(read).join("\n"));
  return read;
}

describe("files together", () => {
  test("maps are joined, lists and values replaced", () => {
    const combined = combine([
      valid(
        "user",
        "agents:\n  a: { kind: codex, args: [x, y], model: m }\nhooks: [{ on: task.failed, run: r }]\n",
      ),
      valid("project", "agents:\n  a: { kind: codex, args: [z] }\nhooks: []\n"),
    ]);
    expect(combined).toMatchObject({
      values: { agents: { a: { kind: "codex", args: ["z"], model: "m" } }, hooks: [] },
      origins: { "agents.a.args": "project", "agents.a.model": "user", hooks: "project", api: "default" },
    });
  });

  test.each([
    ["roles: { coder: nobody }", "project:1:17"],
    ["agents: { human: { kind: codex } }", "project:1:11"],
    ["agents: { a: { kind: acp } }", "project:1:11"],
    ["agents: { a: { kind: api } }", "project:1:11"],
    ["agents: { a: { kind: api, api: b } }", "project:1:32"],
    ["agents: { a: { model: m } }", "project:1:11"],
    ["agents: { codex: { api: anthropic } }", "project:1:25"],
    ["roles: { fallback: { reviewer: [codex, nobody] } }", "project:1:40"],
    ["refine: { maxRounds: 60 }", "project:1:22"],
    ["disputes: { alertOnStale: webhook }", "project:1:27"],
    ["hooks: [{ on: task.failed }]", "project:1:9"],
    ["hooks: [{ on: task.failed, run: r, post: 'https://h' }]", "project:1:9"],
  ])("%s contradicts itself", (text, place) => {
    const combined = combine([valid("project", text)]);
    expect("problems" in combined ? combined.problems.map((problem) => problem.place) : []).toEqual([place]);
  });

  test.each(["claude", "human", "player:demo.yaml", "mine"])("a role may be %s", (who) => {
    const combined = combine([
      valid("user", "agents: { mine: { kind: codex } }"),
      valid("project", `roles: { engineer: '${who}' }`),
    ]);
    expect("problems" in combined).toBe(false);
  });

  test("without any file the defaults of the spec hold", () => {
    expect(combine([])).toMatchObject({
      values: {
        refine: {
          parallelGaps: 1,
          hardLimit: 50,
          criticalOverride: true,
          semanticOverlapMinimum: 0.3,
          unaddressedHighThreshold: 2,
          unaddressedCriticalThreshold: 1,
          patternThreshold: 3,
        },
        rollback: {
          mode: "INTERACTIVE",
          backupRetentionRounds: 3,
          rollbackAnalysisThreshold: 2,
          maxRollbacksSession: 7,
        },
        disputes: { onMajor: "continue", timeoutDays: 7, alertOnStale: "log" },
      },
    });
  });
});

function aliasBomb(): string {
  const levels = "abcdefghi".split("");
  const lines = levels.map((name, index) => {
    const below = levels[index - 1];
    const items = below === undefined ? "x" : Array.from({ length: 9 }, () => `*${below}`).join(", ");
    return `  ${name}: &${name} [${items}]`;
  });
  return `refine:\n${lines.join("\n")}\n`;
}
