// The scenarios that are there for every test; the key fake-NAME chooses one.
import { documentFor, documentNameFor } from "./refine-documents.ts";
import type { PlannedFault, Scenario, Scenarios, Step } from "./scenario.ts";
import { IN_EVERY_PROMPT } from "./task-in-prompt.ts";

export const WRITE_DOCUMENT: Step = {
  actions: [
    { do: "say", text: "I write the document." },
    { do: "write", path: documentNameFor, text: documentFor },
  ],
  usage: { input: 2_000, cached: 500, output: 400 },
};

export const SAY_DONE: Step = {
  actions: [{ do: "say", text: "The document is written." }],
  usage: { input: 2_500, cached: 2_000, output: 20 },
};

export const SAY_DOCUMENT: Step = {
  actions: [{ do: "say", text: documentFor }],
  usage: { input: 2_000, cached: 500, output: 400 },
};

/** Either role in a session of two rounds, by what its prompt asks for. */
const WRITING: Scenario = { steps: [WRITE_DOCUMENT, SAY_DONE], hears: IN_EVERY_PROMPT };
const SAYING: Scenario = { steps: [SAY_DOCUMENT], hears: IN_EVERY_PROMPT };

function faulty(...faults: readonly PlannedFault[]): Scenario {
  return { ...WRITING, faults };
}

/** Where no role may write. */
const OUTSIDE = "/parley-outside/denied.md";

/** Longer than any test waits, short enough to be gone should it be forgotten. */
const STRAY_S = 600;

export const SCENARIOS = {
  engineer: WRITING,
  reviewer: WRITING,
  "engineer-says": SAYING,
  "reviewer-says": SAYING,
  "rate-limited-once": faulty({ fault: "status", status: 429, retryAfterS: 1, times: 1 }),
  "rate-limited-for-an-hour-once": faulty({ fault: "status", status: 429, retryAfterS: 3_600, times: 1 }),
  "rate-limited": faulty({ fault: "status", status: 429, retryAfterS: 3_600 }),
  "broken-once": faulty({ fault: "status", status: 500, times: 1 }),
  broken: faulty({ fault: "status", status: 500 }),
  unauthorised: faulty({ fault: "status", status: 401 }),
  hanging: faulty({ fault: "hang" }),
  cut: faulty({ fault: "cut", afterBytes: 600 }),
  "cut-once": faulty({ fault: "cut", afterBytes: 600, times: 1 }),
  slow: faulty({ fault: "slow", msPerChunk: 200 }),
  "too-long": faulty({ fault: "too-long" }),
  overloaded: faulty({ fault: "overloaded" }),
  refusing: faulty({ fault: "refusal" }),
  denied: {
    steps: [
      { actions: [{ do: "write", path: OUTSIDE, text: documentFor }] },
      { actions: [{ do: "say", text: "I was not allowed to write the document." }] },
    ],
    hears: IN_EVERY_PROMPT,
  },
  "background-process": {
    steps: [
      { actions: [{ do: "shell", command: `nohup sleep ${STRAY_S} > /dev/null 2>&1 &` }] },
      WRITE_DOCUMENT,
      SAY_DONE,
    ],
    hears: IN_EVERY_PROMPT,
  },
} as const satisfies Scenarios;
