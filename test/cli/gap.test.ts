// The commands about gaps, with the real program.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { closeAndAsk } from "../../src/cli/commands/gap.ts";
import { READY } from "../support/session-world.ts";
import { FakeTerminal, KEYS } from "../support/typing-terminal.ts";
import { waitingCheckout } from "./checkout-world.ts";
import { contextOf, requestIn } from "./gated-world.ts";
import { resolutionText } from "./scripted-agents.ts";
import { documentOf, type Ended, errorOf, newWorld, playedOnce, type World } from "./world.ts";

const [RESOLVED, BLOCKED] = ["GAP-CLARIFY-001", "GAP-TODO-002"] as const;
const WHY = ["--reason", "The lawyers said so."];

async function json(world: World, args: readonly string[]): Promise<{ code: number | null; data: unknown }> {
  const ended = await world.run([...args, "--json"]);
  return { code: ended.code, data: documentOf(ended) };
}

const words = ({ stdout, stderr }: Ended): string => `${stdout}${stderr}`.replaceAll(/\s+/g, " ");

describe("looking at gaps", () => {
  test("lists what is left, all, or one state", async () => {
    const waiting = await waitingCheckout();
    const left = await json(waiting, ["gap", "list"]);
    expect(left).toMatchObject({ code: 0, data: [{ id: BLOCKED, state: "BLOCKED_EXTERNAL" }] });
    const all = (await json(waiting, ["gap", "list", "--all"])).data as { id: string }[];
    expect(all.map(({ id }) => id)).toEqual([RESOLVED, "GAP-TODO-001", BLOCKED]);
    const resolved = await waiting.run(["gap", "list", "--state", "resolved", "--quiet"]);
    expect(resolved.stdout).toBe(`${RESOLVED}\nGAP-TODO-001\n`);
    expect((await waiting.run(["gap", "list", "--state", "WONT_FIX"])).stdout).toContain("No gap is in that");
    const unknown = await waiting.run(["gap", "list", "--state", "blokced", "--json"]);
    expect([unknown.code, errorOf(unknown).fix]).toEqual([2, "did you mean BLOCKED_EXTERNAL?"]);
  });

  test("shows a gap with its place, severity, proposals, reviews, issues and questions", async () => {
    const waiting = await waitingCheckout();
    const { data } = await json(waiting, ["gap", "show", "todo-001"]);
    expect(data).toMatchObject({
      session: "checkout",
      id: "GAP-TODO-001",
      severity: "MEDIUM",
      severitySetBy: "stated",
      origin: { file: "checkout.md", line: 7, heading: "Payment" },
      proposals: [
        { round: 2, confidence: "MEDIUM", file: "round_002/engineer.md" },
        { round: 3, confidence: "HIGH", file: "round_003/engineer.md" },
      ],
      reviews: [
        { round: 2, needsRevision: true },
        { round: 3, needsRevision: false },
      ],
      issues: [{ id: "ISSUE-R2-001", fate: "closed in round 3" }],
    });
    const shown = words(await waiting.run(["gap", "show", BLOCKED]));
    expect(shown).toContain("checkout.md:17 (Receipts)");
    expect(shown).toContain("Q1 (blocked, open)");
  });

  test("names what was probably meant", async () => {
    const waiting = await waitingCheckout();
    const near = await waiting.run(["gap", "show", "GAP-TOOD-001"]);
    expect([near.code, near.stderr]).toEqual([4, expect.stringContaining("did you mean GAP-TODO-001?")]);
    const several = await waiting.run(["gap", "show", "GAP-TODO"]);
    expect([several.code, words(several)]).toEqual([4, expect.stringContaining("may be any of 2 gaps")]);
  });
});

describe("changing a gap", () => {
  test.each([
    ["defer", ["gap", "defer", BLOCKED, ...WHY], "USER_DEFERRED", ["Q1"]],
    ["close", ["gap", "close", BLOCKED, ...WHY], "WONT_FIX", ["Q1"]],
    ["reopen", ["gap", "reopen", RESOLVED, ...WHY], "NEEDS_REVISION", []],
    ["unblock", ["gap", "unblock", BLOCKED, "--text", "Ten years."], "OPEN", ["Q1"]],
    ["split", ["gap", "split", BLOCKED, "Paper", "Electronic"], "SUPERSEDED", ["Q1"]],
    ["severity", ["gap", "severity", BLOCKED, "critical", ...WHY], "BLOCKED_EXTERNAL", []],
  ] as const)("%s", async (change, args, state, closedQuestions) => {
    const world = await waitingCheckout();
    const { code, data } = await json(world, args);
    expect(code).toBe(0);
    expect(data).toMatchObject({ session: "checkout", change, state, closedQuestions });
    expect((data as { decision: string }).decision).toMatch(/^DECISION-R\d+-001$/);
    const decisions = world.read(join(world.project, ".parley/sessions/checkout/decisions.md"));
    expect(decisions).toContain((data as { decision: string }).decision);
    expect((await world.run(["replay"])).code).toBe(0);
  });

  test("unblock from a file, then the session goes on to its end", async () => {
    const world = await waitingCheckout();
    world.write(join(world.project, "law.md"), "Ten years.\n");
    const unblocked = await world.run(["gap", "unblock", "todo-002", "--file", "law.md"]);
    expect([unblocked.code, words(unblocked)]).toEqual([
      0,
      expect.stringContaining(`${BLOCKED} BLOCKED_EXTERNAL → OPEN`),
    ]);
    expect(words(unblocked)).toContain("Q1 is settled by this");
    expect((await world.run(["resume"])).code).toBe(0);
    expect(documentOf(await world.run(["status", "--json"]))).toMatchObject({ state: "COMPLETE" });
  });

  test("split names the parts", async () => {
    const world = await waitingCheckout();
    const split = await world.run(["gap", "split", BLOCKED, "Paper receipts", "Electronic receipts"]);
    expect(split.stdout).toContain(`${BLOCKED}a Paper receipts`);
    expect(split.stdout).toContain(`${BLOCKED}b Electronic receipts`);
    expect(await json(world, ["gap", "show", `${BLOCKED}b`])).toMatchObject({
      data: { title: "Electronic receipts", origin: { words: `split of ${BLOCKED}` } },
    });
  });

  test.each<[string, readonly string[], number, string]>([
    ["no reason", ["gap", "defer", BLOCKED], 2, "defer needs a reason"],
    ["a blank reason", ["gap", "close", BLOCKED, "--reason", " "], 2, "close needs a reason"],
    ["an unknown level", ["gap", "severity", BLOCKED, "hihg", ...WHY], 2, "did you mean HIGH?"],
    ["no input", ["gap", "unblock", BLOCKED], 2, "what the gap waits for is missing"],
    ["both inputs", ["gap", "unblock", BLOCKED, "--text", "a", "--file", "b"], 2, "give one of them"],
    ["a missing file", ["gap", "unblock", BLOCKED, "--file", "nothing.md"], 4, "there is no such file"],
    ["one part", ["gap", "split", BLOCKED, "Alone"], 2, "needs 2 titles or more"],
    ["equal parts", ["gap", "split", BLOCKED, "Paper", "paper"], 5, "two parts are called"],
    ["no blocker", ["gap", "block", BLOCKED], 2, "what the gap waits for is missing"],
    ["what is no gap", ["gap", "block", BLOCKED, "--by", "the-law"], 4, "there is no gap the-law"],
    ["accept without a reason", ["gap", "accept", BLOCKED], 2, "accept needs a reason"],
    ["nothing to accept", ["gap", "accept", BLOCKED, ...WHY], 5, "nothing is proposed for it"],
    ["accepted twice", ["gap", "accept", RESOLVED, ...WHY], 5, "is RESOLVED and cannot be accepted"],
    ["a settled gap", ["gap", "defer", RESOLVED, ...WHY], 5, "is RESOLVED and cannot be deferred"],
    ["an open gap", ["gap", "reopen", BLOCKED, ...WHY], 5, "it is open already"],
    ["nothing to unblock", ["gap", "unblock", RESOLVED, "--text", "x"], 5, "does not wait for input"],
    ["an unknown gap", ["gap", "close", "GAP-TODO-009", ...WHY], 4, "there is no gap GAP-TODO-009"],
    ["an unknown session", ["gap", "list", "--session", "chekout"], 4, "did you mean checkout?"],
    ["an unknown command", ["gap", "reopne", BLOCKED], 2, "did you mean parley gap reopen?"],
  ])("says clearly why not: %s", async (_, args, code, said) => {
    const waiting = await waitingCheckout();
    const before = await json(waiting, ["history"]);
    const ended = await waiting.run(args);
    expect([ended.code, words(ended)]).toEqual([code, expect.stringContaining(said)]);
    expect(await json(waiting, ["history"])).toEqual(before);
  });
});

describe("gap accept, gap block and the sentence of a grave gap", () => {
  test("accept: a gap that needs revision is accepted, and its issues are overruled", async () => {
    const world = await objectedWorld();
    const { code, data } = await json(world, ["gap", "accept", "GAP-SHOP-001", ...WHY]);
    expect(code).toBe(0);
    expect(data).toMatchObject({ from: "NEEDS_REVISION", state: "ACCEPTED", overruled: ["ISSUE-R1-001"] });
    const shown = words(await world.run(["gap", "show", "GAP-SHOP-001"]));
    expect(shown).toContain("ISSUE-R1-001 (HIGH, overruled by DECISION-R2-001)");
    // What is accepted already is resolved, and needs no reason.
    expect((await json(world, ["gap", "accept", "GAP-SHOP-001"])).data).toMatchObject({ state: "RESOLVED" });
    const replayed = await json(world, ["replay"]);
    expect(replayed).toMatchObject({ code: 0, data: { at: "identical", older: 0 } });
    // It is in the spec as it was proposed, and its entry of the list is gone.
    await world.run(["gap", "close", "GAP-SHOP-003", ...WHY]);
    expect((await world.run(["resume"])).code).toBe(0);
    const [body = ""] = world.read(join(world.project, "shop_v1.md")).split("\n## Decisions\n");
    expect(body).toBe(
      `${SHOP.replace(/^.*GAP-SHOP-001.*\n/m, "")}\n## Cancelling\n\nA customer may cancel an order until it is packed.\n`,
    );
  });

  test("block: the gap waits; what is named in vain is noted, at once and in gap show", async () => {
    const world = await objectedWorld();
    const blocked = await world.run(["gap", "block", "SHOP-003", "--by", "GAP-SHOP-001", "GAP-NONE-001"]);
    expect([blocked.code, words(blocked)]).toEqual([
      0,
      expect.stringContaining("GAP-SHOP-003 waits for GAP-SHOP-009, GAP-SHOP-001, GAP-NONE-001"),
    ]);
    const note = "note: GAP-SHOP-003 names GAP-NONE-001 as its blocker, but there is no such gap";
    expect(words(blocked)).toContain(note);
    expect(await json(world, ["gap", "show", "GAP-SHOP-003"])).toMatchObject({
      data: {
        foundations: [
          { id: "GAP-SHOP-009", state: "unknown" },
          { id: "GAP-SHOP-001", state: "NEEDS_REVISION" },
          { id: "GAP-NONE-001", state: "unknown" },
        ],
        notes: [expect.stringContaining("GAP-SHOP-009"), note.slice("note: ".length)],
      },
    });
  });

  test("close: a HIGH gap takes its sentence, exactly", async () => {
    const world = await objectedWorld();
    const close = ["gap", "close", "GAP-SHOP-001", ...WHY];
    const refused = await world.run([...close, "--json"]);
    expect([refused.code, errorOf(refused)]).toMatchObject([
      5,
      {
        code: "gate-phrase",
        message: expect.stringContaining("I acknowledge"),
        fix: "--phrase 'I acknowledge'",
      },
    ]);
    expect((await world.run([...close, "--phrase", "i acknowledge"])).code).toBe(5);
    expect((await json(world, [...close, "--phrase", "I acknowledge"])).data).toMatchObject({
      state: "WONT_FIX",
    });
  });

  test("close: at a terminal the sentence is asked for", async () => {
    const world = await objectedWorld();
    const request = {
      ...requestIn(contextOf(world)),
      args: { gap: "GAP-SHOP-001" },
      options: { session: undefined, reason: "The lawyers said so.", phrase: undefined },
    };
    const terminal = new FakeTerminal();
    const closing = closeAndAsk(request, terminal);
    await terminal.on("The sentence", "I acknowledge", KEYS.enter);
    expect(await closing).toMatchObject({ data: { state: "WONT_FIX" } });
  });

  test("a spec's own list: what is settled may be referred to, and a blocker in vain is told at the start", async () => {
    const world = await objectedWorld();
    const gaps = (await json(world, ["gap", "list", "--all"])).data as { id: string }[];
    expect(gaps.map(({ id }) => id)).toEqual(["GAP-SHOP-001", "GAP-SHOP-003"]);
    const status = world.read(join(world.project, ".parley/sessions/shop/status.md"));
    expect(status).toContain("### Settled in the Source");
    expect(status).toMatch(/\| GAP-SHOP-002 \| RESOLVED +\| Which currencies are taken\? +\|/);
  });
});

const SHOP = `# Shop

## Gaps

| Gap | Question | Severity | Status | Blocked by |
|---|---|---|---|---|
| GAP-SHOP-001 | Who may cancel an order? | HIGH | open | |
| GAP-SHOP-002 | Which currencies are taken? | LOW | resolved | |
| GAP-SHOP-003 | Who hears of it? | LOW | open | GAP-SHOP-009 |
`;

const CANCELLING = `## Gap Resolution: GAP-SHOP-001

**Confidence:** HIGH

### Proposed Solution

As was settled in GAP-SHOP-002, all amounts are in crowns; the customer may cancel an order until it is packed, and the
money goes back the same way within three days, whoever packed it and however it was paid.

### Spec Text

After: Shop

\`\`\`\`markdown
## Cancelling

A customer may cancel an order until it is packed.
\`\`\`\`

### Spec Text

\`\`\`\`markdown
\`\`\`\`

Drops: None.
`;

const OBJECTING = `## Review: GAP-SHOP-001

### ISSUE-R1-001: Nobody says who packs

- **Severity:** HIGH
- **Gap:** GAP-SHOP-001
- **Location:** Proposed Solution
- **Impact:** two may cancel and pack at once
- **Suggestion:** name who packs

**Verdict:** NEEDS_REVISION
`;

/** One round: the document resolves the first gap and refers to a settled one, and the review objects. */
const objectedWorld = playedOnce(async (world) => {
  world.write(join(world.project, "shop.md"), SHOP);
  const propose = [{ on: { purpose: "engineer" }, write: CANCELLING }];
  world.write(join(world.project, "engineer.yaml"), JSON.stringify({ steps: propose }));
  const review = [
    { on: { purpose: "reviewer" }, write: OBJECTING },
    { on: { purpose: "final" }, write: READY },
  ];
  world.write(join(world.project, "reviewer.yaml"), JSON.stringify({ steps: review }));
  const agents = ["--engineer", "player:engineer.yaml", "--reviewer", "player:reviewer.yaml"];
  const refined = await world.run(["refine", "shop.md", ...agents, "--until", "round"]);
  expect(refined.code, refined.stderr).toBe(0);
  expect(words(refined)).toContain(
    "GAP-SHOP-003 names GAP-SHOP-009 as its blocker, but there is no such gap",
  );
});

test("reopen: another gap whose text goes back is told, at once and in gap show", async () => {
  const world = newWorld();
  const spec =
    "# Tools\n\n## Limits\n\nThe limit is TBD.\n\nKeys are kept for TBD.\n\n## Doors\n\nA door opens at TBD.\n";
  world.write(join(world.project, "tools.md"), spec);
  const people = ["--engineer", "human", "--reviewer", "human", "--survey", "false"];
  expect((await world.run(["refine", "tools.md", ...people])).code).toBe(7);
  const gaps = (await json(world, ["gap", "list"])).data as { id: string; title: string }[];
  const idOf = (part: string) => gaps.find(({ title }) => title.includes(part))?.id ?? "";
  const [limit, keys, door] = [idOf("limit"), idOf("Keys"), idOf("door")];
  expect((await world.run(["gap", "close", keys, ...WHY])).code).toBe(0);
  const text = resolutionText(limit, "The limit is three tools.", { target: "Replaces: Tools > Limits" });
  const input = `${text}\nUNCERTAINTY: ${door} - which door?\n`;
  const submitted = await world.run(["submit", "engineer", "-"], { input });
  expect(submitted.code, words(submitted)).toBe(0);

  const because = `its text takes away the mark of ${keys}, which was reopened since`;
  const { code, data } = await json(world, ["gap", "reopen", keys, ...WHY]);
  expect([code, data]).toEqual([
    0,
    expect.objectContaining({
      gap: keys,
      notes: [`${limit}: PROPOSED → NEEDS_REVISION by the Mediator (${because})`],
    }),
  ]);
  expect(words(await world.run(["gap", "show", limit]))).toContain(`state NEEDS_REVISION: ${because}`);
  const closed = words(await world.run(["gap", "close", keys, ...WHY]));
  expect(closed).not.toContain("note:");
});

test("shows a round with its attempts, moves, issues, questions and files", async () => {
  const waiting = await waitingCheckout();
  const second = await json(waiting, ["show", "round", "2"]);
  expect(second).toMatchObject({
    code: 0,
    data: {
      session: "checkout",
      round: 2,
      roles: [
        { role: "Engineer", outcome: "VALID" },
        { role: "Reviewer", outcome: "VALID" },
      ],
      issues: [{ issue: "ISSUE-R2-001" }],
      convergence: { round: 2 },
      files: expect.arrayContaining(["round_002/engineer.md", "round_002/summary.md"]),
    },
  });
  const first = words(await waiting.run(["show", "round", "1"]));
  expect(first).toContain("attempt 1 WRONG_FORMAT");
  expect(first).toContain("round_001/engineer.attempt-1.md");
  expect(words(await waiting.run(["show", "round", "4"]))).toContain("Q1 blocked, open");
  expect((await waiting.run(["show", "round", "9"])).code).toBe(4);
  // Settled beside the question, and only noted when another round has begun.
  await waiting.run(["gap", "unblock", "GAP-TODO-002", "--text", "Ten years."]);
  await waiting.run(["resume", "--quiet"]);
  expect((await waiting.run(["show", "round", "5"])).code).toBe(0);
  expect(words(await waiting.run(["show", "round", "4"]))).toMatch(/Q1 blocked, (?:answered|withdrawn)/);
  expect((await waiting.run(["show", "round", "two"])).code).toBe(2);
  expect((await waiting.run(["show", "round", "1", "--quiet"])).stdout.split("\n")).toHaveLength(2);
});
