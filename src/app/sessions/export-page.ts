// A session as one page of HTML: written where somebody wants it, or beside the project's other files to be looked at.
import { dirname, join, resolve } from "node:path";
import { createFolders } from "../../adapters/files/create-file.ts";
import { readText } from "../../adapters/files/read-text.ts";
import { writeAtomically } from "../../adapters/files/write-atomically.ts";
import { openFile } from "../../adapters/host/open-file.ts";
import { sessionFold } from "../../core/refinement/session/evolve.ts";
import type { Session } from "../../core/refinement/session/session.ts";
import { NAMED_FILE_BYTES_MAX } from "../../core/shared/bounds.ts";
import { PAGE_BEGINNING, renderSessionPage } from "../../document/page/session-page.ts";
import { Documents } from "../../engine/documents.ts";
import type { CommandContext } from "../command-context.ts";
import { failureOfFile, isFailure, type Outcome, refusedFailure } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { renewGitignore } from "../project-files.ts";
import type { ExportedPage, OpenedPage } from "../wire/session.ts";
import { arguedPage } from "./argued-page.ts";
import { findSessionToShow, streamOf } from "./find-session.ts";
import { systemHash, systemUtf8 } from "./system-ports.ts";
import { withProject } from "./with-project.ts";

interface ExportPageInput {
  readonly session: string | undefined;
  /** By default named as the session, in the folder one is in. */
  readonly out: string | undefined;
}

export async function exportPage(context: CommandContext, input: ExportPageInput): Outcome<ExportedPage> {
  return await withPage(context, input.session, async ({ session, text }) => {
    const file = resolve(context.cwd, input.out ?? `${session}.html`);
    return await writePage(file, { session, text });
  });
}

const PAGES_FOLDER = "pages";

/** Written anew each time, so that it shows how the session stands. */
export async function openPage(
  context: CommandContext,
  input: Pick<ExportPageInput, "session">,
): Outcome<OpenedPage> {
  return await withPage(context, input.session, async ({ session, text }, project) => {
    await renewGitignore(project);
    const written = await writePage(join(project.folder, PAGES_FOLDER, `${session}.html`), { session, text });
    if (isFailure(written)) return written;
    return { ...written, opened: await openFile({ file: written.file, env: context.env }) };
  });
}

interface RenderedPage {
  readonly session: string;
  readonly text: string;
}

async function withPage<Result>(
  context: CommandContext,
  wanted: string | undefined,
  use: (page: RenderedPage, project: OpenProject) => Outcome<Result>,
): Outcome<Result> {
  return await withProject(context, "read-only", async (project) => {
    const { store } = project;
    const listed = await findSessionToShow(project, { wanted, cwd: context.cwd });
    if (isFailure(listed)) return listed;
    const events = (await store.load(streamOf(listed))).map(sessionFold.upcast);
    const session = events.reduce<Session>(sessionFold.evolve, sessionFold.initial);
    if (session.at === "none") throw new Error(`${listed.session} is listed, but has no events`);
    const documents = new Documents({ blobs: store, hash: systemHash, utf8: systemUtf8 });
    const page = await arguedPage(session, { events, documents });
    return await use({ session: session.id, text: renderSessionPage(page) }, project);
  });
}

/** Over an earlier page, but over nothing else. */
async function writePage(file: string, { session, text }: RenderedPage): Outcome<ExportedPage> {
  try {
    const before = await readText(file, NAMED_FILE_BYTES_MAX, "leniently");
    if (before.at !== "missing" && !(before.at === "read" && before.text.startsWith(PAGE_BEGINNING)))
      return refusedFailure(
        "exists",
        "this is no page of parley, and is not overwritten",
        "name another file",
        file,
      );
    await createFolders(dirname(file));
    await writeAtomically(file, text);
    return { session, file, bytes: Buffer.byteLength(text) };
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    return failureOfFile(error, { doing: "write the page", place: file });
  }
}
