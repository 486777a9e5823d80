// An agent that is a model behind an address: it is given a prompt and answers with the document. Nothing of a call
// goes on without us, so after a crash it has either been answered in full, and is understood from what was recorded, or
// is lost and launched anew.
import { rm } from "node:fs/promises";
import { type AgentOutcome, emptyResult } from "../../core/shared/agent-outcome.ts";
import type {
  AgentEvent,
  AgentPort,
  AgentRequest,
  AgentResult,
  Cancel,
  Clock,
  Launch,
  ReadableProject,
  RecoveredCall,
  Seals,
} from "../../engine/ports.ts";
import { answerOf } from "../shared/agent-document.ts";
import { setAsideFolder } from "../shared/launch-folder.ts";
import type { ModelProtocol } from "../shared/model-protocol.ts";
import { redactSecrets, type Secret, secretsOf } from "../shared/redact.ts";
import { SpeechBuffer } from "../shared/speech-buffer.ts";
import { splitPrompt } from "../shared/split-prompt.ts";
import { isSystemError } from "../shared/system-error.ts";
import { type AnsweredCall, AnswerRecord, recordedAnswers } from "./answer-record.ts";
import {
  type ApiRun,
  apiRunOf,
  beginRun,
  giveUp,
  hasRequest,
  hasResult,
  isGivenUp,
  isThere,
  keepResult,
  lastWrittenMs,
  readAsked,
  readResult,
} from "./api-run.ts";
import { type ConversationPorts, type ConversationResult, converse, type Tools } from "./converse.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { modelUrl } from "./model-url.ts";
import { Patience } from "./patience.ts";
import { projectTools } from "./project-tools/project-tools.ts";
import { PROTOCOLS } from "./protocols.ts";
import { ResponseLog } from "./response-log.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface ApiAgentOptions {
  readonly protocol: ModelProtocol;
  /** `null`: the provider's own. */
  readonly baseUrl: string | null;
  /** The variable that holds the key. */
  readonly keyEnv: string;
  readonly model: string;
  readonly env: Environment;
  /** Variables that hold keys, beside those whose names say so. */
  readonly secretNames: readonly string[];
  readonly runsDir: string;
  /** The project that it may look at, or what lies in a folder in its place. */
  projectAt(folder: string | null): ReadableProject;
  readonly clock: Clock;
  readonly seals: Seals;
  readonly timers?: { readonly wallMs?: number; readonly idleMs?: number };
}

/** For a call that brings no bound of its own. */
export const WALL_MS_DEFAULT = 60 * 60 * 1_000;
/** Node gives up a silent connection after five minutes by itself; ours comes before. */
export const IDLE_MS_DEFAULT = 280_000;

const SYSTEM =
  "You write one document. Your whole answer is taken as that document, so give it alone, with nothing before or after it and not in a code fence. You cannot write files.";
const SYSTEM_TOOLS =
  " Look into the project with the tools where it helps; all you say before your last answer is set aside.";

const NO_HANDS = "it has no hands: a model server changes no files, so that it cannot be a coder";

type OnEvent = (event: AgentEvent) => void;

/** A call under way in this process. */
interface RunningCall {
  readonly listeners: Set<OnEvent>;
  readonly patience: Patience;
  readonly done: Promise<AgentResult>;
}

export function apiAgent(options: ApiAgentOptions): AgentPort {
  const { runsDir, seals } = options;
  /** By their folders. */
  const running = new Map<string, RunningCall>();
  return {
    async start(request: AgentRequest, onEvent: OnEvent, cancel: Cancel): Promise<AgentResult> {
      const run = apiRunOf(runsDir, request);
      const known = running.has(run.path) ? null : await readResult(run, request, seals);
      if (known !== null) return known;
      const other = running.get(run.path);
      if (other !== undefined) return await join(other, onEvent, cancel);
      if (cancel.cancelled) return emptyResult("cancelled", "cancelled before it was started");
      if (request.worktree !== undefined) return emptyResult("refused", NO_HANDS);
      const access = accessOf(options);
      if (access.at === "none") return emptyResult(access.outcome, access.why);
      const begun = begin({ options, access, run, request });
      running.set(run.path, begun);
      begun.done.finally(() => running.delete(run.path)).catch(() => undefined);
      return await join(begun, onEvent, cancel);
    },

    async recover(launch: Launch, onEvent: OnEvent, cancel: Cancel): Promise<RecoveredCall> {
      const run = apiRunOf(runsDir, launch);
      const other = running.get(run.path);
      if (other !== undefined) return { at: "running", done: join(other, onEvent, cancel) };
      const known =
        (await readResult(run, launch, seals)) ?? (await findRecordedResult(options, run, launch));
      if (known !== null) return { at: "finished", result: known };
      if (launch.mark === null) return { at: (await isThere(run)) ? "lost" : "unknown" };
      const planted = await isPlanted(run, { ...launch, mark: launch.mark });
      if (planted) {
        const because = "its run folder holds a result that is not its own";
        onEvent({ at: "set-aside", because, keptAs: await setAsideFolder(run.path) });
      }
      await giveUp(run);
      // Whoever has not noted the request by now looks whether it is given up before asking the model.
      return { at: planted || (await hasRequest(run)) ? "lost" : "unknown" };
    },

    async tidyUp(launch: Launch): Promise<void> {
      await rm(apiRunOf(runsDir, launch).answer, { force: true });
    },
  };
}

/** Somebody else left it there: we keep no result without a seal, and no folder of another launch. */
async function isPlanted(run: ApiRun, launch: AnsweredCall): Promise<boolean> {
  if (!(await isThere(run)) || (await isGivenUp(run))) return false;
  return (await readAsked(run, launch)) === null || (await hasResult(run));
}

/** What a process that was killed had in full; `null` where the answer broke off with it. */
async function findRecordedResult(
  options: ApiAgentOptions,
  run: ApiRun,
  { key, mark }: Launch,
): Promise<AgentResult | null> {
  if (mark === null) return null;
  const asked = await readAsked(run, { key, mark });
  const send = asked === null ? null : await recordedAnswers(run.answer, { key, mark }, options.seals);
  if (asked === null || send === null) return null;
  const secrets = secretsOf(options.env, [...options.secretNames, options.keyEnv]);
  const clean = (text: string): string => redactSecrets(text, secrets);
  const patience = new Patience({ wallMs: WALL_MS_DEFAULT, idleMs: IDLE_MS_DEFAULT });
  const url = modelUrl(options.protocol, options.baseUrl);
  const line: ConversationPorts = {
    ...{ protocol: PROTOCOLS[options.protocol], send, url: url.at === "url" ? url.url : "", key: "" },
    ...{ patience, clean, clock: options.clock, tools: replayedTools(asked.tools) },
    ...{ onEvent: () => undefined, onUsage: () => undefined, onTurnEnd: () => undefined },
  };
  try {
    const conversed = await converse(line, { model: options.model, system: "", prompt: "" });
    if (conversed.end.at !== "turn" && conversed.end.at !== "error") return null;
    const elapsedMs = Math.max(0, (await lastWrittenMs(run)) - asked.startedAtMs);
    return resultOf(conversed, { url: line.url, patience, clean, elapsedMs, nowMs: options.clock.nowMs() });
  } finally {
    patience.close();
  }
}

/** What the tools gave was said to the model then, and its answers to it are recorded. */
function replayedTools(names: readonly string[]): Tools {
  const specs = names.map((name) => ({ name, description: "", parameters: {} }));
  return { specs, use: async () => ({ text: "", failed: false }) };
}

async function join(run: RunningCall, onEvent: OnEvent, cancel: Cancel): Promise<AgentResult> {
  run.listeners.add(onEvent);
  const forget = run.patience.giveUpOn(cancel);
  try {
    return await run.done;
  } finally {
    forget();
    run.listeners.delete(onEvent);
  }
}

type ModelAccess =
  | { readonly at: "ready"; readonly url: string; readonly key: string; readonly secrets: readonly Secret[] }
  | { readonly at: "none"; readonly outcome: AgentOutcome; readonly why: string };

/** What a header can carry. */
const KEY = /^[\x21-\x7e]+$/;

function accessOf({ protocol, baseUrl, keyEnv, env, secretNames }: ApiAgentOptions): ModelAccess {
  const url = modelUrl(protocol, baseUrl);
  if (url.at === "unusable") return { at: "none", outcome: "refused", why: url.why };
  const key = (env[keyEnv] ?? "").trim();
  if (key === "") return { at: "none", outcome: "unauthorised", why: `${keyEnv} is not set` };
  if (!KEY.test(key)) return { at: "none", outcome: "unauthorised", why: `what ${keyEnv} holds is no key` };
  const secrets = secretsOf({ ...env, [keyEnv]: key }, [...secretNames, keyEnv]);
  return { at: "ready", url: url.url, key, secrets };
}

interface ApiLaunch {
  readonly options: ApiAgentOptions;
  readonly access: Extract<ModelAccess, { at: "ready" }>;
  readonly run: ApiRun;
  readonly request: AgentRequest;
}

function begin(beginning: ApiLaunch): RunningCall {
  const { options, request } = beginning;
  const patience = new Patience({
    wallMs: request.wallMs ?? options.timers?.wallMs ?? WALL_MS_DEFAULT,
    idleMs: options.timers?.idleMs ?? IDLE_MS_DEFAULT,
  });
  const listeners = new Set<OnEvent>();
  const emit = (event: AgentEvent): void => {
    for (const listener of listeners) listener(event);
  };
  // Later, so that whoever begins it is listening by then.
  const done = Promise.resolve()
    .then(() => perform(beginning, patience, emit))
    .finally(() => patience.close());
  return { listeners, patience, done };
}

interface RunContext {
  readonly patience: Patience;
  readonly emit: OnEvent;
  readonly clean: (text: string) => string;
  readonly tools: Tools;
}

async function perform(beginning: ApiLaunch, patience: Patience, emit: OnEvent): Promise<AgentResult> {
  const { options, access, run, request } = beginning;
  const clean = (text: string): string => redactSecrets(text, access.secrets);
  const means: RunContext = { patience, emit, clean, tools: toolsOf(beginning, clean, patience) };
  try {
    await beginRun(run, requestRecord(beginning, means), request.prompt);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return emptyResult("crashed", `the run folder cannot be made: ${error.message}`);
  }
  if (await isGivenUp(run)) {
    return emptyResult("crashed", "it came too late: another process gave the launch up");
  }
  emit({ at: "started", pid: null });
  const beganMs = performance.now();
  const log = await ResponseLog.open(run.log, clean);
  const { key, mark, sealWith } = request;
  const sealing = { key, mark, sealWith, seals: options.seals };
  const record = AnswerRecord.open(run.answer, sealing);
  try {
    const conversed = await runConversation(beginning, means, { log, record });
    const elapsedMs = Math.round(performance.now() - beganMs);
    const about = { url: access.url, patience, clean };
    const result = resultOf(conversed, { ...about, elapsedMs, nowMs: options.clock.nowMs() });
    await keepResult(run, result, sealing);
    return result;
  } finally {
    record.close();
    await log.close();
  }
}

/** For whoever looks later; the key is not in it. */
function requestRecord({ options, access, request }: ApiLaunch, { patience, tools }: RunContext): object {
  const { protocol, model, clock } = options;
  const { key, mark, document } = request;
  return {
    key,
    nonce: mark.nonce,
    promptHash: mark.promptHash,
    document,
    protocol,
    url: access.url,
    model,
    ...patience.bounds,
    startedAtMs: clock.nowMs(),
    tools: tools.specs.map(({ name }) => name),
  };
}

async function runConversation(
  { options, access, request }: ApiLaunch,
  means: RunContext,
  { log, record }: { readonly log: ResponseLog; readonly record: AnswerRecord },
): Promise<ConversationResult> {
  const { patience, emit, clean, tools } = means;
  const say = (text: string): void => emit({ at: "said", text });
  const saying = new SpeechBuffer({ clean, say, nowMs: () => performance.now() });
  const line: ConversationPorts = {
    ...{ protocol: PROTOCOLS[options.protocol], send: record.send, url: access.url, key: access.key },
    ...{ patience, tools, clean, clock: options.clock },
    onEvent(event, piece) {
      log.add(event, piece);
      if (piece?.of === "text") saying.add(piece.text);
    },
    onUsage: (usage) => emit({ at: "used", usage }),
    onTurnEnd() {
      record.flush();
      saying.end();
    },
  };
  const { standing, task } = splitPrompt(request);
  const rules = tools.specs.length === 0 ? SYSTEM : `${SYSTEM}${SYSTEM_TOOLS}`;
  const system = standing === "" ? rules : `${standing}${rules}`;
  return await converse(line, { model: options.model, system, prompt: task });
}

interface OutcomeFacts extends Pick<RunContext, "patience" | "clean"> {
  readonly url: string;
  readonly elapsedMs: number;
  readonly nowMs: number;
}

function resultOf(
  conversed: ConversationResult,
  { url, patience, clean, elapsedMs, nowMs }: OutcomeFacts,
): AgentResult {
  const { toolTurns, usage } = conversed;
  const { bounds } = patience;
  const { outcome, text, waitMs, evidence } = judgeAnswer(conversed, { bounds, nowMs, clean });
  const used = toolTurns === 0 ? [] : [`turns with tools: ${toolTurns}`];
  return {
    outcome,
    document: null,
    text: text === null ? null : answerOf(clean(text), true),
    usage,
    elapsedMs,
    evidence: [`POST ${url}`, ...evidence, ...used].map(clean),
    ...(waitMs === undefined ? {} : { waitMs }),
  };
}

const NO_TOOLS: Tools = { specs: [], use: async () => ({ text: "there are no tools", failed: true }) };

function toolsOf({ options, request }: ApiLaunch, clean: RunContext["clean"], { signal }: Patience): Tools {
  if (!request.readsProject) return NO_TOOLS;
  return projectTools({ project: options.projectAt(request.projectFolder ?? null), clean, signal });
}
