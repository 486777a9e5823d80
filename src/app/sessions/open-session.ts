import { randomUUID } from "node:crypto";
import { join, resolve } from "node:path";
import { createFolders } from "../../adapters/files/create-file.ts";
import { diskFolder } from "../../adapters/files/folder.ts";
import { diskShelf } from "../../adapters/files/spec-shelf.ts";
import { isDeadProcess, thisProcess } from "../../adapters/host/process-identity.ts";
import { ed25519Seals } from "../../adapters/host/seals.ts";
import { reasonOf } from "../../adapters/shared/system-error.ts";
import { refuseNewerRules } from "../../core/refinement/session/decide.ts";
import type { SessionEvent } from "../../core/refinement/session/session-event.ts";
import type { Blob, Fence, Leases, ProjectReader, SpecShelf } from "../../engine/ports.ts";
import { type SessionCommandInput, SessionEngine } from "../../engine/session-engine.ts";
import type { CommandContext } from "../command-context.ts";
import { failureOfThrown, isFailure, type Outcome, refusalFailure } from "../failure.ts";
import { learn } from "../learned.ts";
import type { OpenProject } from "../project.ts";
import type { ListedSession } from "../wire/session.ts";
import { withFileLock } from "../with-file-lock.ts";
import { workplace } from "../work/workplace.ts";
import { findSession, listSessionRows } from "./find-session.ts";
import { systemClock, systemHash, systemUtf8, whoami } from "./system-ports.ts";
import { withProject } from "./with-project.ts";

export interface OpenSession {
  readonly project: OpenProject;
  readonly listed: ListedSession;
  readonly engine: SessionEngine;
}

export function sessionFolder(project: { readonly folder: string }, id: string): string {
  return join(project.folder, "sessions", id);
}

export async function engineOf(project: OpenProject, id: string): Promise<SessionEngine> {
  return await SessionEngine.open(id, {
    store: project.store,
    folder: diskFolder(sessionFolder(project, id)),
    clock: systemClock,
    hash: systemHash,
    seals: ed25519Seals,
    utf8: systemUtf8,
    exclusively: (work) => withDocumentsLock(project, id, work),
    unwritten: (error) => warnOfUnwritten(project, id, error),
    weights: async () => (await learn(project)).weights,
    project: readerOf(project),
    ...(workplace === undefined ? {} : { workplace }),
  });
}

/** Few documents name a place: nothing is loaded for those that do not. */
export function readerOf({ root }: Pick<OpenProject, "root">): ProjectReader {
  return {
    async read(path) {
      const { projectReader } = await import("../../adapters/files/project-reader.ts");
      const { readableProject } = await import("../../adapters/files/readable-project.ts");
      return await projectReader(readableProject(root, process.env)).read(path);
    },
  };
}

/** For whoever will decide something: a session of newer rules is refused before anything is done for it. */
export async function engineToChange(project: OpenProject, id: string): Outcome<SessionEngine> {
  const engine = await engineOf(project, id);
  const newer = refuseNewerRules(engine.live);
  return newer === null ? engine : refusalFailure(newer);
}

/** Where the finished spec of a session goes. */
export async function shelfOf({ root, store }: OpenProject, { id, live }: SessionEngine): Promise<SpecShelf> {
  const { path, out } = live.spec;
  const others = (await listSessionRows(store)).filter(({ session }) => session !== id);
  return diskShelf({
    root,
    taken: new Set(others.flatMap(({ output }) => (output === null ? [] : [resolve(root, output)]))),
    source: resolve(root, path),
    out: out === undefined ? null : resolve(root, out),
  });
}

async function withDocumentsLock(
  { folder }: { readonly folder: string },
  id: string,
  work: () => Promise<void>,
): Promise<void> {
  const sessions = join(folder, "sessions");
  // Whoever clones a project has its settings, and none of the folders that are empty.
  await createFolders(sessions);
  await withFileLock(join(sessions, `${id}.lock`), work);
}

/** Opens a project and one of its sessions for as long as `use` takes. */
export async function withSession<Result>(
  context: CommandContext,
  wanted: string | undefined,
  use: (open: OpenSession) => Outcome<Result>,
): Outcome<Result> {
  return await withProject(context, "read-write", async (project) => {
    const listed = await findSession(project.store, wanted);
    if (isFailure(listed)) return listed;
    const engine = await engineToChange(project, listed.session);
    return isFailure(engine) ? engine : await use({ project, listed, engine });
  });
}

/**
 * Warns of a view that was not written; false where something else went wrong. What was decided is recorded, so that it
 * is no failure: whoever ran the same command again would be told that it is done already.
 */
function warnOfUnwritten({ warn }: Pick<OpenProject, "warn">, session: string, error: unknown): boolean {
  const { code, message, place } = failureOfThrown(error);
  if (code === "internal") return false;
  const reason = code === "file" ? reasonOf(error) : message;
  const where = place === undefined || place === "" ? "" : ` (${place})`;
  warn?.(
    `what happened in ${session} is recorded, but its documents could not be written: ${reason}${where}; \`parley doctor\` says what to do`,
  );
  return true;
}

/** Does what only makes something visible; `otherwise` where that is not possible here. */
export async function asView<Result>(
  { project, engine }: { readonly project: OpenProject; readonly engine: { readonly id: string } },
  work: () => Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!warnOfUnwritten(project, engine.id, error)) throw error;
    return otherwise;
  }
}

/** What somebody asks of a session: what came of it, or why it is refused. */
export async function submitAsPerson(
  engine: SessionEngine,
  command: SessionCommandInput,
  blobs: readonly Blob[] = [],
): Outcome<readonly SessionEvent[]> {
  const submitted = await engine.submit(command, { id: randomUUID(), actor: whoami(), blobs });
  if (submitted.at === "refused") return refusalFailure(submitted.refusal);
  return submitted.at === "done" ? submitted.events : [];
}

export const LEASE_MS = 60_000;

/** For this process, until it is released or not heard of for too long. */
export function acquireLease(
  store: Pick<Leases, "acquire">,
  resource: string,
): ReturnType<Leases["acquire"]> {
  return store.acquire({
    resource,
    holder: thisProcess(),
    nowMs: systemClock.nowMs(),
    leaseMs: LEASE_MS,
    isDead: isDeadProcess,
  });
}

/** Works while no other process runs what the resource stands for; false where one does. */
export async function whileHeld(
  store: Pick<Leases, "acquire" | "release">,
  wanted: string,
  work: (fence: Fence) => Promise<void>,
): Promise<boolean> {
  const acquired = await acquireLease(store, wanted);
  if (acquired.at === "held") return false;
  const { resource, epoch } = acquired.lease;
  try {
    await work({ resource, epoch });
    return true;
  } finally {
    await store.release(acquired.lease);
  }
}
