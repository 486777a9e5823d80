// Programs on the PATH of a world that behave as the agents' command lines do.
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { SCENARIOS } from "../fake-model/scenarios.ts";
import type { FakeModel } from "../fake-model/start-fake-model.ts";
import { startFakeModel } from "../fake-model/start-fake-model.ts";
import type { World } from "./world.ts";

const VERSIONS = { claude: "2.1.325 (Claude Code)", codex: "codex-cli 0.166.0" } as const;

export type StubName = keyof typeof VERSIONS;

/** The stub of a command line, as if it were installed. */
export function installStub(world: World, name: StubName, scenario = "ok"): void {
  const stub = resolve(`test/stubs/${name}.mjs`);
  world.program(
    name,
    `#!/bin/sh
if [ "$1" = --version ]; then echo '${VERSIONS[name]}'; exit 0; fi
STUB_SCENARIO='${scenario}' exec '${process.execPath}' '${stub}' "$@"
`,
  );
}

/** A command line that does what `parley agents test` asks for, but for the fault. */
export function installObedient(
  world: World,
  name: StubName,
  fault: "" | "no-file" | "other-line" = "",
): void {
  world.program(
    name,
    `#!/bin/sh
if [ "$1" = --version ]; then echo '${VERSIONS[name]}'; exit 0; fi
OBEDIENT_FAULT='${fault}' exec '${process.execPath}' '${resolve("test/stubs/obedient.mjs")}' ${name}
`,
  );
}

const USAGE =
  '{"input_tokens":1,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":1}';
/** What claude says around its work. */
const INIT = '{"type":"system","subtype":"init","session_id":"s","model":"m","tools":[]}';
const RESULT = `{"type":"result","subtype":"success","is_error":false,"duration_ms":5,"num_turns":1,"result":"Done.","session_id":"s","total_cost_usd":0,"usage":${USAGE},"permission_denials":[]}`;

export interface HeldAgent {
  /** From now on it comes to its end. */
  letGo(): void;
  /** From now on it waits again. */
  hold(): void;
}

/** A claude that does something first, then waits until it is let go, and hands in a line. */
export function installHeldClaude(world: World, line: string, first = ""): HeldAgent {
  const gate = join(world.root, "go");
  world.program(
    "claude",
    `#!/bin/sh
if [ "$1" = --version ]; then echo '${VERSIONS.claude}'; exit 0; fi
echo '${INIT}'
${first}
until [ -e '${gate}' ]; do sleep 0.05; done
echo '${line}' > "$PARLEY_OUT"
echo '${RESULT}'
`,
  );
  return { letGo: () => world.write(gate, ""), hold: () => rmSync(gate) };
}

export async function fakeModel(): Promise<FakeModel> {
  return await startFakeModel({ scenarios: SCENARIOS });
}

/** Keys and addresses as a user of both APIs has them, pointed at a server of our own. */
export function apiEnvironment({ url }: FakeModel, scenario: string): Record<string, string> {
  return {
    ANTHROPIC_API_KEY: `fake-${scenario}`,
    ANTHROPIC_BASE_URL: url,
    OPENAI_API_KEY: `fake-${scenario}`,
    OPENAI_BASE_URL: `${url}/v1`,
  };
}

/** A gap that the fake model's documents close in two rounds. */
export const SPEC = "# Calls\n\nA call that fails is sent again. TODO: how often and when?\n";
