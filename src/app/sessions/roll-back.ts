// Rounds are undone by a person's command: what is asked for, carried out as far as nobody has to be asked.
import { setTimeout as sleep } from "node:timers/promises";
import type { Question } from "../../core/refinement/questions/question.ts";
import {
  ROLLBACK_MODES,
  type RollbackMode,
  type RollbackWish,
} from "../../core/refinement/rollback/rollback.ts";
import { owedToRollback } from "../../core/refinement/session/owed.ts";
import { mayRollBack, newestRound, rollbackTargets } from "../../core/refinement/session/roll-back.ts";
import { rollbackSettings } from "../../core/refinement/session/settings.ts";
import { parseDecisionId } from "../../core/shared/decision-id.ts";
import { carryOutRollback } from "../../engine/roll-back.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import type { CommandContext } from "../command-context.ts";
import { validConfig } from "../config/layers.ts";
import { type Failure, isFailure, type Outcome, refusedFailure, usageFailure } from "../failure.ts";
import type { RecoveredDecisions, RollbackResult, RollbackTargets, SetAsideRow } from "../wire/rollback.ts";
import { type OpenSession, sessionFolder, submitAsPerson, whileHeld, withSession } from "./open-session.ts";
import { rollbackPorts } from "./rollback-ports.ts";
import { withMoreRollbacks } from "./session-settings.ts";
import { viaOf, whoami } from "./system-ports.ts";

export interface RollbackInput {
  readonly session: string | undefined;
  /** The round whose end it goes back to; else so many rounds are undone, 1 where nothing is said. */
  readonly to: number | undefined;
  readonly rounds: number | undefined;
  readonly reason: string | undefined;
  readonly mode: string | undefined;
  /** How to go on, so that nobody is asked. */
  readonly retry: string | undefined;
  readonly text: string | undefined;
}

export async function rollBack(context: CommandContext, input: RollbackInput): Outcome<RollbackResult> {
  const { to, rounds = 1, reason = "", mode, session } = input;
  const wish = wishOf(input);
  if (isFailure(wish)) return wish;
  if (mode !== undefined && !isMode(mode)) return unknownWord("mode", mode, ROLLBACK_MODES);
  return await withSession(context, session, async (open) => {
    const { engine } = open;
    const before = engine.live.ledger.rollbacks.length;
    if (rounds < 1 || (to === undefined && rounds > newestRound(engine.live)))
      return noSuchCount(engine, rounds);
    const refused = mayRollBack(engine.live) ? null : await raiseLimit(context, engine);
    if (refused !== null) return refused;
    const requested = await submitAsPerson(engine, {
      type: "RequestRollback",
      to: to ?? newestRound(engine.live) - rounds,
      reason: reason.trim(),
      by: whoami(),
      ...viaOf(context),
      wish,
      ...(mode === undefined ? {} : { mode }),
    });
    if (isFailure(requested)) return requested;
    const { attended } = await settleRollback(context, open);
    await engine.sync();
    return resultOf(open, { before, attended });
  });
}

/** Whoever has allowed more of them meanwhile need not run the session first. */
async function raiseLimit(context: CommandContext, engine: SessionEngine): Promise<Failure | null> {
  const config = await validConfig(context);
  if (isFailure(config)) return config;
  const settings = withMoreRollbacks(engine.live.settings, config);
  if (!mayRollBack({ ...engine.live, settings })) return null;
  const because = "rolled back with other settings";
  const changed = await submitAsPerson(engine, { type: "ChangeSettings", settings, because });
  return isFailure(changed) ? changed : null;
}

/** One that was asked for and has not been made is dropped. */
export async function dropRollback(
  context: CommandContext,
  session: string | undefined,
): Outcome<RollbackResult> {
  return await withSession(context, session, async (open) => {
    const { engine } = open;
    const before = engine.live.ledger.rollbacks.length;
    const dropped = await submitAsPerson(engine, { type: "DropRollback", by: whoami() });
    if (isFailure(dropped)) return dropped;
    await engine.sync();
    return resultOf(open, { before, attended: false });
  });
}

/** What has come of one, once its questions were put; `before`: how many there had been. */
export async function rollbackResult(
  context: CommandContext,
  { session, before }: { readonly session: string; readonly before: number },
): Outcome<RollbackResult> {
  return await withSession(context, session, async (open) => resultOf(open, { before, attended: false }));
}

function noSuchCount({ id, live }: SessionEngine, rounds: number): Failure {
  const newest = newestRound(live);
  return refusedFailure(
    "rollback-target",
    `${rounds} rounds of ${id} cannot be undone`,
    newest === 0 ? "no round has begun" : newest === 1 ? "there is one" : `from 1 to ${newest}`,
  );
}

const RETRY_WAYS = ["same", "narrow", "context"] as const;

function wishOf({ retry, text }: RollbackInput): RollbackWish | null | Failure {
  const misplaced = text !== undefined && retry !== "context";
  if (misplaced) return usageFailure("text", "--text goes with --retry context");
  if (retry === undefined) return null;
  const way = RETRY_WAYS.find((one) => one === retry);
  if (way === undefined) return unknownWord("retry", retry, RETRY_WAYS);
  const said = text?.trim() ?? "";
  if (way === "context" && said === "")
    return usageFailure("text", "--retry context needs what is to be added", "--text …");
  return { way, text: said === "" ? null : said };
}

function isMode(text: string): text is RollbackMode {
  return ROLLBACK_MODES.some((mode) => mode === text);
}

function unknownWord(what: string, said: string, words: readonly string[]): Failure {
  return usageFailure(what, `--${what} ${said} is not known`, `one of ${words.join(", ")}`);
}

/** The steps that need no agent and no answer; where another process runs the session, it takes them. */
export async function settleRollback(
  context: CommandContext,
  open: Pick<OpenSession, "project" | "engine">,
): Promise<{ readonly attended: boolean }> {
  const { engine } = open;
  if (owedToRollback(engine.live).length === 0) return { attended: false };
  const alone = await whileHeld(open.project.store, open.engine.stream, async (fence) => {
    await engine.refresh();
    await carryOutRollback(engine, rollbackPorts(context, open), fence);
  });
  for (let look = 0; !alone && look < LOOKS_MAX; look += 1) {
    await engine.refresh();
    if (owedToRollback(engine.live).length === 0) break;
    await sleep(LOOK_MS);
  }
  return { attended: !alone };
}

const LOOKS_MAX = 40;
const LOOK_MS = 150;

function resultOf(
  { project, engine: { id, live } }: OpenSession,
  { before, attended }: { readonly before: number; readonly attended: boolean },
): RollbackResult {
  const { work, ledger, settings } = live;
  const made = ledger.rollbacks.slice(before).at(-1) ?? null;
  const open = work.questions.filter(({ kind }) => ROLLBACK_KINDS.includes(kind));
  // What was asked about an earlier one can wait.
  const asked = [
    ...open.filter(({ kind }) => kind !== "decisions"),
    ...open.filter(({ kind }) => kind === "decisions"),
  ];
  const archives = new Set(made?.rounds.map(({ archive }) => archive));
  return {
    session: id,
    at:
      made !== null
        ? "undone"
        : asked.some(({ kind }) => kind !== "decisions")
          ? "asked"
          : work.rollback === null
            ? "stands"
            : "requested",
    undone: made?.rounds.map(({ round, attempt, archive }) => ({ round, attempt, archive })) ?? [],
    to: made?.to ?? null,
    adjustments: made?.adjustments ?? [],
    context: made?.context ?? null,
    setAside: ledger.setAside.filter(({ archive }) => archives.has(archive)).map(setAsideRow),
    rollbacksUsed: ledger.rollbacks.length,
    rollbacksMax: rollbackSettings(settings).sessionMax,
    attended,
    questions: asked.map((question) => question.id),
    next: asked[0] ?? null,
    folder: sessionFolder(project, id),
  };
}

/** The questions that a rollback brings. */
export const ROLLBACK_KINDS: readonly Question["kind"][] = [
  "rollback",
  "root-cause",
  "rollback-limit",
  "decisions",
];

function setAsideRow({
  decision,
  round,
  archive,
}: SessionEngine["live"]["ledger"]["setAside"][number]): SetAsideRow {
  const { id, title, gaps } = decision;
  return { decision: id, round, archive, title, says: decision.decision, gaps };
}

/** Where a rollback could go back to. */
export async function listRollbackTargets(
  context: CommandContext,
  session: string | undefined,
): Outcome<RollbackTargets> {
  return await withSession(context, session, async ({ engine }) => ({
    session: engine.id,
    ...(engine.live.at === "ended" ? { ended: true as const } : {}),
    round: newestRound(engine.live),
    targets: rollbackTargets(engine.live),
    setAside: engine.live.ledger.setAside.map(setAsideRow),
  }));
}

/** "Ask me this time" (`ask`), or "by itself again". */
export async function changeRollbackMode(
  context: CommandContext,
  { session, ask }: { readonly session: string | undefined; readonly ask: boolean },
): Outcome<{ readonly session: string; readonly mode: string; readonly askAboutRound: number | null }> {
  return await withSession(context, session, async ({ engine }) => {
    const changed = await submitAsPerson(engine, { type: "ChangeRollbackMode", ask, by: whoami() });
    if (isFailure(changed)) return changed;
    await engine.sync();
    const { settings, ledger } = engine.live;
    return {
      session: engine.id,
      mode: settings.rollback?.mode ?? "INTERACTIVE",
      askAboutRound: ledger.askAboutRound,
    };
  });
}

export interface RecoverInput {
  readonly session: string | undefined;
  readonly decisions: readonly string[];
  readonly all: boolean;
  /** What is to hold instead, where one decision is named. */
  readonly text: string | undefined;
}

/** Decisions of undone rounds are taken up again; where none is named, those that could be are told. */
export async function recoverDecisions(
  context: CommandContext,
  { session, decisions, all, text }: RecoverInput,
): Outcome<RecoveredDecisions> {
  return await withSession(context, session, async ({ engine }) => {
    const known = engine.live.ledger.setAside.map(({ decision }) => decision.id);
    const ids = all ? known : decisions.flatMap((id) => parseDecisionId(id.toUpperCase()) ?? []);
    if (!all && ids.length !== decisions.length)
      return usageFailure("decision", "that is no decision", "DECISION-R1-001");
    if (text !== undefined && ids.length !== 1) return usageFailure("text", "--text goes with one decision");
    if (ids.length === 0)
      return { session: engine.id, recorded: [], setAside: engine.live.ledger.setAside.map(setAsideRow) };
    const before = engine.live.work.decisions.length;
    const recovered = await submitAsPerson(engine, {
      type: "RecoverDecisions",
      decisions: ids.map((id) => ({ id, text: text ?? null })),
      by: whoami(),
      ...viaOf(context),
    });
    if (isFailure(recovered)) return recovered;
    await engine.sync();
    return {
      session: engine.id,
      recorded: engine.live.work.decisions.slice(before).map(({ id, title }) => ({ decision: id, title })),
      setAside: engine.live.ledger.setAside.map(setAsideRow),
    };
  });
}
