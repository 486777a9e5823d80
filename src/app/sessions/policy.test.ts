import { describe, expect, test } from "vitest";
import { isFailure } from "../failure.ts";
import { parsePolicy } from "./policy.ts";

function refusal(text: string) {
  const parsed = parsePolicy("answers.yaml", text);
  if (!isFailure(parsed)) throw new Error("it was taken");
  return parsed;
}

describe("given a policy file that is not one", () => {
  test.each([
    ["", "the policy must be a map with the key answers, not nothing", "answers.yaml:1"],
    ["- a\n", "the policy must be a map with the key answers, not a list", "answers.yaml:1"],
    ["answer: []\nanswers: []\n", "the policy has an unknown key answer", "answers.yaml:1"],
    ["answers:\n", "answers must be a list, not nothing", "answers.yaml:1"],
    ["answers:\n  - option: skip\n", "answer 1 has no kind: one of escalation", "answers.yaml:2"],
    [
      "answers:\n  - kind: gate\n    option: back\n  - kind: gat\n    option: back\n",
      "kind of answer 2 must be one of escalation",
      "answers.yaml:4",
    ],
    ["answers:\n  - kind: gate\n    option: 7\n", "option of answer 1 must be text, not 7", "answers.yaml:3"],
    [
      "answers:\n  - kind: gate\n    option: back\n    max: 0\n",
      "max of answer 1 must be 1 or more, not 0",
      "answers.yaml:4",
    ],
    [
      "answers:\n  - kind: gate\n    option: back\n    gaps: [one]\n",
      'gaps of answer 1 must be a gap\'s id, as in GAP-FLOW-001, not "one"',
      "answers.yaml:4",
    ],
    ["answers:\n  - kind: gate\n    option: skip\n", "a gate question has no option skip", "answers.yaml:3"],
    ["answers: *nowhere\n", "not valid YAML", "answers.yaml"],
  ])("when it is %j, then it says so in a sentence, with the place", (text, message, place) => {
    const { failed, ...told } = refusal(text);
    expect(failed).toBe("config");
    expect(told.message).toContain(message);
    expect(told.place).toBe(place);
  });

  test("when a word is nearly right, then the right one is named", () => {
    expect(refusal("answers:\n  - kind: gat\n    option: back\n").fix).toBe("did you mean gate?");
  });
});
