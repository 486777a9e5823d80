// What the model behind a real agent does.

import { documentFor, documentNameFor } from "../fake-model/refine-documents.ts";
import type { Action, Scenarios, Step } from "../fake-model/scenario.ts";
import { SAY_DOCUMENT, SAY_DONE, SCENARIOS, WRITE_DOCUMENT } from "../fake-model/scenarios.ts";
import { type TaskInPrompt, taskInPrompt } from "../fake-model/task-in-prompt.ts";
import type { Asked } from "../fake-model/wire.ts";
import { approveAfter, coderDocument, rejectDocument } from "../support/build-documents.ts";

/** A chunk each: enough time to kill parley in the middle of an answer. */
const SLOW_MS_PER_CHUNK = 150;

/** Where the project and the user's home lie: a model that wants more than it may must know where. */
export interface CasePlace {
  readonly project: string;
  readonly home: string;
}

/** Said by the first of two attempts, so that the second is known to remember it. */
export const FIRST_WORDS = "words-of-the-first-attempt";
export const INTRUDERS_FILE = "intruder.md";

/** Scenarios that know places or count are made for each project anew. */
export function realScenarios({ project, home }: CasePlace) {
  const force = (tool: "write" | "read", path: string): Step => ({ actions: [{ do: "force", tool, path }] });
  const intrusion = [
    force("read", `${project}/secret.md`),
    force("read", `${home}/secret.md`),
    force("write", `${project}/${INTRUDERS_FILE}`),
    force("write", `${home}/${INTRUDERS_FILE}`),
  ];
  const either = (asked: Asked): readonly Step[] =>
    isEngineer(asked) ? [WRITE_DOCUMENT, SAY_DONE] : [SAY_DOCUMENT];
  return {
    ...SCENARIOS,
    "slow-once": {
      ...SCENARIOS.engineer,
      faults: [{ fault: "slow", msPerChunk: SLOW_MS_PER_CHUNK, times: 1 }],
    },
    "either-role": { ...SCENARIOS.engineer, steps: either },
    "reviewer-intrudes": {
      ...SCENARIOS.engineer,
      steps: (asked: Asked) =>
        isEngineer(asked) ? either(asked) : [...intrusion, force("write", INTRUDERS_FILE), SAY_DOCUMENT],
    },
    "engineer-intrudes": {
      ...SCENARIOS.engineer,
      steps: (asked: Asked) => (isEngineer(asked) ? [...intrusion, ...either(asked)] : either(asked)),
    },
    "engineer-tells-environment": {
      ...SCENARIOS.engineer,
      steps: (asked: Asked) =>
        isEngineer(asked)
          ? [{ actions: [{ do: "shell", command: "env" }] }, ...either(asked)]
          : either(asked),
    },
    "says-slowly": {
      steps: [{ actions: [{ do: "say", text: "A sentence that takes its time. ".repeat(40) }] }],
      faults: [{ fault: "slow", msPerChunk: SLOW_MS_PER_CHUNK }],
    },
    "second-attempt": secondAttempt(intrusion),
    builds: { steps: buildSteps, hears: "# The task" },
  } as const satisfies Scenarios;
}

/** The first review finds something, the second that it is mended: each knows by what the prompt says of the finding. */
function buildSteps({ system, prompt }: Asked): readonly Step[] {
  const asksAgain = /^`?F1`?\b/m.test(prompt) || prompt.includes("F1 (");
  if (!`${system}\n${prompt}`.includes("You are the Coder"))
    return [say(asksAgain ? approveAfter("F1") : rejectDocument({ place: BUILT_FILE }))];
  const document = asksAgain ? coderDocument({ F1: `FIXED | ${BUILT_FILE}` }) : coderDocument();
  return [
    // A file that is there already some write only once they have read it.
    { actions: [{ do: "write", path: asksAgain ? MENDED_FILE : BUILT_FILE, text: "made\n" }] },
    { actions: [{ do: "write", path: ".parley-out/coder.md", text: document }] },
    say("It is done."),
  ];
}

const say = (text: string): Step => ({ actions: [{ do: "say", text }] });

/** What a build makes. */
export const BUILT_FILE = "src/added.txt";
export const MENDED_FILE = "src/mended.txt";

function isEngineer(asked: Asked): boolean {
  return taskIn(asked)?.role === "engineer";
}

/** Where an agent has a system prompt, its role is told there. */
function taskIn({ system, prompt }: Asked): TaskInPrompt | null {
  return taskInPrompt(`${system}\n${prompt}`);
}

/**
 * Hands in what no gate takes, and then what was asked for first: a retry may be told no more than its correction. Before
 * that it tries whether it may do more the second time.
 */
function secondAttempt(intrusion: readonly Step[]): { readonly steps: (asked: Asked) => readonly Step[] } {
  let first: Asked | null = null;
  return {
    steps: (asked) => {
      first ??= taskIn(asked) === null ? null : asked;
      if (first === null) return [SAY_DONE];
      const task = first;
      const isFirst = asked.prompt === task.prompt;
      const text = isFirst ? "# Nothing of what was asked for\n" : documentFor(task);
      const { usage = {} } = WRITE_DOCUMENT;
      const write: Action = { do: "write", path: documentNameFor(task), text };
      return [
        ...(isFirst ? [] : intrusion),
        { actions: [{ do: "say", text: isFirst ? FIRST_WORDS : "Once more." }, write], usage },
        SAY_DONE,
      ];
    },
  };
}

export type ScenarioName = keyof ReturnType<typeof realScenarios>;
