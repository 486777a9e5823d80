import { join, resolve } from "node:path";
import { createFolders } from "../../adapters/files/create-file.ts";
import { diskFolder } from "../../adapters/files/folder.ts";
import { diskShelf } from "../../adapters/files/spec-shelf.ts";
import { ed25519Seals } from "../../adapters/host/seals.ts";
import type { SpecShelf } from "../../engine/ports.ts";
import { SessionEngine } from "../../engine/session-engine.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import type { ListedSession } from "../wire/session.ts";
import { withFileLock } from "../with-file-lock.ts";
import { workplace } from "../work/workplace.ts";
import { findSession, listSessionRows } from "./find-session.ts";
import { systemClock, systemHash, systemUtf8 } from "./system-ports.ts";
import { warnOfUnwritten } from "./unwritten-view.ts";
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
    ...(workplace === undefined ? {} : { workplace }),
  });
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
  use: (open: OpenSession) => Promise<Result | Failure>,
): Promise<Result | Failure> {
  return await withProject(context, "read-write", async (project) => {
    const listed = await findSession(project.store, wanted);
    if (isFailure(listed)) return listed;
    return await use({ project, listed, engine: await engineOf(project, listed.session) });
  });
}
