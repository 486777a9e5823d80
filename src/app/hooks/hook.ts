import { sha256Of } from "../../adapters/shared/sha256.ts";

export interface Hook {
  /** Of what it says, so that its place in the settings does not matter. */
  readonly id: string;
  readonly on: HookEvent;
  readonly does:
    | { readonly at: "run"; readonly command: string }
    | { readonly at: "post"; readonly url: string };
}

const ID_DIGITS = 16;

interface HookSettings {
  readonly on: HookEvent;
  readonly run?: string | undefined;
  readonly post?: string | undefined;
}

/** One that stands in the settings twice is one. */
export function hooksOf({ hooks }: { readonly hooks: readonly HookSettings[] }): readonly Hook[] {
  const all = hooks.flatMap(({ on, run, post }): Hook[] => {
    const id = sha256Of(JSON.stringify({ on, run, post })).slice(0, ID_DIGITS);
    if (run !== undefined) return [{ id, on, does: { at: "run", command: run } }];
    return post === undefined ? [] : [{ id, on, does: { at: "post", url: post } }];
  });
  return [...new Map(all.map((hook) => [hook.id, hook])).values()];
}

const COMMAND_CHARS_MAX = 60;

/** A hook as logs and people name it; the rest of an address may be a secret. */
export function hookName({ on, does }: Hook): string {
  if (does.at === "post") return `${on} → ${new URL(does.url).origin}`;
  const command = does.command.replaceAll(/\s+/g, " ").trim();
  const shown = command.length <= COMMAND_CHARS_MAX ? command : `${command.slice(0, COMMAND_CHARS_MAX - 1)}…`;
  return `${on} → ${shown}`;
}

/** What can set a hook off. */
export const HOOK_EVENTS = [
  "task.completed",
  "task.disputed",
  "task.failed",
  "dispute.opened",
  "dispute.resolved",
  "dispute.stale",
  "question.asked",
  "session.ended",
] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];
