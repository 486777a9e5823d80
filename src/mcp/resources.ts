// Documents of sessions as resources. A document is found by its name among those that its session has, never by a path.
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { App } from "../app/app.ts";
import { type Failure, isFailure } from "../app/failure.ts";
import { failureDocument } from "./tool-result.ts";

const SESSIONS = "parley://session/";
/** A page of the list tells of so many sessions. */
const SESSIONS_PER_PAGE = 20;
const URI_CHARS_MAX = 2_048;

const ABOUT: Readonly<Record<string, string>> = {
  "source.md": "The spec as it was at the start",
  "status.md": "Gaps, convergence, rounds, validation and timing",
  "decisions.md": "What was decided, by whom and why",
  "summary.md": "How the session ended, and what it leaves open; once it has",
  "draft.md": "The spec with what was accepted so far",
  "spec.md": "The finished spec, once there is one",
};

export const RESOURCE_TEMPLATES = [
  ...Object.entries(ABOUT).map(([document, description]) => ({
    uriTemplate: `${SESSIONS}{session}/${document}`,
    name: document,
    description,
    mimeType: "text/markdown",
  })),
  {
    uriTemplate: `${SESSIONS}{session}/{round}/{document}`,
    name: "round document",
    description:
      "A document of a round: round_001/engineer.md, round_001/reviewer.md, round_001/summary.md and so on",
    mimeType: "text/markdown",
  },
];

type ResourcePage = {
  readonly resources: { uri: string; name: string; description?: string; mimeType: string }[];
  readonly nextCursor?: string;
};

/** The newest sessions first. */
export async function listResources(app: App, cursor: string | undefined): Promise<ResourcePage> {
  const from = cursor === undefined ? 0 : pageStart(cursor);
  const listed = await app.sessions.list({ all: true });
  // Where there is no project, there are no documents.
  if (isFailure(listed)) return { resources: [] };
  const sessions = listed.sessions.map(({ session }) => session).reverse();
  const resources: ResourcePage["resources"] = [];
  for (const session of sessions.slice(from, from + SESSIONS_PER_PAGE)) {
    const documents = await app.sessions.documents(session);
    if (isFailure(documents)) throw protocolError(documents);
    for (const { path } of documents) {
      const description = ABOUT[path];
      resources.push({
        uri: `${SESSIONS}${[session, ...path.split("/")].map(encodeURIComponent).join("/")}`,
        name: `${session}/${path}`,
        ...(description === undefined ? {} : { description }),
        mimeType: typeOf(path),
      });
    }
  }
  const next = from + SESSIONS_PER_PAGE;
  return next < sessions.length ? { resources, nextCursor: String(next) } : { resources };
}

function pageStart(cursor: string): number {
  if (!/^\d{1,9}$/.test(cursor)) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "this cursor is not one that was given out");
  }
  return Number(cursor);
}

function typeOf(path: string): string {
  return path.endsWith(".json") ? "application/json" : "text/markdown";
}

export async function readResource(app: App, uri: string) {
  const named = partsOf(uri);
  if (named === null) throw new ResourceNotFoundError(uri.slice(0, URI_CHARS_MAX));
  const found = await app.sessions.document(named);
  if (isFailure(found)) {
    if (found.code === "no-document" || found.code === "no-session") throw new ResourceNotFoundError(uri);
    throw protocolError(found);
  }
  return { contents: [{ uri, mimeType: typeOf(found.path), text: found.text }] };
}

/** `null` for what no document can be called. */
function partsOf(uri: string): { readonly session: string; readonly path: string } | null {
  if (!uri.startsWith(SESSIONS) || uri.length > URI_CHARS_MAX) return null;
  const [session, ...path] = uri.slice(SESSIONS.length).split("/").map(decodedOrEmpty);
  if (session === undefined || session === "" || path.length === 0 || path.includes("")) return null;
  return { session, path: path.join("/") };
}

function decodedOrEmpty(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

function protocolError(failure: Failure): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InternalError, failure.message, failureDocument(failure));
}
