// The documents of a session by name. They come from the log, not from the folder: a name that the session does not have
// leads nowhere, whatever it looks like.
import { sessionFiles } from "../../core/refinement/records/session-files.ts";
import { sessionDecider } from "../../core/refinement/session/decide.ts";
import type { LiveSession } from "../../core/refinement/session/session.ts";
import { NAMES_SHOWN_MAX } from "../../core/shared/bounds.ts";
import { Documents } from "../../engine/documents.ts";
import { draftText } from "../../engine/draft-text.ts";
import { contentText } from "../../engine/session-documents.ts";
import type { CommandContext } from "../command-context.ts";
import { isFailure, notFoundFailure, type Outcome } from "../failure.ts";
import type { SessionDocument, SessionDocumentRow } from "../wire/session.ts";
import { findSession, streamOf } from "./find-session.ts";
import { systemHash, systemUtf8 } from "./system-ports.ts";
import { withProject } from "./with-project.ts";

interface NamedDocument {
  readonly path: string;
  text(documents: Documents): Promise<string>;
}

/** As the session's folder has them, and two more: the draft as it stands, and the finished spec once there is one. */
function documentsOf(session: LiveSession): readonly NamedDocument[] {
  const { published } = session.ledger;
  return [
    ...sessionFiles(session).map(({ path, content }) => ({
      path,
      text: (documents: Documents) => contentText(content, documents),
    })),
    { path: "draft.md", text: async (documents) => (await draftText(session, documents)).text },
    ...(published === null
      ? []
      : [{ path: "spec.md", text: (documents: Documents) => documents.text(published.sha256) }]),
  ];
}

export async function listDocuments(
  context: CommandContext,
  session: string | undefined,
): Outcome<readonly SessionDocumentRow[]> {
  return await withDocuments(context, session, async ({ id, named }) =>
    named.map(({ path }) => ({ session: id, path })),
  );
}

export async function readSessionDocument(
  context: CommandContext,
  input: { readonly session: string | undefined; readonly path: string },
): Outcome<SessionDocument> {
  return await withDocuments(context, input.session, async ({ id, named, documents }) => {
    const found = named.find(({ path }) => path === input.path);
    if (found === undefined) {
      const shown = named.slice(0, NAMES_SHOWN_MAX).map(({ path }) => path);
      const fix = `it has ${shown.join(", ")}${named.length > NAMES_SHOWN_MAX ? " …" : ""}`;
      return notFoundFailure("no-document", `the session ${id} has no such document`, fix);
    }
    return { session: id, path: found.path, text: await found.text(documents) };
  });
}

interface OpenDocuments {
  readonly id: string;
  readonly named: readonly NamedDocument[];
  readonly documents: Documents;
}

async function withDocuments<Result>(
  context: CommandContext,
  wanted: string | undefined,
  use: (open: OpenDocuments) => Outcome<Result>,
): Outcome<Result> {
  return await withProject(context, "read-only", async ({ store }) => {
    const listed = await findSession(store, wanted);
    if (isFailure(listed)) return listed;
    const events = (await store.load(streamOf(listed))).map(sessionDecider.upcast);
    const session = events.reduce(sessionDecider.evolve, sessionDecider.initial);
    if (session.at === "none") throw new Error(`${listed.session} is listed, but has no events`);
    const documents = new Documents({ blobs: store, hash: systemHash, utf8: systemUtf8 });
    return await use({ id: listed.session, named: documentsOf(session), documents });
  });
}
