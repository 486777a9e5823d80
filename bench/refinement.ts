import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openSqliteStore } from "../src/adapters/store-sqlite/open-store.ts";
import { SESSION_PROJECTION } from "../src/engine/projections.ts";
import { SessionEngine } from "../src/engine/session-engine.ts";
import { type Measured, median, ratioOf } from "./ratio.ts";
import {
  EARLY,
  GAPS,
  type LongSession,
  measureRepetition,
  portsFor,
  REPETITION_ROUND,
  ROUNDS,
  type RoundFigures,
  runLongSession,
  SESSION,
  sum,
} from "./refinement/long-session.ts";
import { DURABLE } from "./refinement/watched-ports.ts";

/** A busy disk or processor only ever adds, so that of several sessions each round's quickest counts. */
const SESSIONS = 5;
const OPENINGS = 41;
const STARTS = 21;
const REPEATED_MIN = 0.6;

/** Rounds that stand for an early and a late one: five in a row are the same work. */
const WINDOWS = { early: [EARLY - 2, EARLY + 2], late: [ROUNDS - 4, ROUNDS] } as const;
type Window = readonly [from: number, to: number];

/** What a refinement costs beside its agents, and whether it stays the same as it gets long. */
export async function* refinement(): AsyncIterable<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "parley-bench-"));
  try {
    const sessions: LongSession[] = [];
    for (let number = 0; number < SESSIONS; number++) {
      sessions.push(await runLongSession(join(folder, String(number))));
    }
    const [first] = sessions;
    if (first === undefined) return;
    yield* turns(sessions);
    yield* prompts(first);
    yield* repetition(join(folder, "whole"));
    yield await opening(first);
    yield* looking(first);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function* turns(sessions: readonly LongSession[]): Iterable<Measured> {
  const [early, late] = [ownMs(sessions, WINDOWS.early), ownMs(sessions, WINDOWS.late)];
  const what = `the Mediator's own time a turn at round ${ROUNDS} (${GAPS} gaps), beyond one parse`;
  const detail = [
    `each session: ${sessions.map((session) => ownMs([session], WINDOWS.late).toFixed(1)).join(", ")} ms`,
    ...(["early", "late"] as const).map((name) => makeUp(sessions, WINDOWS[name])),
  ];
  yield { what: `${what}: milliseconds`, against: "turns", ratio: late, budget: 20, detail };
  yield { what, against: `that at round ${EARLY}`, ratio: late / early, budget: 2 };
}

function within({ rounds }: LongSession, [from, to]: Window): readonly RoundFigures[] {
  return rounds.filter(({ round }) => round >= from && round <= to);
}

/** Of each round the quickest session, of the window the median round: one slow flush does not stand for all. */
function ownMs(sessions: readonly LongSession[], [from, to]: Window): number {
  const rounds = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return median(
    rounds.map((round) =>
      Math.min(...sessions.flatMap((session) => within(session, [round, round])).map(ownMsOf)),
    ),
  );
}

function ownMsOf({ wallMs, agentsMs, parseMs, calls }: RoundFigures): number {
  return (wallMs - agentsMs - parseMs) / calls;
}

/** How much of it is work, and how much the making durable of what was done. */
function makeUp(sessions: readonly LongSession[], [from, to]: Window): string {
  const rounds = sessions.flatMap((session) => within(session, [from, to]));
  const calls = sum(rounds.map((round) => round.calls));
  const aTurn = (of: (round: RoundFigures) => number): number => sum(rounds.map(of)) / calls;
  const parts = DURABLE.map((name) => {
    const count = aTurn(({ disk }) => disk[name].count);
    const each = aTurn(({ disk }) => disk[name].ms) / (count || 1);
    return `${name} ${count.toFixed(1)} × ${each.toFixed(2)}`;
  });
  const work = aTurn(({ cpuMs, agentsMs, parseMs }) => cpuMs - agentsMs - parseMs);
  const disk = aTurn((round) => sum(DURABLE.map((name) => round.disk[name].ms)));
  return (
    `rounds ${from}–${to}, mean milliseconds a turn: one parse ${aTurn(({ parseMs }) => parseMs).toFixed(1)}, ` +
    `processor beyond it ${work.toFixed(1)}, durable writes ${disk.toFixed(1)} (${parts.join(", ")})`
  );
}

function* prompts(session: LongSession): Iterable<Measured> {
  const of = (window: Window) => {
    const rounds = within(session, window);
    return {
      chars: sum(rounds.map(({ promptChars }) => promptChars)),
      calls: sum(rounds.map((round) => round.calls)),
    };
  };
  const [early, late] = [of(WINDOWS.early), of(WINDOWS.late)];
  const total = sum(session.rounds.map(({ promptChars }) => promptChars));
  const calls = sum(session.rounds.map((round) => round.calls));
  yield {
    what: `characters of a prompt around round ${ROUNDS}`,
    against: `of one around round ${EARLY}`,
    ratio: late.chars / late.calls / (early.chars / early.calls),
    budget: 1.2,
    detail: [
      `${calls} calls, ${Math.round(total / calls).toLocaleString("en")} characters each`,
      `all prompts of five rounds: ${(late.chars / early.chars).toFixed(2)}, with ${late.calls} calls for ${early.calls}`,
    ],
  };
  yield {
    what: "characters of all prompts",
    against: "source and all earlier documents with each call",
    ratio: total / sum(session.rounds.map(({ rereadChars }) => rereadChars)),
    budget: 0.2,
  };
}

/** What a role is told again, on a spec that is shown whole. */
async function* repetition(root: string): AsyncIterable<Measured> {
  const measured = Object.entries(await measureRepetition(root));
  for (const [role, { chars, sameChars, prefixChars, partings }] of measured) {
    const share = (part: number) => `${((100 * part) / chars).toFixed(0)} %`;
    yield {
      what: `${REPEATED_MIN} of the characters of the ${role}'s prompts of round ${REPETITION_ROUND}`,
      against: "those in lines that its prompt before has, too",
      ratio: (REPEATED_MIN * chars) / sameChars,
      budget: 1,
      detail: [
        `of ${chars.toLocaleString("en")} characters the same: ${share(sameChars)}, from the beginning on ${share(prefixChars)}; parting at ${partings.join(", ")}`,
      ],
    };
  }
}

async function opening({ root, early, late }: LongSession): Promise<Measured> {
  const open = (file: string) =>
    openSqliteStore({ file, mode: "read-write", projections: [SESSION_PROJECTION] });
  const stores = [await open(late), await open(early)] as const;
  const opener = (store: (typeof stores)[number]) => async () => {
    const engine = await SessionEngine.open(SESSION, portsFor(store, root));
    if (engine.session.at === "none") throw new Error("the copy holds no session");
  };
  try {
    return {
      what: `opening a session of ${ROUNDS} rounds`,
      against: `one of ${EARLY}`,
      ratio: await ratioOf(OPENINGS, opener(stores[0]), opener(stores[1])),
      budget: 3,
    };
  } finally {
    for (const store of stores) store.close();
  }
}

async function* looking({ root }: LongSession): AsyncIterable<Measured> {
  const program = resolve("dist/parley.js");
  const node = (...args: string[]) => {
    execFileSync(process.execPath, args, { stdio: "ignore", cwd: root });
  };
  for (const command of ["status", "sessions"]) {
    yield {
      what: `parley ${command} --json (${GAPS} gaps, ${ROUNDS} rounds)`,
      against: "node -e 0",
      ratio: await ratioOf(
        STARTS,
        () => node(program, command, "--json"),
        () => node("-e", "0"),
      ),
      budget: 1.7,
    };
  }
}
