// The folders that parley writes to, and whether the documents of sessions show what is recorded.

import { access, constants } from "node:fs/promises";
import { join } from "node:path";
import { kindOf } from "../../adapters/files/create-file.ts";
import { diskFolder } from "../../adapters/files/folder.ts";
import { sessionViews } from "../../engine/session-documents.ts";
import { staleFiles } from "../../engine/sync-files.ts";
import { failureOfThrown } from "../failure.ts";
import { openProject, type Project } from "../project.ts";
import { listedSessions } from "../sessions/find-session.ts";
import { engineOf, sessionFolder } from "../sessions/open-session.ts";
import { systemHash, systemUtf8 } from "../sessions/system-ports.ts";
import type { Row } from "../wire/project.ts";

const FOLDERS = ["sessions", "runs"] as const;
const CHECK = "documents";
/** A list that is longer tells no more. */
const NAMED_MAX = 3;

export async function checkDocuments(project: Project | null): Promise<readonly Row[]> {
  if (project === null) return [];
  const folders: Row[] = [];
  for (const name of FOLDERS) folders.push(...(await checkOwnFolder(join(project.folder, name))));
  return [...folders, ...(await checkViews(project))];
}

/** One that is missing is made again by whoever writes to it. */
async function checkOwnFolder(folder: string): Promise<readonly Row[]> {
  const kind = await kindOf(folder);
  if (kind === "nothing") return [];
  if (kind !== "folder") {
    const fix = "move it away: the next command makes the folder again";
    return [{ check: CHECK, status: "fail", detail: `${folder} is not a folder`, fix }];
  }
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return [];
  } catch {
    const fix = `make it writable for you: chmod u+rwx '${folder}'`;
    return [{ check: CHECK, status: "fail", detail: `${folder} cannot be written to`, fix }];
  }
}

async function checkViews(project: Project): Promise<readonly Row[]> {
  try {
    const open = await openProject(project, "read-only");
    try {
      const rows: Row[] = [];
      const listed = await listedSessions(open.store);
      for (const { session } of listed) rows.push(...(await checkSession(open, session)));
      if (rows.length > 0 || listed.length === 0) return rows;
      return [{ check: CHECK, status: "ok", detail: "all documents show what is recorded" }];
    } finally {
      open.store.close();
    }
  } catch (error) {
    const { failed, message } = failureOfThrown(error);
    // What is wrong with the database stands in a row of its own.
    return failed === "not-found"
      ? []
      : [{ check: CHECK, status: "warn", detail: `not checked: ${message}` }];
  }
}

async function checkSession(
  open: Awaited<ReturnType<typeof openProject>>,
  session: string,
): Promise<readonly Row[]> {
  const engine = await engineOf(open, session);
  const { stream, version, live, documents } = engine;
  const folder = diskFolder(sessionFolder(open, session));
  const stale = await staleFiles(
    { cursors: open.store, folder, hash: systemHash, utf8: systemUtf8 },
    { stream, version, files: sessionViews(live, documents) },
  );
  if (stale.length === 0) return [];
  const more = stale.length > NAMED_MAX ? ` and ${stale.length - NAMED_MAX} more` : "";
  return [
    {
      check: CHECK,
      status: "warn",
      detail: `${session}: missing, changed or not up to date: ${stale.slice(0, NAMED_MAX).join(", ")}${more}`,
      fix: `\`parley resume ${session}\` writes them again, also where the session has ended; nothing that was recorded is lost`,
    },
  ];
}
