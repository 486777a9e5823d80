// A session without a disk or a clock of its own: memory store, memory folder, agents that are functions.

import { createHash } from "node:crypto";
import type { RunNews } from "../../src/app/sessions/run-refinement.ts";
import type { Weights } from "../../src/core/refinement/conflicts/flag.ts";
import { thresholdsFor } from "../../src/core/refinement/convergence.ts";
import type { Gap } from "../../src/core/refinement/gap.ts";
import type { Question, QuestionAnswer } from "../../src/core/refinement/questions/question.ts";
import { roundLimits } from "../../src/core/refinement/round-limits.ts";
import { gapNamed } from "../../src/core/refinement/session/known-names.ts";
import type { SessionSettings } from "../../src/core/refinement/session/settings.ts";
import type { SettledEntry } from "../../src/core/refinement/settled-entry.ts";
import type { AgentOutcome } from "../../src/core/shared/agent-outcome.ts";
import { type CallKeyParts, callKeyParts } from "../../src/core/shared/call-key.ts";
import { isRefusal } from "../../src/core/shared/refusal.ts";
import type { Severity } from "../../src/core/shared/severity.ts";
import { USAGE_UNKNOWN, type Usage } from "../../src/core/shared/usage.ts";
import { specOf } from "../../src/document/spec/spec.ts";
import type {
  AgentPort,
  AgentRequest,
  AgentResult,
  Cancel,
  Clock,
  Folder,
  Lease,
  ProjectReader,
  SpecShelf,
  Store,
  Workplace,
} from "../../src/engine/ports.ts";
import { SessionEngine, type SessionPorts } from "../../src/engine/session-engine.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import { lintSpec } from "../../src/lint/lint-spec.ts";
import { originOfFinding } from "../../src/lint/spec-inventory.ts";
import type { Providers } from "../../src/runner/held-calls.ts";
import type { Timer } from "../../src/runner/loop.ts";
import { type RunEnd, runSession } from "../../src/runner/run-session.ts";
import { gapId, gapOfSource } from "./example-gap.ts";
import { memoryRollback } from "./memory-rollback.ts";
import { type MemoryStore, openMemoryStore } from "./memory-store.ts";
import { NO_CAP } from "./no-cap.ts";
import { TEST_SEALS } from "./seals.ts";

export const NEVER: Cancel = { cancelled: false, onCancel: () => () => undefined };

export function memoryFolder(): Folder & { readonly files: Map<string, string> } {
  const files = new Map<string, string>();
  return {
    files,
    async read(path) {
      const text = files.get(path);
      return text === undefined ? null : Buffer.from(text);
    },
    async write(path, bytes) {
      files.set(path, Buffer.from(bytes).toString("utf8"));
    },
    flush: async () => undefined,
    async remove(path) {
      files.delete(path);
    },
    async setAside(path) {
      let name = `${path}.edited`;
      for (let number = 2; files.has(name); number += 1) name = `${path}.edited-${number}`;
      files.set(name, files.get(path) ?? "");
      files.delete(path);
      return name;
    },
  };
}

/** Remembers the texts in the order in which they came. */
export function memoryShelf(): SpecShelf & { readonly texts: string[] } {
  const texts: string[] = [];
  return {
    texts,
    async put(bytes) {
      const text = Buffer.from(bytes).toString("utf8");
      if (!texts.includes(text)) texts.push(text);
      return `spec_v${texts.indexOf(text) + 1}.md`;
    },
  };
}

/** A project of these files. */
export function memoryProject(files: Readonly<Record<string, string>>): ProjectReader {
  return {
    read: async (path) =>
      Object.hasOwn(files, path)
        ? { at: "text", text: files[path] ?? "" }
        : { at: "none", why: "there is no such file among those that agents may see" },
  };
}

export const HASH = {
  sha256: (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex"),
};
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
export const UTF8 = {
  encode: (text: string) => new TextEncoder().encode(text),
  decode: (bytes: Uint8Array) => DECODER.decode(bytes),
};

export interface Saying {
  readonly document?: string;
  readonly text?: string;
  readonly outcome?: AgentOutcome;
  readonly waitMs?: number;
  readonly sessionRef?: string;
  readonly evidence?: readonly string[];
  readonly usage?: Usage;
}

/** What an agent says to a call: a document's text, or more exactly; `null` writes nothing. */
export type Script = (call: CallKeyParts, request: AgentRequest) => string | Saying | null;

/** What comes back from an agent that says so much. */
export function resultOf(said: string | Saying | null): AgentResult {
  const saying: Saying = said === null ? {} : typeof said === "string" ? { document: said } : said;
  const part = (text: string | undefined) =>
    text === undefined ? null : { text, bytes: Buffer.byteLength(text), repaired: false };
  return {
    outcome: saying.outcome ?? "ok",
    document: part(saying.document),
    text: part(saying.text),
    usage: saying.usage ?? USAGE_UNKNOWN,
    elapsedMs: 1_000,
    evidence: saying.evidence ?? [],
    ...(saying.waitMs === undefined ? {} : { waitMs: saying.waitMs }),
    ...(saying.sessionRef === undefined ? {} : { sessionRef: saying.sessionRef }),
  };
}

export function scriptedAgent(script: Script): AgentPort {
  const results = new Map<string, AgentResult>();
  return {
    async start(request) {
      const result = resultOf(script(callKeyParts(request.key), request));
      results.set(request.key, result);
      return result;
    },
    async recover({ key }) {
      const result = results.get(key);
      return result === undefined ? { at: "unknown" } : { at: "finished", result };
    },
  };
}

export interface WorldOptions {
  readonly source?: string;
  readonly gaps?: readonly Gap[];
  readonly settled?: readonly SettledEntry[];
  readonly settings?: Partial<SessionSettings>;
  readonly limits?: Partial<SessionSettings["limits"]>;
  readonly engineer: Script;
  readonly reviewer: Script;
  /** Agents beside those two, by name. */
  readonly others?: Readonly<Record<string, Script>>;
  readonly providers?: (clock: Clock) => Providers;
  readonly stopSoon?: Cancel;
  /** Where long texts are read; in place where there is none. */
  readonly workplace?: Workplace;
  readonly project?: ProjectReader;
  readonly answer?: (question: Question) => Partial<QuestionAnswer> | null;
  /** What the project has learned; where it says nothing, every heuristic is worth everything. */
  readonly weights?: () => Promise<Weights>;
}

export interface World {
  readonly store: MemoryStore;
  readonly clock: SteppingClock;
  readonly folder: ReturnType<typeof memoryFolder>;
  readonly shelf: ReturnType<typeof memoryShelf>;
  readonly rollback: ReturnType<typeof memoryRollback>;
  readonly engine: SessionEngine;
  readonly news: RunNews[];
  readonly prompts: Map<string, string>;
  run(options?: { readonly untilRound?: boolean }): Promise<RunEnd>;
  answer(
    question: string,
    answer: Partial<QuestionAnswer>,
  ): Promise<Awaited<ReturnType<SessionEngine["submit"]>>>;
}

export function sourceGap(
  id: string,
  about: { severity?: Severity; title?: string; line?: number } = {},
): Gap {
  const { severity = "MEDIUM", title = `What ${id} leaves open`, line = 1 } = about;
  return gapOfSource({ id: gapId(id), title, severity, line });
}

/** One gap a round where nothing else is said, so that a test can tell the rounds of gaps apart. */
export function settingsFor(gaps: number, limits: Partial<SessionSettings["limits"]> = {}): SessionSettings {
  const resolved = roundLimits(gaps, { gapsPerRound: 1, ...limits });
  if (isRefusal(resolved)) throw new Error(resolved.message);
  return {
    limits: resolved,
    thresholds: thresholdsFor(gaps),
    criticalOverride: true,
    backupRetentionRounds: 3,
    agents: { engineer: "engineer", reviewer: "reviewer" },
    spend: { run: NO_CAP, role: NO_CAP, session: NO_CAP },
  };
}

export const SESSION = "s";
export const START_MS = Date.UTC(2026, 0, 12, 14, 30, 0);

/** A clock that goes on by a second with each look, and by as much as somebody sleeps. */
export interface SteppingClock extends Clock {
  pass(ms: number): void;
  /** One that shows the same, and goes by itself from now on. */
  copy(): SteppingClock;
}

export function steppingClock(startMs = START_MS): SteppingClock {
  let now = startMs;
  return {
    copy: () => steppingClock(now),
    nowMs: () => {
      now += 1_000;
      return now;
    },
    pass: (ms) => {
      now += ms;
    },
  };
}

/** So long that whoever sleeps less sleeps until a time that is known: nobody polls in a world of one process. */
export const POLL_MS = 24 * 60 * 60_000;

/** Time passes at once for whoever waits for a moment, and not at all for whoever waits to be woken. */
export function timerOf(clock: SteppingClock): Timer {
  return (ms, callback) => {
    if (ms >= POLL_MS) return () => undefined;
    clock.pass(ms);
    let off = false;
    queueMicrotask(() => {
      if (!off) callback();
    });
    return () => {
      off = true;
    };
  };
}

/** `like`: one that has come as far as another, whose agents have nothing under way. */
export async function sessionWorld(options: WorldOptions, like: World | null = null): Promise<World> {
  const store = like?.store.copy() ?? openMemoryStore([]);
  const folder = memoryFolder();
  for (const [path, text] of like?.folder.files ?? []) folder.files.set(path, text);
  const shelf = memoryShelf();
  shelf.texts.push(...(like?.shelf.texts ?? []));
  const rollback = memoryRollback(folder);
  for (const [name, archive] of like?.rollback.archives.archives ?? [])
    rollback.archives.archives.set(name, archive);
  const clock = like?.clock.copy() ?? steppingClock();
  const { workplace, project } = options;
  const beside = {
    ...(workplace === undefined ? {} : { workplace }),
    ...(project === undefined ? {} : { project }),
  };
  const ports: SessionPorts = {
    store,
    folder,
    clock,
    hash: HASH,
    utf8: UTF8,
    seals: TEST_SEALS,
    ...(options.weights === undefined ? {} : { weights: options.weights }),
    ...beside,
  };
  const gaps = options.gaps ?? [sourceGap("GAP-FLOW-001")];
  const engine = await SessionEngine.open(SESSION, ports);
  const source = options.source ?? markedSource(gaps.length);
  if (like === null) {
    const sha256 = await store.put(UTF8.encode(source));
    await engine.submit(
      {
        type: "StartSession",
        session: SESSION,
        spec: { name: "spec.md", path: "spec.md", sha256, chars: source.length },
        settings: { ...settingsFor(gaps.length, options.limits), ...options.settings },
        gaps: markedGaps(source, gaps),
        ...(options.settled === undefined ? {} : { settled: options.settled }),
      },
      { id: "start", actor: "human:test" },
    );
  }
  const news: RunNews[] = [];
  engine.follow((event) => news.push({ at: "happened", event }));
  const prompts = new Map<string, string>();
  const remembering =
    (script: Script): Script =>
    (call, request) => {
      prompts.set(request.key, request.prompt);
      return placed(engine, script(call, request), /^# (.+)$/m.exec(source)?.[1]);
    };
  const agents: Record<string, AgentPort> = {
    engineer: scriptedAgent(remembering(options.engineer)),
    reviewer: scriptedAgent(remembering(options.reviewer)),
    ...Object.fromEntries(
      Object.entries(options.others ?? {}).map(([name, script]) => [
        name,
        scriptedAgent(remembering(script)),
      ]),
    ),
  };
  const providers = options.providers?.(clock);
  return {
    store,
    clock,
    folder,
    shelf,
    rollback,
    engine,
    news,
    prompts,
    async run({ untilRound = false } = {}) {
      return await runSession({
        engine,
        lease: await acquireSession(store),
        agentNamed: (name) => agents[name] ?? null,
        answerByPolicy: (question) => {
          const answer = options.answer?.(question) ?? null;
          return answer === null ? null : answerTo(question.id, { by: "policy:test", ...answer });
        },
        progress: (progress) => news.push(progress),
        shelf,
        rollback,
        untilRound,
        stopSoon: options.stopSoon ?? NEVER,
        stopNow: NEVER,
        pollMs: POLL_MS,
        timer: timerOf(clock),
        ...(providers === undefined ? {} : { providers }),
      });
    },
    async answer(id, answer) {
      const question = engine.live.work.questions.find((one) => one.id === id);
      const submitted = await engine.submit(
        {
          type: "AnswerQuestion",
          answer: answerTo((question?.id ?? id) as Question["id"], answer),
          document: null,
          role: null,
        },
        { id: `answer-${id}-${engine.version}`, actor: "human:test" },
      );
      await engine.sync();
      return submitted;
    },
  };
}

/** A section with a mark for each gap. */
function markedSource(gaps: number): string {
  const sections = Array.from(
    { length: Math.max(1, gaps) },
    (_, index) => `## Part ${index + 1}\n\nTODO: what happens in case ${index + 1}?\n`,
  );
  return ["# A spec\n", ...sections].join("\n");
}

/** Each gap of the source with what the linter finds there: the first gap has the first finding, and so on. */
export function markedGaps(source: string, gaps: readonly Gap[]): readonly Gap[] {
  const spec = specOf(source);
  const { findings } = lintSpec({ text: source, file: "spec.md" });
  return gaps.map((gap, index) => {
    const finding = findings[index];
    if (gap.origin.from !== "source" || gap.origin.mark !== undefined) return gap;
    if (finding === undefined || gap.origin.block !== undefined) return gap;
    return { ...gap, origin: { ...originOfFinding(spec, finding), heading: gap.origin.heading } };
  });
}

/** Gaps that came up on the way have no mark: a script that names no place for their texts means the end of the spec. */
export function placed<Said extends string | Saying | null>(
  engine: SessionEngine,
  said: Said,
  title = "A spec",
): Said {
  const document = typeof said === "string" ? said : said?.document;
  if (document === undefined || engine.session.at === "none") return said;
  const { session } = engine;
  const { gaps } = session.work;
  const completed = document.replaceAll(
    /^(## Gap Resolution: (GAP-[A-Z]+-\d{3}[a-z]?)[\s\S]*?\n### Spec Text\n\n)(?!Replaces|After)/gm,
    (whole: string, head: string, written: string) => {
      const id = gapNamed(session.work, written);
      const isMarked = id === null || gaps[id]?.origin.from === "source";
      return isMarked ? whole : `${head}After: ${title}\n\n`;
    },
  );
  return (typeof said === "string" ? completed : { ...(said as Saying), document: completed }) as Said;
}

export async function acquireSession(store: Store): Promise<Lease> {
  const acquired = await store.acquire({
    resource: sessionStream(SESSION),
    holder: { host: "here", pid: 1, processStart: "then" },
    nowMs: 0,
    leaseMs: 60_000,
    isDead: () => true,
  });
  if (acquired.at !== "acquired") throw new Error("the lease is held");
  return acquired.lease;
}

/** The question is skipped, unless it is said otherwise. */
export function answerTo(question: Question["id"], about: Partial<QuestionAnswer> = {}): QuestionAnswer {
  return {
    question,
    option: "skip",
    text: null,
    rationales: {},
    gaps: [],
    phrase: null,
    by: "human:test",
    ...about,
  };
}

/** A sound resolution of gaps, in the form that is asked for. */
/** What is said of a gap also enters the spec, but for names of the process. */
function specWords(text: string | undefined): string {
  return text === undefined || text.includes("GAP-") ? "" : ` ${text}`;
}

export function resolution(
  gaps: readonly string[],
  about: { text?: string; confidence?: string; answers?: readonly string[] } = {},
): string {
  const text =
    about.text ??
    "The caller retries three times with a pause of one second, then reports the error with its code.";
  return gaps
    .map(
      (gap) => `## Gap Resolution: ${gap}

**Confidence:** ${about.confidence ?? "HIGH"}

### Proposed Solution

${text} This closes ${gap} and names every value that a builder needs, so that nothing is left to be made up by whoever builds it.

### Spec Text

The caller retries three times, one second apart, in case ${Number(gap.slice(-3)) || 1}.${specWords(about.text)}

### Examples

A timeout at the first call is retried; after the third the error E42 is shown.

### Trade-offs

Three seconds at most are lost.

### New Gaps Introduced

None.
`,
    )
    .join("\n")
    .concat(answerRows(about.answers ?? [], text));
}

/** The form's rows: what the new text says is what the issues are answered with. */
function answerRows(issues: readonly string[], text: string): string {
  if (issues.length === 0) return "";
  const rows = issues.map((issue) => `| ${issue} | ADDRESSED | ${text} |`);
  return `\n### Responses\n\n| Issue | Status | Where |\n|---|---|---|\n${rows.join("\n")}\n`;
}

/** `resolved`: issues of earlier rounds that the review calls settled. */
export function approval(gaps: readonly string[], resolved: readonly string[] = []): string {
  const rows = resolved.map((issue) => `| ${issue} | RESOLVED |`);
  const prior =
    rows.length === 0 ? [] : ["## Prior Issues", "", "| Issue | Status |", "|---|---|", ...rows, ""];
  return `## Review: ${gaps.join(", ")}
${prior.length === 0 ? "" : `\n${prior.join("\n")}`}
NO_ISSUES_FOUND

### Scope Examined

${gaps.map((gap) => `- ${gap}: solution, examples and edge cases`).join("\n")}

**Verdict:** APPROVED
`;
}

export function objection(
  gap: string,
  about: { id?: string; severity?: Severity; title?: string } = {},
): string {
  // What another title says is another thing, also in the fields below it.
  const impact = about.title === undefined ? "builders will loop for ever" : `so it is: ${about.title}`;
  const suggestion = about.title === undefined ? "name a limit" : "say it";
  return `## Review: ${gap}

### ${about.id ?? "ISSUE-R1-001"}: ${about.title ?? "No limit on retries"}

- **Severity:** ${about.severity ?? "HIGH"}
- **Gap:** ${gap}
- **Location:** Proposed Solution
- **Impact:** ${impact}
- **Suggestion:** ${suggestion}

**Verdict:** NEEDS_REVISION
`;
}

/** A survey that finds nothing; the sections of the source are for whoever plays it to name. */
export const NO_GAPS = "# Survey\n\n## Gaps\n\nNO_GAPS_FOUND\n";

export const READY = "# Final Review\n\n**Verdict:** READY_FOR_TERMINATION\n\nEverything was read.\n";
