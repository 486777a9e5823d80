// Where what always holds for a role goes: to the system prompt of an agent that has one, by real processes.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CLI_KINDS } from "../../src/adapters/agent-process/cli/agent-clis.ts";
import type { RunFolder } from "../../src/adapters/agent-process/run-folder.ts";
import type { AgentRequest, AgentResult } from "../../src/engine/ports.ts";
import { callKey } from "../agents/real-agent.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { runAcpStub } from "./run-acp-stub.ts";
import { runStub } from "./run-stub.ts";

const RULES = "# Your role\n\nYou write “so”, {file:/etc/hostname}, “@a.md”.\n\n";
const TASK = "# Your task\n\nResolve these gaps.\n";
const CORRECTION = "# RETRY ATTEMPT 1 of 2\n\nWrite it anew.\n";

const asking = (task: string): Partial<AgentRequest> => ({
  ...{ access: "read-only", document: "reviewer.md" },
  ...{ prompt: `${RULES}${task}`, standingChars: RULES.length },
});

const toldTo = ({ text, evidence }: AgentResult): unknown => JSON.parse(text?.text ?? evidence.join("\n"));
const promptIn = ({ prompt }: RunFolder): string => readFileSync(prompt, "utf8");

const again = (resume: string | undefined): Partial<AgentRequest> => ({
  ...asking(CORRECTION),
  ...{ key: callKey({ attempt: 2 }), resume: resume ?? null },
});

test.each(CLI_KINDS)(
  "given %s, then what always holds is its system prompt, a correction is all that a conversation hears",
  async (name) => {
    const play = {
      name,
      scenario: "tells-both",
      folder: temporaryFolder(),
      options: { model: "stub-model" },
    };
    const first = await runStub({ ...play, request: asking(TASK) });
    expect(toldTo(first.result)).toEqual({ system: RULES, input: TASK });
    expect(promptIn(first.run)).toBe(`${RULES}${TASK}`);
    expect(readFileSync(first.run.request, "utf8")).not.toContain("You write");
    const second = await runStub({ ...play, request: again(first.result.sessionRef) });
    expect(toldTo(second.result)).toEqual({ system: RULES, input: CORRECTION });
    expect(promptIn(second.run)).toBe(`${RULES}${CORRECTION}`);
  },
);

test.each(CLI_KINDS)("given %s and a prompt of one part, then all of it comes on its input", async (name) => {
  const request = { ...asking(TASK), standingChars: 0 };
  const { result } = await runStub({
    name,
    scenario: "tells-both",
    request,
    options: { model: "stub-model" },
  });
  expect(toldTo(result)).toEqual({ system: null, input: `${RULES}${TASK}` });
});

const ACP_AGENTS = [
  { agent: "that takes a system prompt", skill: "advised", system: RULES, input: TASK },
  { agent: "that takes none", skill: "resumes", system: null, input: `${RULES}${TASK}` },
];

test.each(ACP_AGENTS)("given an ACP agent $agent, then it hears what always holds once", async (row) => {
  const { skill, system, input } = row;
  const play = { scenario: `${skill}:tells-both`, folder: temporaryFolder() };
  const first = await runAcpStub({ ...play, request: asking(TASK) });
  expect(toldTo(first.result)).toEqual({ system, input });
  expect(promptIn(first.run)).toBe(`${RULES}${TASK}`);
  const second = await runAcpStub({ ...play, request: again(first.result.sessionRef) });
  expect(toldTo(second.result)).toEqual({ system, input: CORRECTION });
});
