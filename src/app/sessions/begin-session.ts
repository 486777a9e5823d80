// A new session under a name of its own.
import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import type { Blob } from "../../engine/ports.ts";
import type { SessionCommandInput, SessionEngine } from "../../engine/session-engine.ts";
import { type Outcome, refusalFailure } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { listSessionRows } from "./find-session.ts";
import { engineOf } from "./open-session.ts";
import { whoami } from "./system-ports.ts";

/** Several may want one name at once: whoever is refused takes the next. */
const BEGINNINGS_MAX = 1_000;

/** Its first command, under the first name that is free. */
export async function beginSession(
  project: OpenProject,
  name: string,
  commandFor: (session: string) => SessionCommandInput,
  blobs: readonly Blob[] = [],
): Outcome<SessionEngine> {
  const taken = new Set((await listSessionRows(project.store)).map(({ session }) => session));
  for (let beginning = 0; beginning < BEGINNINGS_MAX; beginning += 1) {
    const session = freeId(name, taken);
    const engine = await engineOf(project, session);
    const submitted = await engine.submit(commandFor(session), { id: randomUUID(), actor: whoami(), blobs });
    if (submitted.at === "done") return engine;
    if (submitted.at === "refused" && submitted.refusal.refused !== "exists")
      return refusalFailure(submitted.refusal);
    taken.add(session);
  }
  throw new Error(`there are ${BEGINNINGS_MAX} sessions called ${name}`);
}

const ID_CHARS_MAX = 60;

/** A name that is safe as a folder, a stream and a part of a call's key. */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, ID_CHARS_MAX)
    .replace(/-$/, "");
  return slug === "" ? "session" : slug;
}

export function slugOfSpec(file: string): string {
  return slugOf(basename(file).replace(/\.[^.]+$/, ""));
}

/** `checkout`, else `checkout-2`, `checkout-3` … */
function freeId(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`;
  }
}
