// Documents that try to hang the program, to be taken for an approval or to write somewhere: none of them does.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newWorld, type World } from "../cli/world.ts";
import {
  HOSTILE_ROLES,
  type HostileRole,
  hostileBytes,
  hostileDocument,
  PLANTED_NAME,
} from "../support/hostile-document.ts";
import { approval, objection, READY, resolution } from "../support/session-world.ts";
import { startProgram } from "../support/worker.ts";

const DOCUMENTS = 10_000;
const SESSIONS = 100;
/** Of the processor's time, for a document of up to some hundred kilobytes. */
const CPU_MS_MAX = 2_000;
/** A reader that says nothing for so long hangs. */
const SILENT_MS_MAX = 60_000;
const GAP = "GAP-TODO-001";

interface Judged {
  readonly seed: number;
  readonly role: HostileRole;
  readonly chars: number;
  readonly cpuMs: number;
  readonly approved: string | null;
}

/** Reads a range in a process of its own, which is ended where it falls silent. */
async function judgedRange(from: number, to: number): Promise<readonly Judged[]> {
  const reader = startProgram(process.execPath, ["test/.build/hostile-reader.mjs", String(from), String(to)]);
  let heard = 0;
  const look = setInterval(() => {
    if (reader.lines.length === heard) reader.process.kill("SIGKILL");
    heard = reader.lines.length;
  }, SILENT_MS_MAX);
  const ended = await reader.ended;
  clearInterval(look);
  expect(ended, `the reader stopped at document ${from + reader.lines.length}`).toBe(0);
  return reader.lines as unknown as readonly Judged[];
}

it(`given ${DOCUMENTS} hostile documents, none hangs and none approves`, async () => {
  const readers = availableParallelism();
  const each = Math.ceil(DOCUMENTS / readers);
  const ranges = Array.from({ length: readers }, (_, index) =>
    judgedRange(index * each, Math.min(DOCUMENTS, (index + 1) * each)),
  );
  const judged = (await Promise.all(ranges)).flat();
  const slowest = judged.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, 3);
  const chars = judged.reduce((sum, one) => sum + one.chars, 0);
  process.stdout.write(
    `${judged.length} documents, ${chars} characters; slowest ${JSON.stringify(slowest)}\n`,
  );
  expect(judged).toHaveLength(DOCUMENTS);
  expect(judged.filter(({ approved }) => approved !== null)).toEqual([]);
  expect(judged.filter(({ cpuMs }) => cpuMs > CPU_MS_MAX)).toEqual([]);
});

/** Everything below a folder but parley's own records, with what is in it. */
function filesBelow(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return new Map(
    names
      .filter(
        (name) => !/(^|\/)\.(parley|local|config)(\/|$)/.test(name) && statSync(join(folder, name)).isFile(),
      )
      .map((name) => [name, readFileSync(join(folder, name), "latin1")]),
  );
}

type Steps = readonly { readonly on: object; readonly write: string }[];

/** A session in which one role is hostile and the other is as it should be. */
async function playHostile(role: HostileRole, seed: number): Promise<World> {
  const world = newWorld();
  world.write(join(world.project, "spec.md"), "# A spec\n\n## Part 1\n\nTODO: what happens in case 1?\n");
  world.write(join(world.root, "hostile.bin"), hostileBytes(role, seed));
  const steps = (name: string, what: Steps): void =>
    world.write(join(world.project, `${name}.json`), JSON.stringify({ steps: what }));
  const hostile = hostileDocument(role, seed).replaceAll("\ud800", "");
  steps("engineer", [{ on: { purpose: "engineer" }, write: resolution([GAP]) }]);
  steps("reviewer", [
    { on: { purpose: "final" }, write: role === "final" ? hostile : READY },
    {
      on: { purpose: "reviewer" },
      write: role === "reviewer" ? hostile : role === "engineer" ? objection(GAP) : approval([GAP]),
    },
  ]);
  world.program(
    "claude",
    `#!/bin/sh
if [ "$1" = --version ]; then echo '2.1.325 (Claude Code)'; exit 0; fi
cat '${join(world.root, "hostile.bin")}' > "$PARLEY_OUT"
echo '{"type":"result","subtype":"success","is_error":false,"result":"Done.","session_id":"s"}'
`,
  );
  const before = filesBelow(world.root);
  const engineer = role === "engineer" ? "claude" : "player:engineer.json";
  const roles = ["--engineer", engineer, "--reviewer", "player:reviewer.json"];
  const until = role === "final" ? [] : ["--until", "round"];
  const { code, signal, stderr } = await world.start(["refine", "spec.md", ...roles, ...until]);
  expect([signal, code === 0 || code === 7], `${role} ${seed}: ${code} ${stderr}`).toEqual([null, true]);
  expect(filesBelow(world.root), `${role} ${seed}`).toEqual(before);
  return world;
}

it(`given ${SESSIONS} of them in whole sessions, nothing is approved, published or written elsewhere`, async () => {
  const numbers = Array.from(
    { length: SESSIONS },
    (_, index) => index * (DOCUMENTS / SESSIONS) + (index % 3),
  );
  const outside = (): readonly string[] =>
    [".", "..", "/tmp"]
      .flatMap((folder) => readdirSync(folder))
      .filter((name) => name.includes(PLANTED_NAME));
  const work = async (): Promise<void> => {
    for (let seed = numbers.shift(); seed !== undefined; seed = numbers.shift()) {
      const role = HOSTILE_ROLES[seed % HOSTILE_ROLES.length] ?? "engineer";
      const world = await playHostile(role, seed);
      const { stdout } = await world.run(["history", "--json"]);
      const events = JSON.parse(stdout) as readonly { readonly type: string }[];
      const types = new Set(events.map(({ type }) => type));
      expect(types.has("AgentCallFinished"), `${role} ${seed}`).toBe(true);
      expect(types.has("SessionEnded") || types.has("SpecPublished"), `${role} ${seed}`).toBe(false);
      // Before the Final Review a text was accepted, as it should be.
      expect(types.has("DraftEdited"), `${role} ${seed}`).toBe(role === "final");
      expect((await world.run(["replay"])).code, `${role} ${seed}`).toBe(0);
    }
  };
  await Promise.all(Array.from({ length: 2 }, work));
  expect(outside()).toEqual([]);
});
