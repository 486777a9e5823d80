// A command-line agent as one descriptor: all that parley knows of one stands in a file of its own, and nowhere else.
import type { Access } from "../../../core/shared/access.ts";
import type { Usage } from "../../../core/shared/usage.ts";
import type { AgentEvent } from "../../../engine/ports.ts";
import type { ServerProtocol } from "../../shared/model-protocol.ts";
import type { ProviderError } from "../../shared/provider-error.ts";
import type { RunOutput } from "../language.ts";
import type { HomeKind, LaidFile, UserLogin, UserPlace } from "./user-login.ts";

export interface AgentCli {
  /** The program that is started where the settings name no other. */
  readonly program: string;
  /** What to do where it is not found. */
  readonly install: string;
  /** In which it speaks to the model server it is pointed at. */
  readonly protocol: ServerProtocol;
  /** The variable that points it elsewhere while it uses a login of its own; `null`: it knows none. */
  readonly addressEnv: string | null;
  /** Its own folder in a private home. */
  readonly homeName: string;
  /** Whether it tells what a call costs in dollars; else only in tokens. */
  tellsCost(api: ModelServer | null): boolean;
  /** How hard it can be told to think, least first; empty where it cannot be told. */
  readonly efforts: readonly string[];
  /** Whether it must be told the model of a server of ours. */
  readonly needsModel: boolean;
  /** Who answers a model while it uses a login of its own, where that is not the protocol's provider. */
  readonly providerOf?: (model: string | null) => string;
  /** What keeps it to its work, for people. */
  isolation(home: HomeKind): readonly string[];
  /** Names of files that it takes for instructions wherever it looks, whatever it is told. */
  readonly obeys: readonly string[];
  /** What it may do in a worktree, and what keeps it to that, for people. */
  readonly coding: readonly string[];
  /** Whether instructions can be added to its own, and not only put in their place. */
  readonly addsToOwnPrompt: boolean;
  /** Whether it has no other way than commands to look at files. */
  readonly looksByShell: boolean;
  /** What of the user's own set-up makes it logged in. */
  userLogin(place: UserPlace): UserLogin;
  /** What it is started with. A key is never an argument: only its variable's name is. */
  command(input: CommandInput): AgentCommand;
  /** Which of our variables tell it how the user has set it up. */
  passes(name: string, api: ModelServer | null): boolean;
  readonly readLine: ReadStreamLine;
  /** What a line of its error stream tells on top. */
  readonly readErrorLine: (state: StreamState, line: string) => StreamState;
}

export interface ModelServer {
  /** `null`: the provider's own. */
  readonly baseUrl: string | null;
  /** The variable of ours that holds the key. */
  readonly keyEnv: string;
}

export interface CommandInput {
  readonly program: readonly string[];
  /** Where the program and its parts lie on disk. */
  readonly programFolders: readonly string[];
  readonly model: string | null;
  /** One of `efforts`; `null`: as the user has chosen elsewhere, else what is sensible. */
  readonly effort: string | null;
  readonly access: Access;
  /** The session to go on with. */
  readonly resume: string | null;
  /** The file with what always holds for its role, to be its system prompt; `null`: there is none. */
  readonly systemFile: string | null;
  /** Come before ours, so that where the last one counts it is ours. */
  readonly extraArgs: readonly string[];
  /** A folder of this role's own, for the agent's settings and sessions; `null`: the user's. */
  readonly homeFolder: string | null;
  /** Its working folder, in which it may do whatever its access allows, and nowhere else. */
  readonly workFolder: string;
  /** What it works on there, where that is a worktree: files of its own kind in it are the project's, and not to steer it. */
  readonly worktree: WorktreeRights | null;
  /** Without it the agent uses a login of its own. */
  readonly api: ModelServer | null;
  /** That login; with a server of ours, none. */
  readonly login: UserLogin;
}

export interface WorktreeRights {
  /** Whether it may run commands; `null`: where its own sandbox holds them. */
  readonly shell: boolean | null;
}

export interface AgentCommand {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Name in the agent's environment → name in ours. */
  readonly envFrom: Readonly<Record<string, string>>;
  /** What must be there before it starts. */
  readonly laid: readonly LaidFile[];
}

/** Arguments have a bound in every system; only a bug asks for more. */
const ARGUMENT_CHARS_MAX = 30_000;

export function assertArgument(text: string): string {
  if (text.length > ARGUMENT_CHARS_MAX || text.includes("\0")) {
    throw new TypeError(`${text.length} characters cannot be an argument`);
  }
  return text;
}

/** People write an address with the version of its API or without; one program wants it so, the other so. */
export function withoutVersion(baseUrl: string): string {
  return baseUrl.replace(/(?<!\/)\/+$/, "").replace(/\/v1$/, "");
}

/** An address with a path of its own is meant as it is. */
export function withVersion(baseUrl: string): string {
  const bare = baseUrl.replace(/(?<!\/)\/+$/, "");
  return /^[a-z]+:\/\/[^/]+$/i.test(bare) ? `${bare}/v1` : bare;
}

/** What its lines come to in the end. */
export interface StreamFinal extends Omit<RunOutput, "text"> {
  /** Its last answer in words; `null` where it gave none, or only an error. */
  readonly text: string | null;
  /** As the agent counts, over all runs of its session where it does so: the `before` of the next run. */
  readonly reported: Usage;
}

export interface StreamState {
  readonly final: StreamFinal;
  /** What the agent reported when the run before this one ended. */
  readonly before: Usage;
  /** An error it is trying to get over; forgotten as soon as it gets on. */
  readonly passing: ProviderError | null;
  /** Usage of answers that are complete, and of the one that may still grow. */
  readonly counted: Usage;
  readonly counting: { readonly id: string; readonly usage: Usage } | null;
  /** What it has said since it used a tool last, where its words come in pieces. */
  readonly speech: string;
  /** The end of what it is saying, for whoever watches. */
  readonly tail: string;
  /** Tools it has called and not heard from, by their ids. */
  readonly calls: Readonly<Record<string, string>>;
  /** What its error stream told of the provider's last refusal. */
  readonly refusal: Pick<ProviderError, "status" | "retryAfterS"> | null;
}

export interface StreamStep {
  readonly state: StreamState;
  readonly events: readonly AgentEvent[];
}

/** What one line means; `null` where its type is unknown. */
export type ReadStreamLine = (state: StreamState, value: unknown) => StreamStep | null;

/** The latest tell most. */
const ERRORS_MAX = 20;
const DENIALS_MAX = 50;

export function unchangedStep(state: StreamState): StreamStep {
  return { state, events: [] };
}

export function speechEvents(text: string): readonly AgentEvent[] {
  return text.trim() === "" ? [] : [{ at: "said", text }];
}

/** Longer last words would not fit a line. */
const SPEECH_CHARS_MAX = 200;

/** A piece of a text that is still coming: the line that it is at is shown. */
export function pieceStep(state: StreamState, piece: string): StreamStep {
  if (piece === "") return unchangedStep(state);
  const tail = `${state.tail}${piece}`.slice(-SPEECH_CHARS_MAX);
  const line = tail.slice(tail.trimEnd().lastIndexOf("\n") + 1);
  return { state: { ...state, tail }, events: speechEvents(line) };
}

/** Inputs of tools by which people know what is being done, in the order in which one is looked for. */
const SHOWN_INPUTS = [
  "file_path",
  "filePath",
  "path",
  "absolute_path",
  "dir_path",
  "command",
  "cmd",
  "pattern",
];
const VIEW_PATH = /^\/.*\/runs\/[0-9a-f]{16}\/view\//;
const SHOWN_CHARS_MAX = 300;

/** A tool and what it is used on: `Read src/a.ts`. */
export function toolWords(name: string | undefined, input: Readonly<Record<string, unknown>>): string {
  const about = SHOWN_INPUTS.map((key) => input[key]).find((value) => typeof value === "string");
  const shown = typeof about === "string" ? ` ${about.replace(VIEW_PATH, "").slice(0, SHOWN_CHARS_MAX)}` : "";
  return `${name ?? "a tool"}${shown}`;
}

export function troubleEvents(about: string): readonly AgentEvent[] {
  return [{ at: "troubled", about }];
}

export function withFinal(state: StreamState, more: Partial<StreamFinal>): StreamState {
  return { ...state, final: { ...state.final, ...more } };
}

export function withError(state: StreamState, error: ProviderError): StreamState {
  return withFinal(state, { errors: [...state.final.errors, error].slice(-ERRORS_MAX) });
}

export function withDenials(state: StreamState, denials: readonly string[]): StreamState {
  return withFinal(state, { denials: [...state.final.denials, ...denials].slice(0, DENIALS_MAX) });
}
