import { decide } from "../../core/refinement/session/decide.ts";
import { evolve } from "../../core/refinement/session/evolve.ts";
import { type CallOrder, owed } from "../../core/refinement/session/owed.ts";
import type { LiveSession, Session } from "../../core/refinement/session/session.ts";
import { placeOfKey } from "../../core/refinement/session/turn.ts";
import { isRefusal } from "../../core/shared/refusal.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, type Outcome, refusedFailure } from "../failure.ts";
import type { PromptView } from "../wire/session.ts";
import { withSession } from "./open-session.ts";

/** What a role is told, or would be told next. */
export async function previewPrompt(
  context: CommandContext,
  role: "engineer" | "reviewer",
  wanted: string | undefined,
): Outcome<PromptView> {
  return await withSession(context, wanted, async ({ engine }) => {
    const running = engine.live.ledger.calls.find(({ key }) => placeOfKey(key).role === role);
    if (running !== undefined && running.prompt !== null) {
      const text = await engine.documents.text(running.prompt);
      const parts = [{ name: "all", chars: text.length }];
      return { session: engine.id, role, key: running.key, sent: true, chars: text.length, parts, text };
    }
    const next = nextOrder(engine, role);
    if (next === null) return nothingOwed(engine, role);
    const { prompt } = await engine.prompt(next.order, next.session);
    const { text, parts } = prompt;
    return { session: engine.id, role, key: next.order.key, sent: false, chars: text.length, parts, text };
  });
}

/** The call that is owed; between rounds, that of the round which would start now. */
function nextOrder(engine: SessionEngine, role: string): { session: LiveSession; order: CallOrder } | null {
  const now = engine.live;
  const ahead = owed(now).some((effect) => effect.do === "mediate" && effect.step === "start-round")
    ? roundAhead(engine)
    : now;
  const order = owed(ahead).find((effect) => effect.do === "call" && effect.order.role === role);
  return order?.do === "call" && ahead.at !== "none" ? { session: ahead, order: order.order } : null;
}

function roundAhead(engine: SessionEngine): Session {
  const backup = { status: "", decisions: "" };
  const events = decide({ type: "Mediate", at: engine.now(), step: "start-round", backup }, engine.live);
  return isRefusal(events) ? engine.live : events.reduce<Session>(evolve, engine.live);
}

function nothingOwed(engine: SessionEngine, role: string): Failure {
  const {
    at,
    work: { questions },
  } = engine.live;
  const open = questions.map(({ id }) => id).join(", ");
  const why =
    at === "ended"
      ? "the session has ended"
      : at === "paused"
        ? "the session is paused"
        : open === ""
          ? "another role's turn comes first"
          : `answers are missing: ${open}`;
  return refusedFailure("no-call", `no call of the ${role} is due: ${why}`, "see `parley status`");
}
