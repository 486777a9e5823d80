import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { crossProblems } from "./cross-checks.ts";
import { withKey } from "./edit-text.ts";
import { keyPathOf, keyText } from "./key-tree.ts";
import { layerOf } from "./layers.ts";
import { configSchema } from "./schema.ts";

const problemsOf = (settings: Parameters<typeof configSchema.parse>[0]) =>
  crossProblems(configSchema.parse(settings)).map(({ path, message }) => `${path.join(".")}: ${message}`);

describe("settings of agents that contradict each other", () => {
  test.each([
    [
      "a fallback nobody knows",
      { roles: { fallback: { reviewer: ["codex", "cursor"] } } },
      "roles.fallback.reviewer.1: roles.fallback.reviewer.1 names the agent cursor, which does not exist",
    ],
    [
      "a name of one's own without a kind",
      { agents: { mine: { model: "m" } } },
      "agents.mine: agents.mine needs kind: how it is driven",
    ],
    [
      "a server that is not described",
      { agents: { claude: { api: "mine" } } },
      "agents.claude.api: agents.claude is of kind claude, but there is no api.mine",
    ],
    [
      "a server in another language",
      { agents: { claude: { api: "openai" } } },
      "agents.claude.api: agents.claude: claude speaks anthropic-messages, but api.openai is openai-responses",
    ],
    [
      "a server for what cannot be pointed",
      { agents: { other: { kind: "acp", command: "x", api: "openai" } } },
      "agents.other.api: agents.other is of kind acp, which parley cannot point at a model server",
    ],
    [
      "a protocol that only an agent speaks",
      { agents: { g: { kind: "api" } }, api: { g: { protocol: "gemini", keyEnv: "G_KEY", model: "m" } } },
      "agents.g: agents.g is of kind api, and parley does not speak gemini, as api.g does",
    ],
    [
      "an effort that the agent does not know",
      { agents: { codex: { effort: "max" } } },
      "agents.codex.effort: agents.codex.effort is max, which codex does not know",
    ],
    [
      "an effort for what cannot be told",
      { agents: { gemini: { effort: "high" } } },
      "agents.gemini.effort: agents.gemini is of kind gemini, which cannot be told how hard to think",
    ],
  ])("%s", (_, settings, problem) => {
    expect(problemsOf(settings)).toEqual([problem]);
  });

  test("names that stand for themselves need no entry and no kind; a price for nothing is no problem", () => {
    expect(
      problemsOf({
        roles: {
          engineer: "claude",
          reviewer: "openai",
          fallback: { engineer: ["anthropic", "human", "player:a.yaml"] },
        },
        agents: { claude: { model: "m" }, openai: { model: "m" }, codex: { api: "openai" } },
        prices: { "any/model:v1.5": { input: 1, output: 2 } },
      }),
    ).toEqual([]);
  });
});

describe("the address of a model server", () => {
  const problemsAt = (baseUrl: string) => {
    const text = `api:\n  mine: { protocol: openai-chat, keyEnv: MY_KEY, baseUrl: "${baseUrl}" }\n`;
    const layer = layerOf("project", "c.yaml", text);
    return "problems" in layer ? layer.problems : [];
  };

  test.each(["http://localhost:1234/v1", "https://host.example", "https://host.example/a/b/"])(
    "%s is one",
    (baseUrl) => {
      expect(problemsAt(baseUrl)).toEqual([]);
    },
  );

  test.each([
    "https://host.example/v1?key=abc",
    "https://host.example/v1?",
    "https://host.example?key=abc",
    "https://host.example/v1#abc",
  ])("%s is refused, because a key could stand there, and not said again", (baseUrl) => {
    const problems = problemsAt(baseUrl);
    expect(problems).toMatchObject([
      { message: expect.stringMatching(/api\.mine\.baseUrl must be .* without .*\? or #.*not this text$/) },
    ]);
    expect(JSON.stringify(problems)).not.toContain("abc");
  });
});

describe("a key with a dot in a name", () => {
  test("is written in quotes, and found again", () => {
    expect(keyText(["prices", "gpt-4.1", "input"])).toBe('prices."gpt-4.1".input');
    expect(keyPathOf('prices."gpt-4.1".input')).toEqual(["prices", "gpt-4.1", "input"]);
    expect(keyPathOf("refine.maxRounds")).toEqual(["refine", "maxRounds"]);
    expect(keyPathOf("refine.")).toEqual(["refine", ""]);
    expect(keyPathOf("")).toEqual([""]);
    expect(keyPathOf(".")).toEqual(["", ""]);
  });

  test("whatever the names, text and path are the same key", () => {
    const part = fc.stringMatching(/^[A-Za-z0-9][\w.:/@+-]*$/);
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (path) => {
        expect(keyPathOf(keyText(path))).toEqual(path);
      }),
    );
  });

  test("a price goes into the file under the model's own name, and the rest stays", () => {
    const edited = withKey("# mine\nroles:\n  engineer: claude\n", keyPathOf('prices."gpt-4.1"'), {
      input: 2,
      output: 8,
    });
    expect(edited).toEqual({
      at: "edited",
      text: "# mine\nroles:\n  engineer: claude\nprices:\n  gpt-4.1:\n    input: 2\n    output: 8\n",
    });
  });

  test("what is no model's name is refused with what one is made of", () => {
    expect(layerOf("project", "c.yaml", "prices: { 'my model': { input: 1, output: 1 } }\n")).toMatchObject({
      problems: [
        {
          message: expect.stringContaining("my model is not a name: use letters, digits and any of"),
          place: "c.yaml:1:11",
        },
      ],
    });
  });
});
