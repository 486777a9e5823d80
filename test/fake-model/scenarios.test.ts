import { describe, expect, it } from "vitest";
import { sessionWorld, sourceGap } from "../support/session-world.ts";
import { ask, fakeModel, WIRE_NAMES } from "./client.ts";
import { READERS } from "./read-answer.ts";
import { documentFor } from "./refine-documents.ts";
import { SCENARIOS } from "./scenarios.ts";
import { taskInPrompt } from "./task-in-prompt.ts";

const asked = (prompt: string) => ({ prompt, system: "", toolTurns: 0 });

async function refined(gaps: readonly string[]) {
  const world = await sessionWorld({
    gaps: gaps.map((gap) => sourceGap(gap)),
    limits: { gapsPerRound: gaps.length },
    engineer: (_, { prompt }) => documentFor(asked(prompt)),
    reviewer: (_, { prompt }) => documentFor(asked(prompt)),
  });
  return { world, end: await world.run() };
}

describe("the documents of the refine scenarios", () => {
  it.each([[["GAP-FLOW-001"]], [["GAP-FLOW-001", "GAP-AUTH-002"]]])(
    "given %j, then the gate takes each at once and the session is complete after two rounds",
    async (gaps) => {
      const { world, end } = await refined(gaps);
      expect(end).toBe("ended");
      expect(world.engine.live.ledger.ended?.type).toBe("COMPLETE");
      expect(world.engine.live.work.completedRounds).toBe(2);
      expect([...world.folder.files.keys()].filter((file) => file.includes("attempt"))).toEqual([]);
      expect(world.shelf.texts.at(-1)).toContain("at most three times");
    },
  );

  it("given the prompts of a session, then the task is read from them", async () => {
    const { world } = await refined(["GAP-FLOW-001"]);
    const gaps = ["GAP-FLOW-001"];
    expect([...world.prompts.values()].map(taskInPrompt)).toEqual([
      { role: "engineer", round: 1, sections: [], gaps, openIssues: [], document: "engineer.md" },
      { role: "reviewer", round: 1, sections: [], gaps, openIssues: [], document: "reviewer.md" },
      {
        role: "engineer",
        round: 2,
        sections: [],
        gaps,
        openIssues: ["ISSUE-R1-001"],
        document: "engineer.md",
      },
      {
        role: "reviewer",
        round: 2,
        sections: [],
        gaps,
        openIssues: ["ISSUE-R1-001"],
        document: "reviewer.md",
      },
      { role: "final", round: 0, sections: [], gaps: [], openIssues: [], document: "final_review.md" },
    ]);
  });

  it("given a prompt of anybody else's, then there is no task in it", () => {
    expect(taskInPrompt("Write a title of five words.")).toBeNull();
    expect(documentFor(asked("Write a title of five words."))).toBe("ok");
  });
});

describe.each(WIRE_NAMES)("the refine scenario on the wire of %s", (wire) => {
  it("writes the document that the prompt names, then says that it is done", async () => {
    const { world } = await refined(["GAP-FLOW-001"]);
    const [prompt = ""] = world.prompts.values();
    const model = await fakeModel(SCENARIOS);
    const question = { key: "fake-engineer", prompt, tools: ["Write"], stream: true };
    const first = READERS[wire].stream(await (await ask(model, wire, question)).text());
    expect(first.calls).toEqual([
      { name: "Write", input: { file_path: "engineer.md", content: documentFor(asked(prompt)) } },
    ]);
    const second = await ask(model, wire, { ...question, toolTurns: 1 });
    expect(READERS[wire].stream(await second.text())).toMatchObject({
      text: "The document is written.",
      calls: [],
    });
  });

  it("says the document, and nothing else, where no tool is offered", async () => {
    const { world } = await refined(["GAP-FLOW-001"]);
    const [, prompt = ""] = world.prompts.values();
    const model = await fakeModel(SCENARIOS);
    for (const key of ["fake-reviewer", "fake-reviewer-says"]) {
      const answer = await ask(model, wire, { key, prompt });
      expect(READERS[wire].plain(await answer.text())).toMatchObject({
        text: documentFor(asked(prompt)),
        calls: [],
      });
    }
  });
});
