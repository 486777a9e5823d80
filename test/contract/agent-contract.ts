// What every agent must do, whatever starts it. The agents here are players, so that each test can say what they do.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DOCUMENT_BYTES_MAX } from "../../src/core/shared/bounds.ts";
import { USAGE_UNKNOWN } from "../../src/core/shared/usage.ts";
import type { AgentEvent, AgentPort, AgentRequest, AgentResult, Cancel } from "../../src/engine/ports.ts";
import { agentRequest, callKey, ignoreEvent, launched, NEVER } from "../agents/real-agent.ts";
import { cancelSource } from "../support/cancel.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { volume } from "../support/volume.ts";

export interface PlayedAgent {
  readonly agent: AgentPort;
  /** Where its script lies. */
  readonly folder: string;
  /** Gives it another script from now on. */
  rewrite(script: string): void;
}

/** Makes an agent that plays a script. */
export type MakeAgent = (script: string) => PlayedAgent;

function run(
  agent: AgentPort,
  more: Partial<AgentRequest> = {},
  cancel: Cancel = NEVER,
): Promise<AgentResult> {
  return agent.start(agentRequest(more), ignoreEvent, cancel);
}

/** A call that has begun; its end is wrapped, or waiting for the beginning would wait for it too. */
function underWay(agent: AgentPort): Promise<{ readonly end: Promise<AgentResult> }> {
  return new Promise((resolve) => {
    const end = agent.start(agentRequest(), () => resolve({ end }), NEVER);
  });
}

const CODER = { subject: { of: "task", id: "a1b2" }, purpose: "coder" } as const;

/** A worktree with a file in it, and what a coder's call says of it. */
function worktree(): Partial<AgentRequest> & { readonly worktree: string } {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src/old.ts"), "export {};\n");
  return { key: callKey(CODER), document: "coder.md", worktree: folder };
}

const step = (does: string, on = "purpose: engineer"): string => `  - { on: { ${on} }, ${does} }\n`;
const script = (...steps: string[]): string => `steps:\n${steps.join("")}`;

/** `by`: whether the player is told its call by parley itself, or by something of ours that stands in for another program. */
export function agentContract(name: string, make: MakeAgent, by: "parley" | "stand-in" = "parley"): void {
  const played = (...steps: string[]): AgentPort => make(script(...steps)).agent;
  // Which step it is, is the player's own choice by the call's key: behind a stand-in that is the same player.
  const itIsChosen = by === "parley" || volume(1, 2) > 1 ? it : it.skip;

  describe(`${name}: what it leaves`, () => {
    it("gives the document it wrote", async () => {
      const result = await run(played(step('write: "# Ängineer\\n"')));
      expect(result).toMatchObject({
        outcome: "ok",
        document: { text: "# Ängineer\n", bytes: 12, repaired: false },
        text: null,
        usage: USAGE_UNKNOWN,
      });
      expect(result.evidence).toContain("exit code 0");
    });

    it("gives the final answer of one that wrote no file", async () => {
      const result = await run(played(step('text: "all is well"')));
      const text = { text: "all is well", bytes: 11, repaired: false };
      expect(result).toMatchObject({ outcome: "ok", document: null, text });
    });

    it("may leave nothing at all, which is for the gate to judge", async () => {
      const result = await run(played(step("nothing: true")));
      expect(result).toMatchObject({ document: null, text: null });
      expect(result.outcome).toBe("empty");
    });

    it("tells an empty document from none", async () => {
      const result = await run(played(step('write: ""')));
      expect(result.document).toEqual({ text: "", bytes: 0, repaired: false });
      expect(result.outcome).toBe("empty");
    });

    it("replaces bytes that are no text, and says so", async () => {
      const { document } = await run(played(step("garbage: { bytes: 1000 }")));
      expect(document).toMatchObject({ bytes: 1000, repaired: true });
      expect(document?.text).toContain("\ufffd");
      expect(document?.text).toContain("\0");
    });

    it("cuts a document at the bound, tells its true size, and does not call a cut character damaged", async () => {
      const large = "a".repeat(DOCUMENT_BYTES_MAX - 1);
      const { document } = await run(played(step(`write: "${large}€ and more"`)));
      expect(document).toMatchObject({ bytes: DOCUMENT_BYTES_MAX + 11, repaired: false });
      expect(document?.text === large).toBe(true);
    });

    it("tells what it used, as far as it says", async () => {
      const events: AgentEvent[] = [];
      const agent = played(step("write: x, usage: { inputTokens: 1200, usd: 0.25 }"));
      const { usage } = await agent.start(agentRequest(), (event) => events.push(event), NEVER);
      expect(usage).toEqual({ inputTokens: 1200, outputTokens: null, usd: 0.25 });
      expect(events).toContainEqual({ at: "used", usage });
    });
  });

  describe(`${name}: which step`, () => {
    itIsChosen("plays the first that matches purpose, round, lane and attempt", async () => {
      const agent = played(
        step("write: lane", "purpose: engineer, lane: GAP-FLOW-007"),
        step("write: second, exit: 0", "purpose: engineer, round: 2, attempt: 2"),
        step("write: round", "purpose: engineer, round: 2"),
        step("write: reviewer", "purpose: reviewer"),
        step("write: any"),
      );
      const text = async (parts: Parameters<typeof callKey>[0]) =>
        (await run(agent, { key: callKey(parts) })).document?.text;
      expect(await text({ lane: "GAP-FLOW-007" })).toBe("lane");
      expect(await text({ round: 2, attempt: 2 })).toBe("second");
      expect(await text({ round: 2, attempt: 3 })).toBe("round");
      expect(await text({ purpose: "reviewer", round: 2 })).toBe("reviewer");
      expect(await text({ round: 9 })).toBe("any");
    });

    itIsChosen("answers every launch of an attempt alike, unless the script names one", async () => {
      const agent = played(
        step("nothing: true, exit: 1", "purpose: reviewer, launch: 1"),
        step("write: at last", "purpose: reviewer"),
        step("write: always"),
      );
      const launched = (purpose: "engineer" | "reviewer", launch: number) =>
        run(agent, { key: callKey({ purpose, launch }) });
      expect(await launched("engineer", 1)).toMatchObject({ document: { text: "always" } });
      expect(await launched("engineer", 2)).toMatchObject({ document: { text: "always" } });
      expect(await launched("reviewer", 1)).toMatchObject({ outcome: "crashed" });
      expect(await launched("reviewer", 2)).toMatchObject({ outcome: "ok", document: { text: "at last" } });
    });

    it("fails loudly where no step matches", async () => {
      const result = await run(played(step("write: x", "purpose: reviewer")), { key: callKey({ round: 3 }) });
      expect(result).toMatchObject({ outcome: "refused", document: null, text: null });
      expect(result.evidence.join("\n")).toMatch(
        /no step of \S+player\.yaml matches demo\/3\.1\/engineer\/-\/1\/1/,
      );
    });

    it("fails loudly at a script that is none", async () => {
      const result = await run(make("steps:\n  - on: { purpose: engineer }\n    wirte: x\n").agent);
      expect(result.outcome).toBe("refused");
      expect(result.evidence.join("\n")).toMatch(/player\.yaml:3:5: unknown key steps\[0\]\.wirte/);
    });
  });

  describe(`${name}: how it ends`, () => {
    it.each([
      ["a document and a bad exit code", "write: x, exit: 3", "ok", "exit code 3"],
      ["an answer and a bad exit code", "text: x, exit: 3", "ok", "exit code 3"],
      ["nothing and a bad exit code", "nothing: true, exit: 3", "crashed", "exit code 3"],
      ["nothing and a signal", "nothing: true, exit: SIGKILL", "crashed", "ended by SIGKILL"],
      ["a document and a signal", "write: x, exit: SIGTERM", "crashed", "ended by SIGTERM"],
    ])("with %s", async (_what, does, outcome, because) => {
      const result = await run(played(step(does)));
      expect(result.outcome).toBe(outcome);
      expect(result.evidence).toContain(because);
    });

    it("is stopped at its time limit; what it wrote before is kept", async () => {
      const result = await run(played(step("write: half, hang: true")), { wallMs: 3_000 });
      expect(result).toMatchObject({ outcome: "timeout-wall", document: { text: "half" } });
      expect(result.evidence).toContain("stopped after 3000 ms, its time limit");
      expect(result.elapsedMs).toBeGreaterThanOrEqual(2_990);
    });

    it("is stopped when it is cancelled", async () => {
      const { cancel, stop } = cancelSource();
      const agent = played(step("write: x, delayMs: 60000"));
      const onEvent = ({ at }: AgentEvent): void => {
        if (at === "said") stop();
      };
      const result = await agent.start(agentRequest(), onEvent, cancel);
      expect(result).toMatchObject({ outcome: "cancelled", document: null });
    });

    it("is not even started when it was cancelled before", async () => {
      const { cancel, stop } = cancelSource();
      stop();
      const agent = played(step("write: x"));
      expect(await run(agent, {}, cancel)).toMatchObject({ outcome: "cancelled", document: null });
      expect(await agent.recover(launched(), ignoreEvent, NEVER)).toEqual({ at: "unknown" });
    });

    it("shows that it lives while it works, from the start on", async () => {
      const events: AgentEvent[] = [];
      const agent = played(step("write: x, delayMs: 350"));
      const { elapsedMs } = await agent.start(agentRequest(), (event) => events.push(event), NEVER);
      expect(events[0]?.at).toBe("started");
      expect(events.filter(({ at }) => at === "started")).toHaveLength(1);
      expect(events.filter(({ at }) => at === "said").length).toBeGreaterThanOrEqual(3);
      expect(elapsedMs).toBeGreaterThanOrEqual(340);
    });
  });

  describe(`${name}: the same call again`, () => {
    it("is not played again, whatever the script says by then", async () => {
      const { agent, rewrite } = make(script(step("write: first")));
      const first = await run(agent);
      rewrite(script(step("write: second")));
      expect(await run(agent)).toEqual(first);
      expect(await run(agent, { key: callKey({ launch: 2 }) })).toMatchObject({
        document: { text: "second" },
      });
    });

    it("joins the one that is still running", async () => {
      const agent = played(step("write: once, delayMs: 300"));
      const both = await Promise.all([run(agent), run(agent)]);
      expect(both[0]).toMatchObject({ outcome: "ok", document: { text: "once" } });
      expect(both[1]).toEqual(both[0]);
    });

    it("is unknown until it was started", async () => {
      const agent = played(step("write: x"));
      expect(await agent.recover(launched(), ignoreEvent, NEVER)).toEqual({ at: "unknown" });
    });

    it.each(["write: x, usage: { outputTokens: 5 }", "text: x", "nothing: true, exit: 9"])(
      "is found finished with the same result: %s",
      async (does) => {
        const agent = played(step(does));
        const result = await run(agent);
        expect(await agent.recover(launched(), ignoreEvent, NEVER)).toEqual({ at: "finished", result });
      },
    );

    it("is found running, and its end can be waited for", async () => {
      const agent = played(step("write: x, delayMs: 3000"));
      const result = await underWay(agent);
      const events: AgentEvent[] = [];
      const recovered = await agent.recover(launched(), (event) => events.push(event), NEVER);
      expect(recovered.at).toBe("running");
      expect(recovered.at === "running" && (await recovered.done)).toEqual(await result.end);
      expect(events.some(({ at }) => at === "said")).toBe(true);
    });

    it("is cancelled by whoever recovered it", async () => {
      const agent = played(step("write: x, hang: true"));
      const result = await underWay(agent);
      const { cancel, stop } = cancelSource();
      const recovered = await agent.recover(launched(), ignoreEvent, cancel);
      stop();
      expect(recovered.at === "running" && (await recovered.done)).toMatchObject({ outcome: "cancelled" });
      expect((await result.end).outcome).toBe("cancelled");
    });
  });

  describe(`${name}: as a coder`, () => {
    const changes =
      "files: [{ write: src/new.ts, text: new }, { rename: src/old.ts, to: lib/moved.ts }, { delete: src/gone.ts }]";
    const coder = "purpose: coder, task: a1b2";

    it("changes its worktree, and leaves its document there in a folder of its own", async () => {
      const work = worktree();
      const result = await run(played(step(`${changes}, write: "# Done"`, coder)), work);
      expect(result).toMatchObject({ outcome: "ok", document: { text: "# Done" } });
      const code = readdirSync(work.worktree).filter((entry) => entry !== ".parley-out");
      expect(code.sort()).toEqual(["lib", "src"]);
      expect(readFileSync(join(work.worktree, "lib/moved.ts"), "utf8")).toBe("export {};\n");
      expect(readdirSync(join(work.worktree, "src"))).toEqual(["new.ts"]);
    });

    it("does nothing before its sign is there, and can be cancelled meanwhile", async () => {
      const work = worktree();
      const { agent, folder } = make(script(step(`waitFor: sign, ${changes}, write: x`, coder)));
      const { cancel, stop } = cancelSource();
      const stopWhenSaid = ({ at }: AgentEvent): void => {
        if (at === "said") stop();
      };
      const result = await agent.start(agentRequest(work), stopWhenSaid, cancel);
      expect(result).toMatchObject({ outcome: "cancelled", document: null });
      expect(existsSync(join(work.worktree, "src/new.ts"))).toBe(false);
      const second = agentRequest({ ...work, key: callKey({ ...CODER, attempt: 2 }) });
      const giveSign = ({ at }: AgentEvent): void => {
        if (at === "said") writeFileSync(join(folder, "sign"), "");
      };
      const ended = await agent.start(second, giveSign, NEVER);
      expect(ended).toMatchObject({ outcome: "ok", document: { text: "x" } });
      expect(existsSync(join(work.worktree, "src/new.ts"))).toBe(true);
    });
  });
}
