// What may be done from inside an agent's run. Nothing there decides for the user: answers, changes of gaps, endings,
// limits, settings and resolutions are a person's, whatever flags come with them.

import type { EnclosingRun } from "./command-context.ts";
import { type Failure, refusedFailure } from "./failure.ts";

/**
 * `anyone`: it only looks, so nobody is asked who they are. `look-only`: inside a run it looks and asks nothing. `as-its-role`: the
 * board's rules decide what the run's role may do. `person`: refused inside a run.
 */
type RunPermission = "anyone" | "look-only" | "as-its-role" | "person";

/** By the words of the command, its action where that has its own; a test holds it in sync with the table of commands. */
export const RUN_PERMISSIONS: Readonly<Record<string, RunPermission>> = {
  demo: "person",
  refine: "person",
  survey: "person",
  resume: "person",
  fork: "person",
  status: "anyone",
  inbox: "look-only",
  answer: "person",
  submit: "person",
  pause: "person",
  accept: "person",
  abandon: "person",
  "gap list": "anyone",
  "gap show": "anyone",
  "gap accept": "person",
  "gap block": "person",
  "gap defer": "person",
  "gap close": "person",
  "gap reopen": "person",
  "gap severity": "person",
  "gap unblock": "person",
  "gap split": "person",
  rollback: "person",
  "archive list": "anyone",
  "archive show": "anyone",
  "archive restore": "person",
  "archive keep": "person",
  "archive purge": "person",
  conflicts: "anyone",
  decisions: "anyone",
  "decisions recover": "person",
  detect: "anyone",
  detectors: "person",
  "show round": "anyone",
  export: "anyone",
  open: "person",
  why: "anyone",
  sessions: "anyone",
  usage: "anyone",
  history: "anyone",
  diff: "anyone",
  prompt: "anyone",
  replay: "anyone",
  "tasks add": "as-its-role",
  "tasks list": "anyone",
  "tasks show": "anyone",
  "tasks update": "as-its-role",
  "tasks approve": "as-its-role",
  "tasks reject": "as-its-role",
  "tasks skip": "person",
  "tasks move": "person",
  "tasks remove": "person",
  "tasks import": "person",
  "tasks export": "person",
  "tasks audit": "anyone",
  "sections add": "person",
  "sections list": "anyone",
  "sections rename": "person",
  "sections move": "person",
  "sections skip": "person",
  "sections remove": "person",
  board: "anyone",
  plan: "person",
  build: "person",
  "dispute create": "as-its-role",
  "dispute log": "as-its-role",
  "dispute position": "as-its-role",
  "dispute list": "anyone",
  "dispute show": "anyone",
  "dispute resolve": "person",
  "dispute withdraw": "person",
  "dispute alert": "person",
  lint: "anyone",
  inspect: "anyone",
  init: "person",
  "config show": "anyone",
  "config get": "anyone",
  "config edit": "person",
  "config set": "person",
  "config unset": "person",
  "config path": "anyone",
  "config validate": "anyone",
  trust: "person",
  "agents list": "anyone",
  "agents test": "person",
  "agents explain": "anyone",
  "agents add": "person",
  "agents retry": "person",
  doctor: "anyone",
  backup: "person",
  // Each of its tools looks for itself.
  mcp: "anyone",
  completion: "anyone",
  help: "anyone",
};

/** What is not in the table is a person's. */
export function runPermission(path: readonly string[]): RunPermission {
  const words = path.join(" ");
  return Object.hasOwn(RUN_PERMISSIONS, words) ? (RUN_PERMISSIONS[words] ?? "person") : "person";
}

/** The words that name what is done: an action may do more than its command does by itself. */
export function permittedWords(path: readonly string[], action: unknown): readonly string[] {
  const words = typeof action === "string" ? [...path, action] : path;
  return Object.hasOwn(RUN_PERMISSIONS, words.join(" ")) ? words : path;
}

/** `what`: the command, or the tool of a server. */
export function refusedInRun(what: string, { role, by }: EnclosingRun): Failure {
  const who = role === null ? "an agent" : `the ${role}`;
  return refusedFailure(
    "inside-run",
    `\`${what}\` is not for ${who} to do: this is part of an agent's run, by ${by}`,
    "leave it to the person who started the run; if that is you, use a terminal that no agent of parley has opened",
  );
}
