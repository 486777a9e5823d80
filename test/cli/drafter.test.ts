// A drafter from the command line: named in the settings, asked for a conflict, on a line of its own in the usage.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { disagreeBlock, responses } from "../support/disagreement-texts.ts";
import { optionDraft } from "../support/draft-texts.ts";
import { approval, objection, READY, resolution } from "../support/session-world.ts";
import { SPEC } from "./agent-programs.ts";
import { documentOf, newWorld, type World } from "./world.ts";

const GAP = "GAP-TODO-001";
const [ISSUE, OTHER] = ["ISSUE-R1-001", "ISSUE-R1-002"] as const;
const ROLES = ["--engineer", "player:engineer.json", "--reviewer", "player:reviewer.json", "--no-input"];

/** Two issues; in round 2 the Engineer disagrees with the first, of which no rule makes a synthesis. */
function quarrel(drafts: readonly string[], config = "roles:\n  drafter: player:drafter.json\n"): World {
  const world = newWorld();
  world.write(join(world.project, "calls.md"), SPEC);
  world.write(world.userConfig, config);
  const play = (name: string, steps: readonly object[]) =>
    world.write(join(world.project, `${name}.json`), JSON.stringify({ steps }));
  const answers = responses({ [ISSUE]: "DISAGREE | below", [OTHER]: "ADDRESSED | the pause" });
  play("engineer", [
    { on: { purpose: "engineer", round: 1 }, write: resolution([GAP]) },
    {
      on: { purpose: "engineer", round: 2 },
      write: `${resolution([GAP], { text: "The caller waits." })}\n${answers}\n${disagreeBlock({ issue: ISSUE, concern: "say it" })}`,
    },
  ]);
  play("reviewer", [
    {
      on: { purpose: "reviewer", round: 1 },
      write: `${objection(GAP, { title: "Retry timing mechanism" })}\n${objection(GAP, { id: OTHER, title: "No pause" })}`,
    },
    { on: { purpose: "reviewer", round: 2 }, write: approval([GAP]) },
    { on: { purpose: "final" }, write: READY },
  ]);
  play(
    "drafter",
    drafts.map((write, index) => ({ on: { purpose: "draft", lane: `${ISSUE}.${index + 1}` }, write })),
  );
  return world;
}

interface ShownQuestion {
  readonly kind: string;
  readonly options: readonly { readonly id: string; readonly effect: string }[];
  readonly evidence: readonly { readonly text: string }[];
}

async function askedIn(world: World): Promise<ShownQuestion | undefined> {
  const questions = documentOf(await world.run(["inbox", "--json"])) as readonly ShownQuestion[];
  return questions.find(({ kind }) => kind === "conflict");
}

describe("roles.drafter", () => {
  test("given a drafter, then option C is its draft, its cost has a line of its own, and the log replays", async () => {
    const draft = optionDraft();
    const world = quarrel([draft, draft]);
    const ended = await world.run(["refine", "calls.md", ...ROLES]);
    expect(ended.stderr).toMatch(/ Drafter \(ISSUE-R1-001\.2\)/);
    const question = await askedIn(world);
    expect(question?.options.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect(question?.options[2]?.effect).toContain("(drafted by player:drafter.json)");
    const { sessions } = documentOf(await world.run(["usage", "--json"])) as {
      sessions: readonly { byRole: readonly { role: string; calls: number }[] }[];
    };
    expect(sessions[0]?.byRole).toContainEqual(expect.objectContaining({ role: "drafter", calls: 2 }));
    expect((await world.run(["replay"])).code).toBe(0);
    expect(world.read(join(world.project, ".parley/sessions/calls/status.md"))).toContain("drafter");
  });

  test("given a drafter that cannot be started, then the conflict is put without C, and says why", async () => {
    const world = quarrel(
      [],
      "roles:\n  drafter: gone\nagents:\n  gone:\n    kind: codex\n    command: no-such-program\n",
    );
    await world.run(["refine", "calls.md", ...ROLES]);
    const question = await askedIn(world);
    expect(question?.options.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(question?.evidence.at(-1)?.text).toMatch(
      /^No option C was drafted: gone could not go on: not-installed/,
    );
  });
});
