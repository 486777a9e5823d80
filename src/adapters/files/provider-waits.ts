// Until when providers are to be left alone: one small file each, in a folder that all processes of a user share. It is
// a hint: a run that misses it is turned away once more, so nothing that is wrong with it stops anybody.
import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isAwaited, mayStillBeLifted } from "../../core/refinement/session/waiting.ts";
import type { Clock, ProviderWaits } from "../../engine/ports.ts";
import { sha256Of } from "../shared/sha256.ts";
import { readText } from "./read-text.ts";

const FILE_BYTES_MAX = 4_096;

export function diskProviderWaits({
  folder,
  clock,
}: {
  readonly folder: string;
  readonly clock: Clock;
}): ProviderWaits {
  const until = async (provider: string): Promise<number | null> => {
    const untilMs = (await readWait(fileOf(folder, provider), provider))?.untilMs ?? null;
    return untilMs !== null && isAwaited(untilMs, clock.nowMs()) ? untilMs : null;
  };
  const write = async (wait: NotedWait): Promise<void> =>
    await replace(folder, fileOf(folder, wait.provider), JSON.stringify(wait)).catch(() => undefined);
  return {
    until,
    async note(provider, untilMs) {
      const known = await until(provider);
      if (known === null || known < untilMs) await write({ provider, untilMs });
    },
    lift: async (provider) => await write({ provider, untilMs: 0, liftedAtMs: clock.nowMs() }),
    async isLifted(provider) {
      const liftedAtMs = (await readWait(fileOf(folder, provider), provider))?.liftedAtMs;
      return liftedAtMs !== undefined && mayStillBeLifted(liftedAtMs, clock.nowMs());
    },
  };
}

interface NotedWait {
  readonly provider: string;
  readonly untilMs: number;
  /** When somebody had it asked again; what was known before that counts no more. */
  readonly liftedAtMs?: number | undefined;
}

const NAME_CHARS_MAX = 40;
const DIGITS = 8;

/** A provider may be called by any words, also by an address. */
function fileOf(folder: string, provider: string): string {
  const words = provider
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, NAME_CHARS_MAX);
  const digits = sha256Of(provider).slice(0, DIGITS);
  return join(folder, `${words}-${digits}.json`);
}

async function readWait(file: string, provider: string): Promise<NotedWait | null> {
  const read = await readText(file, FILE_BYTES_MAX, "leniently").catch(() => null);
  if (read?.at !== "read") return null;
  try {
    const noted: unknown = JSON.parse(read.text);
    if (typeof noted !== "object" || noted === null || !("untilMs" in noted) || !("provider" in noted))
      return null;
    if (noted.provider !== provider || typeof noted.untilMs !== "number") return null;
    const lifted =
      "liftedAtMs" in noted && typeof noted.liftedAtMs === "number" ? noted.liftedAtMs : undefined;
    return { provider, untilMs: noted.untilMs, liftedAtMs: lifted };
  } catch {
    return null;
  }
}

/** Each writer has an unfinished file of its own, since several may write at once. */
async function replace(folder: string, file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(unfinished, text, { mode: 0o600 });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
