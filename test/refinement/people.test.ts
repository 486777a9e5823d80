import { describe, expect, it } from "vitest";
import { PERSON } from "../../src/core/refinement/role.ts";
import { decide } from "../../src/core/refinement/session/decide.ts";
import { evolve } from "../../src/core/refinement/session/evolve.ts";
import { owed } from "../../src/core/refinement/session/owed.ts";
import { type LiveSession, SESSION_START, type Session } from "../../src/core/refinement/session/session.ts";
import type { SessionCommand } from "../../src/core/refinement/session/session-command.ts";
import { makeSessionEvent, type SessionEvent } from "../../src/core/refinement/session/session-event.ts";
import { isRefusal } from "../../src/core/shared/refusal.ts";
import { timestampFromMs } from "../../src/core/shared/timestamp.ts";
import { NO_CAP } from "../support/no-cap.ts";
import { settingsFor, sourceGap } from "../support/session-world.ts";

type Bare<Command> = Command extends { readonly at: unknown } ? Omit<Command, "at"> : never;

/** A session whose Engineer is a person and that may pay for no call at all, decided step by step. */
function story() {
  let session: Session = SESSION_START;
  const events: SessionEvent[] = [];
  return {
    events,
    live: (): LiveSession => {
      if (session.at === "none") throw new Error("it has not started");
      return session;
    },
    tell(command: Bare<SessionCommand>, atMs = 0): readonly SessionEvent[] {
      const decided = decide({ ...command, at: timestampFromMs(atMs) } as SessionCommand, session);
      if (isRefusal(decided)) throw new Error(decided.message);
      events.push(...decided);
      session = decided.reduce(evolve, session);
      return decided;
    },
  };
}

function begun() {
  const told = story();
  const cap = { ...NO_CAP, calls: 0 };
  told.tell({
    type: "StartSession",
    session: "s",
    spec: { name: "spec.md", path: "spec.md", sha256: "0" },
    settings: {
      ...settingsFor(1),
      agents: { engineer: PERSON, reviewer: "agent" },
      spend: { run: NO_CAP, role: cap, session: cap },
    },
    gaps: [sourceGap("GAP-FLOW-001")],
  });
  told.tell({ type: "Mediate", step: "start-round", backup: { status: "1", decisions: "2" } });
  const [effect] = owed(told.live());
  if (effect?.do !== "call") throw new Error("no call is owed");
  const { key, agent } = effect.order;
  told.tell({ type: "StartCall", key, agent, prompt: { sha256: "3", chars: 1, parts: [] }, example: null });
  return told;
}

describe("a person in a role", () => {
  it("is called whatever the limits are, and costs nothing", () => {
    expect(begun().live().ledger.spend.engineer).toMatchObject({ tokens: 0, usd: 0, minutes: 0, calls: 0 });
  });

  it("given a session that is abandoned, then the call is cancelled and the session ends at once", () => {
    const told = begun();
    const events = told.tell({ type: "RequestEnding", ending: "ABANDONED", trigger: "enough" });
    expect(events.map(({ type }) => type)).toEqual(["AgentCallFinished", "SessionEnded"]);
    expect(events[0]).toMatchObject({ data: { outcome: "cancelled", evidence: ["the session is ending"] } });
  });

  it("given a wish to end, then the person is not waited for", () => {
    const told = begun();
    told.tell({ type: "RequestEnding", ending: "USER_APPROVED", trigger: "enough" });
    expect(told.live().ledger.calls).toEqual([]);
    expect(owed(told.live())).toEqual([{ do: "mediate", step: "ask-gate" }]);
  });

  it("given a word of the user's that changes the task, then the call is let go and the next is owed, at no cost", () => {
    const told = begun();
    const [call] = told.live().ledger.calls;
    const change = { do: "severity", level: "CRITICAL" } as const;
    const events = told.tell({
      type: "ChangeGap",
      gap: sourceGap("GAP-FLOW-001").id,
      change,
      reason: "it stops the launch",
      by: "human:test",
    });
    expect(events.at(-1)).toMatchObject({
      type: "AgentCallFinished",
      data: {
        key: call?.key,
        outcome: "cancelled",
        evidence: ["the user has changed its task, which is laid out anew"],
      },
    });
    const [again] = owed(told.live());
    expect(again).toMatchObject({ do: "call", order: { agent: PERSON, key: "s/1.0/engineer/-/1/2" } });
    expect(told.live().work.round?.lanes[0]).toMatchObject({
      attempt: 1,
      launch: 2,
      launchesForgiven: 1,
      retries: 0,
    });
  });

  it("is waited for: the time until the document comes is no agent's", () => {
    const told = begun();
    const later = makeSessionEvent("SessionPaused", timestampFromMs(90_000), {
      by: "human:test",
      because: "lunch",
    });
    const after = [...told.events, later].reduce(evolve, SESSION_START);
    expect(after).toMatchObject({ work: { now: { waitingMs: 90_000, activeMs: 0 } } });
  });
});
