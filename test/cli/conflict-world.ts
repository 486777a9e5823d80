// A session in which the Engineer disagrees with one of two issues, and the Reviewer stands by it.
import { join } from "node:path";
import { expect } from "vitest";
import { disagreeBlock, disagreementAnswers, responses } from "../support/disagreement-texts.ts";
import { approval, objection, READY, resolution } from "../support/session-world.ts";
import { playedOnce, type World } from "./world.ts";

export const CONFLICT_AGENTS = ["--engineer", "player:engineer.yaml", "--reviewer", "player:reviewer.yaml"];

const SPEC = "# Spec\n\n## Calls\n\nTODO: say what the caller does.\n";
const GAP = "GAP-TODO-001";
export const [ISSUE, OTHER] = ["ISSUE-R1-001", "ISSUE-R1-002"] as const;

const STATED = `${responses({ [ISSUE]: "DISAGREE | below", [OTHER]: "ADDRESSED | the pause" })}
${disagreeBlock({ issue: ISSUE, rationale: "The server closes the connection; a limit adds complexity." })}`;

const STEPS = {
  engineer: [
    { on: { purpose: "engineer", round: 1 }, write: resolution([GAP]) },
    {
      on: { purpose: "engineer", round: 2 },
      write: `${resolution([GAP], { text: "It retries." })}\n${STATED}`,
    },
    { on: { purpose: "engineer" }, write: resolution([GAP], { text: "It retries three times, no more." }) },
  ],
  reviewer: [
    {
      on: { purpose: "reviewer", round: 1 },
      write: `${objection(GAP)}\n${objection(GAP, { id: OTHER, title: "No pause" })}`,
    },
    {
      on: { purpose: "reviewer", round: 2 },
      write: `${approval([GAP])}\n${disagreementAnswers({ [ISSUE]: ["STAND", "a limit is cheap"] })}`,
    },
    { on: { purpose: "final" }, write: READY },
    { on: { purpose: "reviewer" }, write: approval([GAP]) },
  ],
};

/** The Engineer disagrees with all there is: the rate is asked about first. */
export const rateWorld = playedOnce(async (world) => {
  writeScripts(world, {
    engineer: [
      ...STEPS.engineer.slice(0, 1),
      {
        on: { purpose: "engineer", round: 2 },
        write: `${resolution([GAP], { text: "It retries." })}\n${responses({ [ISSUE]: "DISAGREE | below" })}\n${disagreeBlock({ issue: ISSUE })}`,
      },
      ...STEPS.engineer.slice(2),
    ],
    reviewer: [{ on: { purpose: "reviewer", round: 1 }, write: objection(GAP) }, ...STEPS.reviewer.slice(1)],
  });
  await refineAgain(world, "spec");
});

/** The review of round 2 never comes, so that nobody has answered the disagreement with a CRITICAL issue. */
export const pendingWorld = playedOnce(async (world) => {
  const [first, ...others] = STEPS.reviewer;
  writeScripts(world, {
    engineer: STEPS.engineer,
    reviewer: [
      { ...first, write: first?.write?.replace("HIGH", "CRITICAL") },
      { on: { purpose: "reviewer", round: 2 }, write: "I looked at it." },
      ...others.slice(1),
    ],
  });
  await refineAgain(world, "spec");
});

/** Two MEDIUM issues are disagreed with besides a HIGH one: they are asked about together, once the rate is accepted. */
export const batchWorld = playedOnce(async (world) => {
  const small = { [OTHER]: "No pause", "ISSUE-R1-003": "Codes are absent" };
  const ids = [ISSUE, ...Object.keys(small)];
  const rows = responses(Object.fromEntries(ids.map((id) => [id, "DISAGREE | below"])));
  const blocks = Object.entries(small).map(([issue, concern]) => disagreeBlock({ issue, concern }));
  const said = [resolution([GAP], { text: "It retries." }), rows, disagreeBlock({ issue: ISSUE }), ...blocks];
  const remarks = Object.entries(small).map(([id, title]) =>
    objection(GAP, { id, title, severity: "MEDIUM" }),
  );
  writeScripts(world, {
    engineer: STEPS.engineer.map((step) =>
      step.on.round === 2 ? { ...step, write: said.join("\n") } : step,
    ),
    reviewer: [
      { on: { purpose: "reviewer", round: 1 }, write: [objection(GAP), ...remarks].join("\n") },
      ...STEPS.reviewer.slice(1),
    ],
  });
  await refineAgain(world, "spec");
  await world.run(["answer", "Q1", "accept"]);
});

function writeScripts(world: World, scripts: Readonly<Record<string, readonly object[]>>): void {
  world.write(join(world.project, "spec.md"), SPEC);
  world.write(world.userConfig, "refine:\n  stallThreshold: 9\n");
  for (const [role, steps] of Object.entries(scripts))
    world.write(join(world.project, `${role}.yaml`), JSON.stringify({ steps }));
}

/** The session `spec` waits with one question about the conflict on ISSUE-R1-001. */
export const conflictWorld = playedOnce(async (world) => {
  writeScripts(world, STEPS);
  await refineAgain(world, "spec");
});

export async function refineAgain(world: World, name: string): Promise<void> {
  const ended = await world.run(["refine", "spec.md", ...CONFLICT_AGENTS, "--name", name, "--quiet"]);
  expect(ended).toMatchObject({ code: 7, stderr: "" });
}
