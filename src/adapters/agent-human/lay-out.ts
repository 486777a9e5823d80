// What a person needs for a call, laid out in the call's run folder. Files that are there stay as they are: somebody
// may be writing in them.
import { randomUUID } from "node:crypto";
import { link, lstat, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

interface Layout {
  /** The call's run folder. */
  readonly folder: string;
  readonly prompt: string;
  /** The name of the document, such as `engineer.md`. */
  readonly document: string;
  /** What the document's file says at first; asked for only where there is none yet. */
  sheet(): Promise<string>;
}

export function promptFile(folder: string): string {
  return join(folder, "prompt.md");
}

export function sheetFile(folder: string, document: string): string {
  return join(folder, "view", document);
}

/** The name under which a folder of another call was kept, where one lay there. */
export async function layOut({ folder, prompt, document, sheet }: Layout): Promise<string | null> {
  const keptAs = await setAsideOther(folder, prompt);
  const file = sheetFile(folder, document);
  for (const made of [dirname(folder), folder, dirname(file)]) await mkdir(made).catch(ignoreExisting);
  await createOnce(promptFile(folder), async () => prompt);
  await createOnce(file, sheet);
  return keptAs;
}

/** The log was put back, or somebody planted it: what asks for something else than the call does is not the call's. */
async function setAsideOther(folder: string, prompt: string): Promise<string | null> {
  const found = await readFile(promptFile(folder), "utf8").catch(() => null);
  if (found === null || found === prompt) return null;
  const keptAs = `set-aside-${basename(folder)}-${randomUUID()}`;
  await rename(folder, join(dirname(folder), keptAs));
  return keptAs;
}

/** The file appears whole or not at all, and never over another. */
async function createOnce(file: string, text: () => Promise<string>): Promise<void> {
  if ((await lstat(file).catch(() => null)) !== null) return;
  const unfinished = join(dirname(file), `.${basename(file)}.${randomUUID()}`);
  try {
    const handle = await open(unfinished, "wx");
    try {
      await handle.writeFile(await text());
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(unfinished, file).catch(async (error: unknown) => {
      // Not every file system knows links.
      if (codeOf(error) !== "EEXIST") await rename(unfinished, file);
    });
  } finally {
    await rm(unfinished, { force: true });
  }
}

function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== "EEXIST") throw error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}
