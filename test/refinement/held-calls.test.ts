// Runs in which providers are to be left alone for a while.
import { describe, expect, it } from "vitest";
import type { Clock, ProviderWaits } from "../../src/engine/ports.ts";
import type { Providers } from "../../src/runner/held-calls.ts";
import { cancelSource } from "../support/cancel.ts";
import { memoryProviderWaits } from "../support/memory-waits.ts";
import {
  approval,
  READY,
  resolution,
  type Script,
  sessionWorld,
  sourceGap,
  type World,
  type WorldOptions,
} from "../support/session-world.ts";

const [ONE, TWO] = ["GAP-FLOW-001", "GAP-FLOW-002"] as const;
const engineer: Script = ({ lane }) => resolution([lane === "-" ? ONE : lane]);
const reviewer: Script = ({ purpose }) => (purpose === "final" ? READY : approval([ONE]));

const PROVIDERS: Readonly<Record<string, string>> = { engineer: "east", reviewer: "west" };

/** Nobody asks for an end of them. */
const UNLIFTED = { lift: async () => undefined, isLifted: async () => false };

function providersWith(waits: (clock: Clock) => ProviderWaits) {
  return (clock: Clock): Providers => ({ waits: waits(clock), of: (agent) => PROVIDERS[agent] ?? null });
}

async function worldOf(options: Partial<WorldOptions> = {}): Promise<World> {
  return await sessionWorld({
    engineer,
    reviewer,
    providers: providersWith(memoryProviderWaits),
    ...options,
  });
}

function told(world: World): readonly string[] {
  return world.news.flatMap((news) => {
    if (news.at === "held" || news.at === "released") return [`${news.at} ${news.key}`];
    const event = news.at === "happened" ? news.event : null;
    return event?.type === "AgentCallStarted" ? [`started ${event.data.key}`] : [];
  });
}

describe("a call whose provider takes no more for now", () => {
  it("given a limit, then the next launch is held until it is over, and whoever watches hears of it", async () => {
    const starts: number[] = [];
    const world = await worldOf({
      engineer: (call, request) => {
        starts.push(world.engine.nowMs());
        return call.launch === 1 ? { outcome: "rate-limited", waitMs: 3_600_000 } : engineer(call, request);
      },
    });
    expect(await world.run()).toBe("ended");
    expect(told(world).slice(0, 4)).toEqual([
      "started s/1.0/engineer/-/1/1",
      "held s/1.0/engineer/-/1/2",
      "released s/1.0/engineer/-/1/2",
      "started s/1.0/engineer/-/1/2",
    ]);
    expect(world.news).toContainEqual(
      expect.objectContaining({ at: "held", provider: "east", agent: "engineer" }),
    );
    expect((starts[1] ?? 0) - (starts[0] ?? 0)).toBeGreaterThanOrEqual(3_600_000);
  });

  it("given somebody who does not want to wait, then the call goes out, and is held again where it is turned away again", async () => {
    const starts: number[] = [];
    const waits: ProviderWaits[] = [];
    const world = await worldOf({
      providers: providersWith((clock) => {
        const made = memoryProviderWaits(clock);
        waits.push(made);
        return made;
      }),
      engineer: (call, request) => {
        starts.push(world.engine.nowMs());
        if (call.launch === 1) {
          // Told once the wait is in the log and in what all runs know.
          const known = waits.at(-1);
          const note = known?.note.bind(known);
          if (known !== undefined && note !== undefined)
            known.note = async (provider, untilMs) => {
              await note(provider, untilMs);
              if (starts.length === 1) await known.lift(provider);
            };
        }
        return call.launch <= 2 ? { outcome: "rate-limited", waitMs: 3_600_000 } : engineer(call, request);
      },
    });
    expect(await world.run()).toBe("ended");
    const [first = 0, second = 0, third = 0] = starts;
    expect(second - first).toBeLessThan(3_600_000);
    expect(third - second).toBeGreaterThanOrEqual(3_600_000);
  });

  it("given a limit that another run has met, then a first call is held, too", async () => {
    const world = await worldOf({
      providers: (clock) => {
        const waits = memoryProviderWaits(clock);
        void waits.note("west", clock.nowMs() + 600_000);
        return { waits, of: (agent) => PROVIDERS[agent] ?? null };
      },
    });
    expect(await world.run()).toBe("ended");
    expect(told(world).slice(0, 4)).toEqual([
      "started s/1.0/engineer/-/1/1",
      "held s/1.0/reviewer/-/1/1",
      "released s/1.0/reviewer/-/1/1",
      "started s/1.0/reviewer/-/1/1",
    ]);
  });

  it("given nothing is known of providers, then what the session found out itself still holds its call", async () => {
    const limited: Script = (call, request) =>
      call.launch === 1 ? { outcome: "overloaded" } : engineer(call, request);
    const { providers: _, ...bare } = { engineer: limited, reviewer, providers: null };
    const world = await sessionWorld(bare);
    expect(await world.run()).toBe("ended");
    expect(world.news).toContainEqual(expect.objectContaining({ at: "held", provider: "engineer" }));
  });

  it("given the time moves while it is held, then that is told again, and both are sat out", async () => {
    let looks = 0;
    const world = await worldOf({
      providers: (clock) => ({
        of: (agent) => PROVIDERS[agent] ?? null,
        waits: {
          ...UNLIFTED,
          note: async () => undefined,
          until: async (provider) => {
            if (provider !== "east" || looks > 1) return null;
            looks += 1;
            return clock.nowMs() + 60_000;
          },
        },
      }),
    });
    expect(await world.run()).toBe("ended");
    expect(told(world).slice(0, 3)).toEqual([
      "held s/1.0/engineer/-/1/1",
      "held s/1.0/engineer/-/1/1",
      "released s/1.0/engineer/-/1/1",
    ]);
  });

  it("given runs side by side of which one is held, then the other goes on", async () => {
    const world = await worldOf({
      gaps: [sourceGap(ONE), sourceGap(TWO, { title: "Who hears about it" })],
      limits: { gapsPerRound: 2, parallelGaps: 2 },
      engineer: ({ lane, launch }) =>
        lane === ONE && launch === 1 ? { outcome: "rate-limited", waitMs: 900_000 } : resolution([lane]),
      reviewer: ({ purpose }) => (purpose === "final" ? READY : approval([ONE, TWO])),
      providers: (clock) => ({ waits: memoryProviderWaits(clock), of: () => null }),
    });
    expect(await world.run()).toBe("ended");
    const order = told(world);
    expect(order.indexOf(`started s/1.0/engineer/${TWO}/1/1`)).toBeLessThan(
      order.indexOf(`started s/1.0/engineer/${ONE}/1/2`),
    );
  });

  it("given somebody who stops the run while it only waits, then it ends at once with nothing running", async () => {
    const source = cancelSource();
    const world = await worldOf({
      stopSoon: source.cancel,
      providers: (clock) => ({
        of: () => "east",
        waits: {
          ...UNLIFTED,
          note: async () => undefined,
          until: async () => {
            source.stop();
            return clock.nowMs() + 3_600_000;
          },
        },
      }),
    });
    expect(await world.run()).toBe("stopped");
    expect(world.engine.live.ledger.calls).toEqual([]);
    expect(told(world)).toEqual(["held s/1.0/engineer/-/1/1"]);
  });

  it("given a pause while it is held, then it is held no longer, and the run ends", async () => {
    let asked = false;
    const world = await worldOf({
      providers: (clock) => ({
        of: () => "east",
        waits: {
          ...UNLIFTED,
          note: async () => undefined,
          until: async () => {
            if (!asked) {
              asked = true;
              const wish = { type: "Pause", by: "human:test", because: "lunch" } as const;
              await world.engine.submit(wish, { id: "pause", actor: "human:test" });
            }
            return clock.nowMs() + 3_600_000;
          },
        },
      }),
    });
    expect(await world.run()).toBe("paused");
    expect(told(world)).toEqual(["held s/1.0/engineer/-/1/1", "released s/1.0/engineer/-/1/1"]);
  });
});

describe("an agent that takes over in a run", () => {
  it("given the first is not let in, then the second does its work, and both are in the books", async () => {
    const world = await worldOf({
      engineer: () => ({ outcome: "unauthorised", evidence: ["401"] }),
      others: { second: engineer },
      settings: { fallbacks: { engineer: ["second"], reviewer: [] } },
    });
    expect(await world.run()).toBe("ended");
    expect(world.engine.live.ledger.usage).toMatchObject([
      { round: 1, role: "engineer", agent: "engineer", calls: 1, outcomes: { unauthorised: 1 } },
      { round: 1, role: "engineer", agent: "second", calls: 1, outcomes: { ok: 1 } },
      { round: 1, role: "reviewer", agent: "reviewer", calls: 2, outcomes: { ok: 2 } },
    ]);
    expect(world.folder.files.get("summary.md")).toMatch(/## Usage[\s\S]*\| All *\|/);
  });
});
