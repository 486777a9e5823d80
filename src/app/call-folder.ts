// Where the files of a call lie that a person takes.
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { promptFile, sheetFile } from "../adapters/agent-human/lay-out.ts";
import { runFolderOf } from "../adapters/agent-process/run-folder.ts";
import { readText } from "../adapters/files/read-text.ts";
import { DOCUMENT_BYTES_MAX } from "../core/shared/bounds.ts";
import { type CallKey, callKeyParts, makeCallKey } from "../core/shared/call-key.ts";
import { withoutTask } from "../prompts/human-template.ts";
import type { Project } from "./project.ts";

export function callFolder({ folder }: Pick<Project, "folder">, key: CallKey): string {
  // A person knows what they wrote: the folder has the same name whenever the call is started.
  return runFolderOf(resolve(folder, "runs"), { key, mark: null }).path;
}

/** What was written for an earlier launch of the same attempt: nobody waits for that one, but the words are there. */
export async function readKeptText(
  project: Pick<Project, "folder">,
  key: CallKey,
  document: string,
): Promise<string | null> {
  const parts = callKeyParts(key);
  if (parts.launch === 1) return null;
  const earlier = makeCallKey({ ...parts, launch: parts.launch - 1 });
  const file = sheetFile(callFolder(project, earlier), document);
  const read = await readText(file, DOCUMENT_BYTES_MAX, "leniently");
  return read.at === "read" ? withoutTask(read.text) : null;
}

/** A task that was laid out anew: what was written for it before, and when it was. */
interface Renewal {
  readonly kept: string;
  readonly laidOutMs: number;
}

export async function findRenewal(
  project: Pick<Project, "folder">,
  key: CallKey,
  document: string,
): Promise<Renewal | null> {
  const kept = await readKeptText(project, key, document);
  if (kept === null) return null;
  const laidOut = await stat(promptFile(callFolder(project, key))).catch(() => null);
  return laidOut === null ? null : { kept, laidOutMs: laidOut.mtimeMs };
}
