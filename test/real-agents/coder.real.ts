// Real agents as coder in a worktree and as reviewer of what lies there, against the fake model: a call each.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AgentRequest, AgentResult } from "../../src/engine/ports.ts";
import { callKey } from "../agents/real-agent.ts";
import {
  type CaseName,
  CODE_REVIEWER_CASE,
  CODER_CASE,
  CODER_RESUME_CASE,
  CODER_SHELL_CASE,
  OFFERED_TOOLS,
} from "./cases.ts";
import { CODE, CODER_PROMPT, CoderPlace, DOCUMENT, RAN_FILE, TASK, VERDICT } from "./coder-place.ts";
import { REAL_AGENTS, type RealAgentName } from "./pinned-agents.ts";
import { realRun } from "./real-run.ts";
import { INTRUDERS_FILE } from "./real-scenarios.ts";
import { appendLine } from "./row-parts.ts";

const RUN = realRun(process.env);
const WANTED = REAL_AGENTS.filter((agent) => RUN.wanted.includes(agent));

describe.each(WANTED)("real %s", (agent) => {
  test(CODER_CASE, async () => {
    const place = newPlace();
    const result = await called(agent, { place, name: CODER_CASE, request: place.asCoder() });
    expectBuilt(place, result);
    expectNoIntrusion(place);
    expect(place.offeredTools).toEqual(OFFERED_TOOLS.engineer[agent]);
    // As the documentation says.
    expect(place.nestedInstructions).toEqual(agent === "opencode" ? ["AGENTS.md"] : []);
    // Only its own sandbox gives it one by itself.
    expect(existsSync(join(place.worktree, RAN_FILE))).toBe(agent === "codex");
  });

  test(CODER_SHELL_CASE, async () => {
    const place = newPlace();
    const request = place.asCoder({ shell: true });
    const result = await called(agent, { place, name: CODER_SHELL_CASE, request });
    expectBuilt(place, result);
    expect(existsSync(join(place.worktree, RAN_FILE))).toBe(true);
    rmSync(join(place.worktree, RAN_FILE));
    const without = place.asCoder({
      shell: false,
      key: callKey({ subject: { of: "task", id: TASK }, purpose: "coder", attempt: 2 }),
    });
    const held = await place.call(agent, programOf(agent), without);
    expect(held.outcome).toBe(agent === "codex" ? "refused" : "ok");
    expect(existsSync(join(place.worktree, RAN_FILE)), "it ran a command").toBe(false);
  });

  test(CODER_RESUME_CASE, async () => {
    const place = newPlace();
    const first = await place.call(agent, programOf(agent), place.asCoder());
    expect(first.outcome, first.evidence.join("\n")).toBe("ok");
    const key = callKey({ subject: { of: "task", id: TASK }, purpose: "coder", attempt: 2 });
    const request = place.asCoder({ key, prompt: "Once more, please.\n", resume: first.sessionRef ?? null });
    const before = place.sentBodies.length;
    const result = await called(agent, { place, name: CODER_RESUME_CASE, request });
    const [again = ""] = place.sentBodies.slice(before).filter((body) => body.includes("Once more, please."));
    // A conversation of opencode's is not gone on with.
    if (agent === "opencode") expect(again).not.toContain(CODER_PROMPT.trim());
    else expect(again).toContain(CODER_PROMPT.trim());
    expectBuilt(place, result);
    expectNoIntrusion(place);
  });

  test(CODE_REVIEWER_CASE, async () => {
    const place = newPlace();
    const request = place.asReviewer();
    const result = await called(agent, { place, name: CODE_REVIEWER_CASE, request });
    expect(result, result.evidence.join("\n")).toMatchObject({ outcome: "ok", document: null });
    expect(result.text?.text.trim()).toBe(VERDICT.trim());
    expectNoIntrusion(place);
    expect(readFileSync(join(place.worktree, "src/code.ts"), "utf8")).toBe(`// ${CODE}\n`);
    expect(existsSync(join(place.worktree, RAN_FILE))).toBe(false);
    expect(place.offeredTools).toEqual(OFFERED_TOOLS.reviewer[agent]);
    expect(place.nestedInstructions).toEqual([]);
  });
});

function newPlace(): CoderPlace {
  const place = new CoderPlace();
  mkdirSync(join(place.root, "tmp"));
  return place;
}

function programOf(agent: RealAgentName): string {
  return RUN.agents[agent]?.program ?? "";
}

interface TriedCall {
  readonly place: CoderPlace;
  readonly name: CaseName;
  readonly request: Partial<AgentRequest>;
}

async function called(agent: RealAgentName, { place, name, request }: TriedCall): Promise<AgentResult> {
  const result = await place.call(agent, programOf(agent), request);
  const { outcome, elapsedMs: ms } = result;
  const strays = await place.strays();
  appendLine({ agent, name, outcome, ms, requests: place.requests }, strays);
  expect(strays ?? []).toEqual([]);
  return result;
}

function expectBuilt(place: CoderPlace, result: AgentResult): void {
  expect(result, result.evidence.join("\n")).toMatchObject({ outcome: "ok" });
  expect(result.document?.text.trim()).toBe(DOCUMENT.trim());
  expect(readFileSync(join(place.worktree, "src/added.ts"), "utf8")).toBe("export {};\n");
}

/** Whatever it tried, it saw and left nothing elsewhere, and nothing of the worktree's own files steered it. */
function expectNoIntrusion(place: CoderPlace): void {
  expect(place.strangers).toEqual([]);
  expect(place.sentText).toContain(CODE);
  expect(place.sentText).toContain("secret.md");
  expect(place.isGitUntouched, "git's own is as it was").toBe(true);
  for (const folder of [place.project, place.home])
    expect(existsSync(join(folder, INTRUDERS_FILE)), folder).toBe(false);
}
