// What is looked at after every life of a process.
import { isDeepStrictEqual } from "node:util";
import { statusDocument } from "../../src/core/refinement/records/status-of.ts";
import { owed } from "../../src/core/refinement/session/owed.ts";
import type { SessionEvent } from "../../src/core/refinement/session/session-event.ts";
import { roundFolder } from "../../src/core/shared/round-folder.ts";
import { Documents } from "../../src/engine/documents.ts";
import type { RecordedEvent, Store } from "../../src/engine/ports.ts";
import { sessionViews } from "../../src/engine/session-documents.ts";
import { SessionEngine, type SessionPorts } from "../../src/engine/session-engine.ts";
import { syncFiles } from "../../src/engine/sync-files.ts";
import { lintSpec } from "../../src/lint/lint-spec.ts";
import { openMemoryStore } from "../support/memory-store.ts";
import { HASH, UTF8 } from "../support/session-world.ts";
import type { Found } from "./checker/draft-rule.ts";
import { isShownIn, LINE_END } from "./checker/flag-rule.ts";
import type { Happened } from "./checker/happened.ts";
import { standingUpTo } from "./checker/standing.ts";
import { Checker, checkCommands } from "./checker.ts";
import { SPEC } from "./draw-world.ts";
import { OpenQuestions } from "./open-questions.ts";
import { SimFolder } from "./sim-folder.ts";

export interface Watched {
  readonly store: Store;
  readonly folder: SimFolder;
  readonly stream: string;
  readonly session: string;
  readonly ports: SessionPorts;
}

export class Watch {
  readonly #world: Watched;
  readonly #texts = new Map<string, string>();
  readonly #checker = new Checker({ texts: this.#texts, find: (text) => this.#find(text) });
  /** A text is looked at once, however often it is asked about. */
  readonly #found = new Map<string, readonly Found[]>();
  #questions = new OpenQuestions();
  readonly #events: RecordedEvent[] = [];
  #follower: SessionEngine | null = null;
  /** Those that were neither taken back nor undone. */
  #standing: Happened[] = [];
  readonly faults: string[] = [];

  constructor(world: Watched) {
    this.#world = world;
  }

  get events(): readonly RecordedEvent[] {
    return this.#events;
  }

  /** The new events, by the independent checker; and every answer exactly once. */
  async look(): Promise<void> {
    const { store, stream } = this.#world;
    const fresh = await store.load(stream, this.#events.at(-1)?.version ?? 0);
    for (const event of fresh) await this.#fetch(event);
    const found = [...fresh.flatMap((event) => this.#checker.take(event)), ...this.#checker.settle()];
    this.#events.push(...fresh);
    for (const [index, event] of fresh.entries()) {
      this.#stand(event as unknown as Happened);
      if (fresh[index + 1]?.commandId === event.commandId) continue;
      for (const question of this.#questions.stale())
        this.#say(`${question} has lost its subject at ${event.version}`);
    }
    const answers = checkCommands(await store.commands(stream), ownEvents(this.#events));
    for (const { rule, version, message } of [...found, ...answers])
      this.#say(`${rule} at ${version}: ${message}`);
  }

  #stand(event: Happened): void {
    const standing = standingUpTo(event, this.#standing);
    if (standing !== this.#standing) this.#questions = new OpenQuestions(standing);
    this.#standing = standing === this.#standing ? this.#standing : [...standing];
    this.#standing.push(event);
    this.#questions.take(event);
  }

  /** The texts that an event names. */
  async #fetch({ type, data }: RecordedEvent): Promise<void> {
    for (const sha256 of blobsOf({ type, data } as unknown as SessionEvent)) {
      if (this.#texts.has(sha256)) continue;
      const bytes = await this.#world.store.get(sha256);
      if (bytes === null) this.#say(`${type} names a text that is not stored`);
      else this.#texts.set(sha256, UTF8.decode(bytes));
    }
  }

  #find(text: string): readonly Found[] {
    const known = this.#found.get(text);
    if (known !== undefined) return known;
    const { findings, ignored } = lintSpec({ text, file: SPEC, knownFiles: () => false });
    const found = [...findings, ...ignored];
    this.#found.set(text, found);
    return found;
  }

  /** After a restart the same is owed: from the snapshot, from the first event, and by whoever went on. */
  async debts(before: SessionEngine | null): Promise<void> {
    const { session, ports } = this.#world;
    const fromSnapshot = await SessionEngine.open(session, ports);
    const fromStart = await this.#fromFirstEvent();
    const engines = [fromSnapshot, ...(before?.version === fromStart.version ? [before] : [])];
    for (const engine of engines) {
      if (!isDeepStrictEqual(owed(engine.session), owed(fromStart.session)))
        this.#say("a restart owes something else");
      if (!isDeepStrictEqual(engine.session, fromStart.session))
        this.#say("a restart remembers something else");
    }
  }

  /** It has seen every event and no snapshot. */
  async #fromFirstEvent(): Promise<SessionEngine> {
    const { session, ports } = this.#world;
    const store = new Proxy(ports.store, {
      get: (target, key) => (key === "findSnapshot" ? async () => null : Reflect.get(target, key, target)),
    });
    this.#follower ??= await SessionEngine.open(session, { ...ports, store });
    await this.#follower.refresh();
    return this.#follower;
  }

  /** What its own calls used is what it has spent; those that a fork copied were the other's. */
  async spend({ version, live }: SessionEngine): Promise<void> {
    const events = (await this.#world.store.load(this.#world.stream)).slice(0, version);
    const used = ownEvents(events).reduce((sum, event) => {
      const { type, data } = event as unknown as SessionEvent;
      if (type !== "AgentCallFinished") return sum;
      return sum + (data.usage.inputTokens ?? 0) + (data.usage.outputTokens ?? 0);
    }, 0);
    const { engineer, reviewer, drafter } = live.ledger.spend;
    const told = engineer.tokens + reviewer.tokens + drafter.tokens;
    if (told !== used) this.#say(`${used} tokens are used, and ${told} are counted`);
  }

  /** Every second of the session is a round's, active or waiting. */
  async timing(engine: SessionEngine): Promise<void> {
    // Somebody may have said something since the process looked last.
    const events = (await this.#world.store.load(this.#world.stream)).slice(0, engine.version);
    const end = events.findIndex(({ type }) => type === "SessionEnded");
    const lived = events.slice(0, end < 0 ? events.length : end + 1);
    const times = lived.map(({ data }) => Date.parse(String(data.at)));
    // A clock that is set back tells nothing of the time between; the seconds after it are seconds again. What lies between
    // the past of a fork and its beginning is nobody's time.
    const steps = times
      .slice(1)
      .map((time, index) =>
        lived[index + 1]?.type === "ForkOpened" ? 0 : Math.max(0, time - (times[index] ?? time)),
      );
    const seconds = steps.reduce((sum, step) => sum + step, 0) / 1_000;
    const { timing } = statusDocument(engine.live);
    const told = timing.reduce((sum, row) => sum + row.activeSeconds + row.waitingSeconds, 0);
    if (told !== seconds) this.#say(`the rounds took ${told} seconds, the session ${seconds}`);
    if (timing.some((row) => row.activeSeconds < 0 || row.waitingSeconds < 0))
      this.#say("a round took less than no time");
  }

  /** The files are what the events make them, no more and no less. */
  async documents(engine: SessionEngine): Promise<void> {
    const { store, folder, stream } = this.#world;
    const made = new SimFolder();
    const documents = new Documents({ blobs: store, hash: HASH, utf8: UTF8 });
    await syncFiles(
      { cursors: openMemoryStore([]), folder: made, hash: HASH, utf8: UTF8 },
      {
        stream,
        version: engine.version,
        files: sessionViews(engine.live, documents),
        isObsolete: () => false,
        mayReturn: () => false,
        written: new Map(),
        thoroughly: false,
      },
    );
    for (const [path, text] of made.files) {
      const found = folder.files.get(path);
      if (found === undefined) this.#say(`${path} is missing`);
      else if (found !== text && !folder.isEdit(found))
        this.#say(`${path} is not level: ${parting(found, text)}`);
    }
    for (const [path, text] of folder.files) {
      const aside = /\.edited(-\d+)?$/.test(path);
      if (aside && !folder.isEdit(text)) this.#say(`${path} was set aside, but nobody edited it`);
      // Until its archive is written, the files of an undone round stay.
      const owed = engine.live.ledger.archives.some(
        ({ round, written }) => written === null && path.startsWith(`${roundFolder(round)}/`),
      );
      if (!aside && !owed && !made.files.has(path)) this.#say(`${path} should not be there`);
    }
    this.#flagsShown(made.files);
    for (const path of folder.lostEdits()) this.#say(`what somebody wrote into ${path} is lost`);
  }

  /** Whoever looks up what a flag points at finds it there, by the name it gives. */
  #flagsShown(files: ReadonlyMap<string, string>): void {
    for (const { type, data } of this.#standing) {
      if (type !== "FlagRaised") continue;
      const { file, round, evidence, issue } = data.flag;
      const path = `round_${String(round).padStart(3, "0")}/${file}`;
      // Until the turn is over, nobody is asked about it, and its document may be on its way.
      const lines = files.get(path)?.split(LINE_END);
      const gone = evidence.filter(({ line, text }) => !isShownIn(lines?.[line - 1], text));
      if (lines !== undefined && gone.length > 0)
        this.#say(`the flag on ${issue} points at ${path}:${gone[0]?.line}, which says something else`);
    }
  }

  #say(fault: string): void {
    this.faults.push(fault);
  }
}

function blobsOf({ type, data }: SessionEvent): readonly string[] {
  switch (type) {
    case "SessionStarted":
      return [data.spec.sha256];
    case "AgentCallStarted":
      return data.prompt === null ? [] : [data.prompt.sha256];
    case "ProposalMade":
      return [data.document, ...(data.edits ?? []).map(({ text }) => text)];
    case "FlagRaised":
      return [data.flag.document];
    case "SpecPublished":
      return [data.sha256];
    default:
      return [];
  }
}

/** Those of a session itself, without what it copied. */
function ownEvents(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  return events.slice(events.findLastIndex(({ type }) => type === "ForkOpened") + 1);
}

/** Where two texts part, for whoever looks for the cause. */
function parting(found: string, wanted: string): string {
  const [left, right] = [found.split("\n"), wanted.split("\n")];
  const at = left.findIndex((line, index) => line !== right[index]);
  return `line ${at + 1} says ${JSON.stringify(left[at])}, not ${JSON.stringify(right[at])}`;
}
