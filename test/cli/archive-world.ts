// Sessions with archives of undone rounds, as an undone round leaves them.
import { join } from "node:path";
import { diskRoundArchives } from "../../src/adapters/files/round-archives.ts";
import { storeCold } from "../../src/app/archives/cold-archives.ts";
import { settleArchives } from "../../src/app/sessions/settle-archives.ts";
import { archiveName } from "../../src/core/shared/archive-name.ts";
import { DAY_MS } from "../../src/core/shared/time-units.ts";
import { timestampFromMs } from "../../src/core/shared/timestamp.ts";
import { waitingCheckout } from "./checkout-world.ts";
import type { World } from "./world.ts";

export const UNDONE_AT_MS = Date.UTC(2026, 0, 12, 14, 30);
export const ARCHIVED = {
  "engineer.md": "# Proposal\n",
  "notes/why.txt": "by hand",
  "rollback_metadata.json": `${JSON.stringify({ original_round: 12, reason: "too abstract" })}\n`,
};

/** The session `checkout`, whose twelfth round was undone: of rounds so late there are no documents. */
export async function archivedWorld(): Promise<World> {
  const world = await waitingCheckout();
  await undo(world, "checkout", 12);
  return world;
}

export function sessionFolder({ project }: World, session: string): string {
  return join(project, ".parley/sessions", session);
}

export async function undo(world: World, session: string, round: number): Promise<string> {
  const files = Object.entries(ARCHIVED).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  const archives = diskRoundArchives(sessionFolder(world, session));
  const name = archiveName(round, 1);
  await archives.write({ name, round, files, undoneAtMs: UNDONE_AT_MS });
  return join(sessionFolder(world, session), name);
}

export const coldRoot = ({ home }: World): string => join(home, ".local/share/parley/archive");

/** Moves what a session has to cold storage, as its end does, so many days ago; tells where that is. */
export async function settleCold(
  { home, project }: World,
  { session, daysAgo }: { readonly session: string; readonly daysAgo: number },
): Promise<readonly string[]> {
  const archives = diskRoundArchives(join(project, ".parley/sessions", session));
  const listed = await archives.list();
  const about = { reason: "too abstract", undoneAt: timestampFromMs(UNDONE_AT_MS) };
  const chosenAtMs = Date.now() - daysAgo * DAY_MS;
  const settled = await settleArchives({
    ...{ option: "cold", archives, session, spec: "checkout.md", project, chosenAtMs },
    recorded: new Map(listed.map(({ name }) => [name, about])),
    store: storeCold({ env: { HOME: home }, now: new Date(chosenAtMs) }),
  });
  return settled.flatMap(({ place }) => place ?? []);
}
