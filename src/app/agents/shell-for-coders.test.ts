import { expect, test } from "vitest";
import { agentRequest, ignoreEvent, NEVER } from "../../../test/agents/real-agent.ts";
import { emptyResult } from "../../core/shared/agent-outcome.ts";
import type { AgentPort, AgentRequest } from "../../engine/ports.ts";
import { shellForCoders } from "./shell-for-coders.ts";

/** Keeps what it was asked. */
function asked(): AgentPort & { readonly requests: AgentRequest[] } {
  const requests: AgentRequest[] = [];
  const start: AgentPort["start"] = async (request) => {
    requests.push(request);
    return emptyResult("empty", "nothing");
  };
  return { requests, start, recover: async () => ({ at: "unknown" }) };
}

const WORK = { worktree: "/p/w/a1b2", document: "coder.md" };

test.each([
  [undefined, WORK, undefined],
  [true, WORK, true],
  [false, WORK, false],
  [true, { ...WORK, shell: false }, false],
  [true, {}, undefined],
] as const)(
  "given build.shell %s and a call with %j, then its shell is %s",
  async (shell, more, expected) => {
    const agent = asked();
    await shellForCoders(agent, shell).start(agentRequest(more), ignoreEvent, NEVER);
    expect(agent.requests.map((request) => request.shell)).toEqual([expected]);
  },
);
