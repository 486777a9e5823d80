// Reading what an agent wrote: hostile bytes in a place where the agent may have put anything.

import { constants } from "node:fs";
import { type FileHandle, open, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DOCUMENT_BYTES_MAX } from "../../core/shared/bounds.ts";
import type { AgentDocument } from "../../engine/ports.ts";
import { documentOf } from "../shared/agent-document.ts";
import { isSystemError } from "../shared/system-error.ts";
import { documentPath, outFolder, type RunFolder, type RunPlace } from "./run-folder.ts";

/** Read at a time of a file that may be long. */
export const CHUNK_BYTES = 1024 * 1024;

export type FoundDocument =
  | { readonly at: "read"; readonly document: AgentDocument }
  | { readonly at: "none" }
  | { readonly at: "refused"; readonly why: string };

/** Only a regular file that truly lies in its folder: an agent must not make us read others' files into a prompt. */
export async function readAgentDocument(run: RunFolder, place: RunPlace): Promise<FoundDocument> {
  try {
    if (!(await isOutFolderOurs(run, place))) {
      return { at: "refused", why: "its folder was replaced by a link" };
    }
    const opened = await openRegular(documentPath(run, place));
    if ("why" in opened) return { at: "refused", why: opened.why };
    try {
      const { size } = await opened.handle.stat();
      const kept = await readAt(opened.handle, 0, Math.min(size, DOCUMENT_BYTES_MAX));
      return { at: "read", document: documentOf(kept, size) };
    } finally {
      await opened.handle.close();
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return error.code === "ENOENT" ? { at: "none" } : { at: "refused", why: error.message };
  }
}

/** As for a view; a worktree was noted with its links followed. */
export async function isOutFolderOurs(run: RunFolder, place: RunPlace): Promise<boolean> {
  if (place.worktree === undefined) return await isViewOurs(run);
  const folder = outFolder(run, place);
  return (await realpath(folder).catch(() => null)) === folder;
}

/** A view that is gone, or a link to elsewhere, is not the one we laid. */
export async function isViewOurs(run: RunFolder): Promise<boolean> {
  try {
    return (await realpath(run.view)) === join(await realpath(dirname(run.path)), run.runId, "view");
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return false;
  }
}

type OpenedFile = { readonly handle: FileHandle } | { readonly why: string };

/** Links are not followed, and a named pipe is not waited for. */
export async function openRegular(path: string): Promise<OpenedFile> {
  let handle: FileHandle;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (isSystemError(error) && error.code === "ELOOP") return { why: "it is a symbolic link" };
    throw error;
  }
  if ((await handle.stat()).isFile()) return { handle };
  await handle.close();
  return { why: "it is not a regular file" };
}

/** Up to `length` bytes; fewer where the file ends before. */
export async function readAt(handle: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
