// What a disagreement says it rests on is looked up once, when the document comes in, and kept with the command.
import { describe, expect, it } from "vitest";
import { replay } from "../../src/engine/replay.ts";
import { inventoryOfSpec } from "../../src/lint/spec-inventory.ts";
import { disagreeBlock, responses } from "../support/disagreement-texts.ts";
import {
  approval,
  memoryProject,
  objection,
  READY,
  resolution,
  sourceGap,
} from "../support/session-world.ts";
import { Stage } from "./stage.ts";

const GAP = "GAP-FLOW-001";
const ISSUE = "ISSUE-R1-001";
const RETRY = [
  "// How often a call is tried.",
  "export const TRIES_MAX = 3;",
  "",
  "/** The server closes",
  " * the connection by itself. */",
  "export function close(): void {}",
].join("\n");

interface Scene {
  readonly restsOn: string | ((attempt: number) => string);
  readonly files?: Record<string, string>;
}

/** The one issue of round 1 is disagreed with in round 2. */
async function disagreeing({ restsOn, files = { "src/retry.ts": RETRY } }: Scene): Promise<Stage> {
  const stage = await Stage.open({
    gaps: [sourceGap(GAP, { severity: "HIGH" })],
    project: memoryProject(files),
    engineer: ({ round, attempt }, _, gaps) =>
      round === 1
        ? resolution(gaps)
        : [
            resolution(gaps, { text: "The caller waits a second more." }),
            responses({ [ISSUE]: "DISAGREE | below" }),
            disagreeBlock({
              issue: ISSUE,
              restsOn: typeof restsOn === "string" ? restsOn : restsOn(attempt),
            }),
          ].join("\n"),
    reviewer: ({ purpose, round }, _, gaps) =>
      purpose === "final" ? READY : round === 1 ? objection(GAP) : approval(gaps),
  });
  await stage.untilRounds(1);
  return stage;
}

/** After the first document of round 2. */
async function judged(scene: Scene): Promise<Stage> {
  const stage = await disagreeing(scene);
  await stage.until(({ work }) => work.round?.number === 2);
  await stage.step();
  return stage;
}

function retryMessage(stage: Stage): string {
  const [lane] = stage.session.work.round?.lanes ?? [];
  return lane?.state.at === "due" ? (lane.state.retry?.message ?? "") : "";
}

async function places(stage: Stage): Promise<unknown> {
  const commands = await stage.world.store.commands(stage.engine.stream);
  return commands.findLast(({ type }) => type === "FinishCall")?.data.places;
}

describe("a place that a disagreement rests on", () => {
  it.each([
    ["a line of a file", 'src/retry.ts:2 "TRIES_MAX = 3"'],
    ["words over two lines, by the first", 'src/retry.ts:4 "The server closes * the connection"'],
    ["words over two lines, by the second", 'src/retry.ts:5 "The server closes * the connection"'],
    ["the file in the agent's copy of the project", './project/src/retry.ts:2 "TRIES_MAX = 3"'],
    ["the specification as it stands", 'spec.md:5 "what happens in case 1?"'],
  ])("given %s, then it passes, and the words are kept with the command", async (_, restsOn) => {
    const stage = await judged({ restsOn });
    expect(retryMessage(stage)).toBe("");
    const [, path, line] = /^(\S+):(\d+)/.exec(restsOn) ?? [];
    expect(stage.session.work.disagreements).toMatchObject({
      [ISSUE]: { restsOn: { of: "place", path, line: Number(line) } },
    });
    expect(await places(stage)).toMatchObject([{ path, found: { at: "text", elsewhere: null } }]);
  });

  it.each([
    ["a file that is not there", 'src/other.ts:2 "TRIES_MAX = 3"', "there is no such file"],
    ["a place outside", '../secret.ts:2 "TRIES_MAX = 3"', "there is no such file"],
    ["a line beyond the end", 'src/retry.ts:60 "no such words"', "the file has 6 lines only"],
    ["the wrong line", 'src/retry.ts:1 "TRIES_MAX = 3"', "the words stand in line 2"],
    ["a line beyond the end, with words of another", 'src/retry.ts:60 "TRIES_MAX = 3"', "stand in line 2"],
    ["words that are not there", 'src/retry.ts:2 "TRIES_MAX = 4"', "the quoted words are not in the file"],
    ["words of another case", 'src/retry.ts:2 "tries_max = 3"', "the quoted words are not in the file"],
  ])("given %s, then it goes back, and the retry says what is wrong", async (_, restsOn, message) => {
    const stage = await judged({ restsOn });
    expect(retryMessage(stage)).toContain(message);
    expect(stage.session.work.disagreements).toEqual({});
    await stage.step();
    const retry = [...stage.prompts.entries()].findLast(([key]) => key.includes("/engineer/"))?.[1] ?? "";
    expect(retry).toContain("MALFORMED_DISAGREE");
    expect(retry).toContain(message);
  });

  it("given a file with CRLF line ends and a byte order mark, then lines count as everywhere", async () => {
    const stage = await judged({
      restsOn: 'src/retry.ts:5 "The server closes * the connection"',
      files: { "src/retry.ts": `\uFEFF${RETRY.replaceAll("\n", "\r\n")}\r\n` },
    });
    expect(retryMessage(stage)).toBe("");
    expect(await places(stage)).toMatchObject([{ found: { lines: 6, from: 4 } }]);
  });

  it("given a file of 5 MB, then a line near its end is found, and little of it is kept", async () => {
    const filler = "a line of forty characters, more or less\n".repeat(128_000);
    const stage = await judged({
      restsOn: 'large.txt:128001 "the last word"',
      files: { "large.txt": `${filler}the last word` },
    });
    expect(retryMessage(stage)).toBe("");
    expect(JSON.stringify(await places(stage)).length).toBeLessThan(1_000);
  });

  it("given the file changes afterwards, then a replay finds what was found then", async () => {
    const files: Record<string, string> = { "src/retry.ts": RETRY };
    const stage = await judged({ restsOn: 'src/retry.ts:2 "TRIES_MAX = 3"', files });
    files["src/retry.ts"] = "nothing";
    await stage.untilAsked("disagree-rate");
    await stage.answer(stage.question("disagree-rate"), { option: "accept" });
    const { evidence } = stage.question("conflict");
    expect(evidence.map(({ text }) => text)).toContain('Rests on: src/retry.ts:2 ("TRIES_MAX = 3")');
    const { store } = stage.world;
    expect(
      await replay({ log: store, documents: stage.engine.documents, stream: stage.engine.stream }),
    ).toMatchObject({ at: "identical" });
  });

  it("given a person supplies the document in answer to a question, then it is looked up as well", async () => {
    const stage = await Stage.open({
      gaps: [sourceGap(GAP, { severity: "HIGH" })],
      project: memoryProject({ "src/retry.ts": RETRY }),
      engineer: ({ round }, _, gaps) => (round > 1 ? { outcome: "not-installed" } : resolution(gaps)),
      reviewer: () => objection(GAP),
    });
    await stage.untilAsked("execution");
    const text = [
      resolution([GAP], { text: "The caller waits a second more." }),
      disagreeBlock({ issue: ISSUE, restsOn: 'src/retry.ts:2 "TRIES_MAX = 3"' }),
    ].join("\n");
    const document = { text, role: "engineer" } as const;
    await stage.answer(stage.question("execution"), { option: "human", document });
    const commands = await stage.world.store.commands(stage.engine.stream);
    const answered = commands.findLast(({ type }) => type === "AnswerQuestion");
    expect(answered?.data.places).toMatchObject([{ path: "src/retry.ts", found: { at: "text" } }]);
    expect(stage.session.work.disagreements).toMatchObject({ [ISSUE]: { restsOn: { of: "place" } } });
  });

  it("given the second try names the right line, then it counts", async () => {
    const stage = await judged({
      restsOn: (attempt) => `src/retry.ts:${attempt} "TRIES_MAX = 3"`,
    });
    expect(retryMessage(stage)).toContain("line 2");
    await stage.step();
    expect(stage.session.work.disagreements).toMatchObject({ [ISSUE]: { restsOn: { line: 2 } } });
  });
});

describe("a line of the specification as the prompts show it", () => {
  /** The first gap's text has three lines more than its mark; the second gap's issue is disagreed with after that. */
  async function groundShown(restsOn: string): Promise<string> {
    const [ONE, TWO] = ["GAP-TODO-001", "GAP-TODO-002"];
    const source = "# A\n\nTODO: the first.\n\nThe server closes by itself.\n\nTODO: the second.\n";
    const { gaps } = inventoryOfSpec(source, "spec.md", () => true);
    const stage = await Stage.open({
      source,
      gaps,
      limits: { gapsPerRound: 1 },
      settings: { thresholds: { stallThreshold: 9, divergenceThreshold: 99 } },
      engineer: ({ round }, _, [gap = ONE]) => {
        const text = resolution([gap]).replace("three times,", "three times,\nthen\nonce more,");
        return round < 3 ? text : `${text}\n${disagreeBlock({ issue: "ISSUE-R2-001", restsOn })}`;
      },
      reviewer: ({ purpose, round }, _, own) =>
        purpose === "final" ? READY : round === 2 ? objection(TWO, { id: "ISSUE-R2-001" }) : approval(own),
    });
    await stage.untilAsked("disagree-rate");
    await stage.answer(stage.question("disagree-rate"), { option: "accept" });
    const { evidence } = stage.question("conflict");
    return evidence.map(({ text }) => text).find((text) => text.startsWith("Rests on")) ?? "";
  }

  it("given the author's words, then the line of the file is shown", async () => {
    expect(await groundShown('spec.md:7 "The server closes by itself."')).toBe(
      'Rests on: spec.md:5 ("The server closes by itself.")',
    );
  });

  it("given words of an accepted text, then it is said that the line is one of the draft", async () => {
    expect(await groundShown('spec.md:5 "once more"')).toBe(
      'Rests on: line 5 of the draft of spec.md ("once more")',
    );
  });
});
