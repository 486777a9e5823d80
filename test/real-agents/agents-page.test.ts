import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { AGENT_OUTCOMES } from "../../src/core/shared/agent-outcome.ts";
import { AGENTS_LOG, AGENTS_PAGE, MUTANTS_LOG, withMadeParts } from "./agents-page.ts";
import { CASE_NAMES, expectedOutcome } from "./cases.ts";
import { type LogLine, logText, parseLog } from "./log-line.ts";
import { renderMatrix, renderOutcomes } from "./matrix.ts";
import { parseMutantLog } from "./mutant-log.ts";
import { locksHash } from "./mutants/mutant.ts";
import { MUTANTS } from "./mutants.ts";
import { isAcpAgent, PINNED, PINNED_ACP, TRIED_AGENTS, type TriedAgent } from "./pinned-agents.ts";

const LINE: LogLine = {
  agent: "claude",
  version: "1.2.3",
  case: "500 for ever",
  outcome: "overloaded",
  ms: 2_449,
  requests: 3,
  strays: 0,
  date: "2026-01-02T03:04:05Z",
  network: "loopback only",
  platform: "linux x64",
  run: "2026-01-02T03:00:00Z",
};

test("the made parts of the page are those of the log beside it", () => {
  const page = readFileSync(AGENTS_PAGE, "utf8");
  const lines = parseLog(readFileSync(AGENTS_LOG, "utf8"));
  const mutants = parseMutantLog(readFileSync(MUTANTS_LOG, "utf8"));
  expect(page).toBe(withMadeParts(page, lines, mutants));
});

test("each case that is told was tried with the version that is pinned, and came to what it must; nothing else is told", () => {
  const told = parseLog(readFileSync(AGENTS_LOG, "utf8")).map(
    ({ agent, version, case: name, outcome, strays }) => ({
      ...{ agent, version, name, outcome, strays },
    }),
  );
  const due = TRIED_AGENTS.flatMap((agent) =>
    CASE_NAMES.filter((name) => told.some((line) => line.agent === agent && line.name === name)).map(
      (name) => {
        const outcome = expectedOutcome(agent, name);
        return { agent, version: versionOf(agent), name, outcome, strays: 0 };
      },
    ),
  );
  expect(told).toEqual(due);
});

function versionOf(agent: TriedAgent): string {
  return isAcpAgent(agent) ? PINNED_ACP[agent].version : PINNED[agent].version;
}

test("every mutant that is told was tried as it stands, and turned its row red for its own reason; nothing else is told", () => {
  const told = parseMutantLog(readFileSync(MUTANTS_LOG, "utf8"));
  const tried = MUTANTS.filter((mutant) =>
    told.some(
      (line) => line.agent === mutant.agent && line.row === mutant.row && line.mutant === mutant.name,
    ),
  );
  const due = tried.map((mutant) => {
    const { agent, row, name, shows } = mutant;
    return {
      agent,
      row,
      mutant: name,
      locks: locksHash(mutant),
      became: "red",
      said: expect.stringContaining(shows),
    };
  });
  expect(told).toEqual(due);
});

test("a line survives being written and read", () => {
  expect(parseLog(logText(LINE))).toEqual([LINE]);
  expect(() => parseLog('{"agent":"claude"}\n')).toThrow();
});

test("given one case of one agent, then the matrix says so and calls the rest not tried", () => {
  const matrix = renderMatrix([LINE]);
  expect(matrix).toContain(
    "| 500 for ever | `overloaded`, 3 requests, 2.4 s, nothing left running | not tried | not tried | not tried |",
  );
  expect(matrix).toContain("Tried on 2026-01-02 on linux x64");
});

test("given strays, or a system where nobody can look for them, then the matrix says which", () => {
  expect(renderMatrix([{ ...LINE, strays: 2 }])).toContain("2 processes left");
  expect(renderMatrix([{ ...LINE, strays: null }])).toContain("not looked for strays");
});

test("every outcome has a row", () => {
  for (const outcome of AGENT_OUTCOMES) expect(renderOutcomes()).toContain(`| \`${outcome}\` |`);
});
