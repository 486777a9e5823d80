// `manifest.json`: what lies in cold storage of one spec. One that cannot be read is never written over.
import { link, rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { parseArchiveName } from "../../core/shared/archive-name.ts";
import { parseTimestamp } from "../../core/shared/timestamp.ts";
import { writeDurably } from "../shared/durable-file.ts";
import { lazySchema } from "../shared/loose-fields.ts";
import { errnoOf } from "../shared/system-error.ts";
import { readText } from "./read-text.ts";

const MANIFEST = "manifest.json";
const MANIFEST_BYTES_MAX = 64 * 1024 * 1024;
const VERSION = 1;

/** `2026-01-12_loans`: a name, and no way elsewhere. */
const FOLDER = /^\d{4}-\d{2}-\d{2}_[^/\0]+$/;

const manifestSchema = lazySchema(() => {
  const time = z.string().refine((text) => parseTimestamp(text) !== null);
  return z.object({
    version: z.literal(VERSION),
    archives: z.array(
      z.object({
        folder: z.string().regex(FOLDER),
        name: z.string().refine((name) => parseArchiveName(name) !== null),
        session: z.string(),
        project: z.string(),
        spec: z.string(),
        round: z.int().min(0),
        attempt: z.int().min(1),
        reason: z.string(),
        undoneAt: time,
        storedAt: time,
        bytes: z.int().min(0),
        sha256: z.string(),
        kept: z.boolean(),
      }),
    ),
  });
});

export type ManifestEntry = z.infer<ReturnType<typeof manifestSchema>>["archives"][number];

/** `null` where it cannot be read. */
export async function readManifest(folder: string): Promise<readonly ManifestEntry[] | null> {
  const read = await readText(join(folder, MANIFEST), MANIFEST_BYTES_MAX);
  if (read.at === "missing") return [];
  if (read.at !== "read") return null;
  try {
    return manifestSchema().parse(JSON.parse(read.text)).archives;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

export async function writeManifest(folder: string, archives: readonly ManifestEntry[]): Promise<void> {
  if (archives.length === 0) await rm(join(folder, MANIFEST), { force: true });
  else
    await writeDurably(
      join(folder, MANIFEST),
      `${JSON.stringify({ version: VERSION, archives }, null, 2)}\n`,
    );
}

/** What it lists is purged by nobody from then on. */
export async function setManifestAside(folder: string): Promise<void> {
  const file = join(folder, MANIFEST);
  for (let number = 1; ; number += 1) {
    try {
      await link(file, `${file}.damaged${number === 1 ? "" : `-${number}`}`);
    } catch (error) {
      if (errnoOf(error) !== "EEXIST") throw error;
      continue;
    }
    await rm(file);
    return;
  }
}
