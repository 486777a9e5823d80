// Every decision of a session made again from what is stored, without an agent: the log explains itself, or says where not.
import { evolve } from "../core/refinement/session/evolve.ts";
import { RULES } from "../core/refinement/session/owed.ts";
import type { ReplayDifference, ReplayOutcome } from "../core/refinement/session/replay-outcome.ts";
import { SESSION_START, type Session } from "../core/refinement/session/session.ts";
import { type SessionEvent, upcast } from "../core/refinement/session/session-event.ts";
import type { SessionSettings } from "../core/refinement/session/settings.ts";
import { canonicalJson, type Json } from "../core/shared/json.ts";
import { NewerParley } from "../core/shared/newer-parley.ts";
import { isRefusal } from "../core/shared/refusal.ts";
import type { Documents } from "./documents.ts";
import type { EventLog, RecordedCommand, RecordedEvent, Workplace } from "./ports.ts";
import { LongWork } from "./session-work.ts";
import { isOfNewerParley, rulesOf } from "./stored-command.ts";

interface ReplayRequest {
  readonly log: EventLog;
  readonly documents: Documents;
  readonly stream: string;
  /** For documents that take long to read. */
  readonly workplace?: Workplace;
  /** What if the session had been decided under other settings? */
  readonly assume?: (settings: SessionSettings) => SessionSettings;
}

export async function replay(request: ReplayRequest): Promise<ReplayOutcome> {
  const { log, documents, stream } = request;
  const work = new LongWork(documents, request.workplace);
  const commands = await log.commands(stream);
  const events = await log.load(stream);
  const view = (event: SessionEvent): SessionEvent => withSettings(event, request.assume);
  let session: Session = SESSION_START;
  let older = 0;
  for (const [index, stored] of commands.entries()) {
    const made = events
      .slice(stored.firstVersion - 1, stored.lastVersion)
      .map((event) => ({ event, is: view(upcast(event)) }));
    if (isOfNewerParley(stored)) throw new NewerParley({ ...stored, stream }, "command");
    if (rulesOf(stored) < RULES) older += 1;
    else {
      const { decided } = await work.decide(stored, session);
      const difference = isRefusal(decided)
        ? refusalDifference(stored, index, made[0]?.event, decided.message)
        : firstDifference({ stored, index, made: made.map(({ is }) => is), decided: decided.map(view) });
      if (difference !== null) return { at: "differs", difference };
    }
    for (const { is } of made) session = evolve(session, is);
  }
  return { at: "identical", commands: commands.length - older, events: events.length, older };
}

function withSettings(event: SessionEvent, assume: ReplayRequest["assume"]): SessionEvent {
  if (assume === undefined) return event;
  if (!("settings" in event.data)) return event;
  return { ...event, data: { ...event.data, settings: assume(event.data.settings) } } as SessionEvent;
}

function refusalDifference(
  stored: RecordedCommand,
  index: number,
  event: RecordedEvent | undefined,
  refused: string,
): ReplayDifference {
  return {
    command: commandSummary(stored, index),
    version: stored.firstVersion,
    stored: event === undefined ? null : { type: event.type, data: event.data },
    decided: null,
    path: null,
    refused,
  };
}

function commandSummary({ id, type, at }: RecordedCommand, index: number): ReplayDifference["command"] {
  return { id, type, at, number: index + 1 };
}

interface CommandComparison {
  readonly stored: RecordedCommand;
  readonly index: number;
  readonly made: readonly SessionEvent[];
  readonly decided: readonly SessionEvent[];
}

function firstDifference({ stored, index, made, decided }: CommandComparison): ReplayDifference | null {
  const count = Math.max(made.length, decided.length);
  for (let at = 0; at < count; at += 1) {
    const [left, right] = [viewOf(made[at]), viewOf(decided[at])];
    if (left !== null && right !== null && canonicalJson(left) === canonicalJson(right)) continue;
    const path = left === null || right === null || left.type !== right.type ? null : pathOf(left, right);
    return {
      command: commandSummary(stored, index),
      version: stored.firstVersion + at,
      stored: left,
      decided: right,
      path,
      refused: null,
    };
  }
  return null;
}

function viewOf(event: SessionEvent | undefined): { readonly type: string; readonly data: Json } | null {
  return event === undefined ? null : { type: event.type, data: event.data as unknown as Json };
}

/** The first place where two values of the same kind part. */
function pathOf(left: Json, right: Json): string | null {
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return null;
  const [a, b] = [left as Record<string, Json>, right as Record<string, Json>];
  for (const key of [...new Set([...Object.keys(a), ...Object.keys(b)])].sort()) {
    const [x, y] = [a[key], b[key]];
    if (x !== undefined && y !== undefined && canonicalJson(x) === canonicalJson(y)) continue;
    const inner = x === undefined || y === undefined ? null : pathOf(x, y);
    return inner === null ? key : `${key}.${inner}`;
  }
  return null;
}
