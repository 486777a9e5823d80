// The stream of a command-line agent as one value, for tests of what its lines mean.
import fc from "fast-check";
import type { ReadStreamLine, StreamFinal } from "../../src/adapters/agent-process/cli/agent-cli.ts";
import {
  finalOf,
  type JsonLine,
  openStream,
  takeLine,
} from "../../src/adapters/agent-process/cli/cli-language.ts";
import type { Usage } from "../../src/core/shared/usage.ts";
import type { AgentEvent } from "../../src/engine/ports.ts";

export interface StreamReading {
  readonly events: readonly AgentEvent[];
  readonly final: StreamFinal;
}

export function foldStream(read: ReadStreamLine, lines: Iterable<JsonLine>, before?: Usage): StreamReading {
  let state = openStream(before);
  const events: AgentEvent[] = [];
  for (const line of lines) {
    const step = takeLine(read, state, line);
    state = step.state;
    events.push(...step.events);
  }
  return { events, final: finalOf(state) };
}

export function foldValues(read: ReadStreamLine, values: readonly unknown[], before?: Usage): StreamReading {
  const lines = values.map((value) => ({ at: "value", value }) as const);
  return foldStream(read, lines, before);
}

/** Any values, and objects that look like lines of these types. */
export function anyLines(types: readonly string[], fields: readonly string[]): fc.Arbitrary<unknown[]> {
  const more = fc.dictionary(fc.constantFrom(...fields), fc.jsonValue());
  const line = fc.tuple(fc.constantFrom(...types, "x"), more).map(([type, rest]) => ({ ...rest, type }));
  return fc.array(fc.oneof(fc.jsonValue(), line));
}
