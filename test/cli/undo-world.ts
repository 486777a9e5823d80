// A session of as many rounds as are wanted, a gap in each, that is stopped after one of them: rounds can be undone in it.
import { join } from "node:path";
import { expect } from "vitest";
import { READY, resolution } from "../support/session-world.ts";
import { playedOnce, type World } from "./world.ts";

const GAPS = 9;
const FOUND = Array.from({ length: GAPS }, (_, index) => `GAP-TODO-${String(index + 1).padStart(3, "0")}`);

/** Each gap, and what it may be split into. */
const ANSWERED = FOUND.flatMap((gap) => [gap, `${gap}a`, `${gap}b`]);

const SPEC = `# Spec\n\n${FOUND.map((_, n) => `## Part ${n + 1}\n\nTODO: say what this part does.\n`).join("\n")}`;

/** In two parts, so that it could be split. */
function proposal(gap: string): string {
  return resolution([gap], { text: "It waits three seconds." }).replace(
    "### Spec Text",
    "#### Restoring the state\n\nThree seconds.\n\n#### Screens for the user\n\nNone.\n\n### Spec Text",
  );
}

/** What the prompt asks for decides, since the same round may be done again with another gap. */
export const UNDO_STEPS = {
  engineer: ANSWERED.map((gap) => ({
    on: { purpose: "engineer", told: [`the first one first:\n\n- ${gap}: \``] },
    write: proposal(gap),
  })),
  reviewer: [
    { on: { purpose: "final" }, write: READY },
    {
      on: { purpose: "reviewer" },
      write:
        "## Review\n\nNO_ISSUES_FOUND\n\n### Scope Examined\n\n- the text and its examples\n\n**Verdict:** APPROVED\n",
    },
  ],
};

export const UNDO_AGENTS = ["--engineer", "player:engineer.yaml", "--reviewer", "player:reviewer.yaml"];

export interface UndoSettings {
  readonly rounds: number;
  /** Of the configuration. */
  readonly set?: Readonly<Record<string, string | number>>;
  readonly steps?: Partial<Record<keyof typeof UNDO_STEPS, readonly object[]>>;
}

/** The session `spec` after so many rounds. */
export async function playRounds(
  world: World,
  { rounds, set = {}, steps = {} }: UndoSettings,
): Promise<void> {
  world.write(join(world.project, "spec.md"), SPEC);
  for (const [role, own] of Object.entries({ ...UNDO_STEPS, ...steps }))
    world.write(join(world.project, `${role}.yaml`), JSON.stringify({ steps: own }));
  expect((await world.run(["init", "--quiet"])).code).toBe(0);
  const settings = { "refine.gapsPerRound": 1, "refine.stallThreshold": 9, ...set };
  for (const [name, value] of Object.entries(settings))
    expect((await world.run(["config", "set", name, `${value}`])).code).toBe(0);
  for (let round = 1; round <= rounds; round += 1) {
    const wanted = round === 1 ? ["refine", "spec.md", ...UNDO_AGENTS] : ["resume", "spec"];
    const ended = await world.run([...wanted, "--until", "round", "--quiet"]);
    expect(ended.code, ended.stderr).toBe(0);
  }
}

export function undoWorld(about: UndoSettings): () => Promise<World> {
  return playedOnce((world) => playRounds(world, about));
}
