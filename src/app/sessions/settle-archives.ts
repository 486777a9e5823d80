// What becomes of a session's archives once it is over. Each choice can be carried out again: what was settled stays so.
import type { ColdSession } from "../../adapters/files/cold-storage.ts";
import { DAY_MS } from "../../core/shared/time-units.ts";
import type { ListedArchive, RoundArchives } from "../../engine/ports.ts";

export type ArchivesOption = "keep" | "delete" | "recent" | "cold";

/** `recent` keeps those of so many days. */
const RECENT_DAYS = 7;

interface ArchivesToSettle extends ColdSession {
  readonly option: ArchivesOption;
  readonly archives: RoundArchives;
  /** What the log has of each archive, by name; others are not the session's, and stay. */
  readonly recorded: ReadonlyMap<string, { readonly reason: string; readonly undoneAt: string }>;
  /** When the choice was made: however often it is carried out, the same ones are recent. */
  readonly chosenAtMs: number;
  readonly store: StoreCold;
}

/** Tells where it lies in cold storage from now on; `null` where there is none. */
export type StoreCold = (archive: ColdCopy) => Promise<string | null>;

interface ColdCopy extends ColdSession {
  readonly file: string;
  readonly reason: string;
  readonly undoneAt: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly kept: boolean;
}

interface SettledArchive {
  readonly name: string;
  /** `damaged`: it cannot be read, and stays. */
  readonly became: "kept" | "deleted" | "moved" | "damaged";
  /** Where it lies now; `null` where it is gone. */
  readonly place: string | null;
}

export async function settleArchives(wish: ArchivesToSettle): Promise<readonly SettledArchive[]> {
  const listed = (await wish.archives.list()).filter(({ name }) => wish.recorded.has(name));
  const settled: SettledArchive[] = [];
  for (const archive of listed) settled.push(await settleOne(wish, archive));
  return settled;
}

async function settleOne(wish: ArchivesToSettle, listed: ListedArchive): Promise<SettledArchive> {
  const { name, kept } = listed;
  const read = await wish.archives.read(name);
  if (read.at === "damaged") return { name, became: "damaged", place: read.place };
  switch (wish.option) {
    case "keep":
      return { name, became: "kept", place: read.place };
    case "delete":
    case "recent": {
      const stays = kept || (wish.option === "recent" && isRecent(listed, wish.chosenAtMs));
      if (stays) return { name, became: "kept", place: read.place };
      await wish.archives.remove(name);
      return { name, became: "deleted", place: null };
    }
    case "cold": {
      const about = wish.recorded.get(name);
      if (read.at === "missing" || about === undefined) return { name, became: "deleted", place: null };
      const { session, spec, project } = wish;
      const { place: file, sha256, bytes } = read;
      const place = await wish.store({ session, spec, project, file, ...about, sha256, bytes, kept });
      if (place === null) return { name, became: "kept", place: file };
      await wish.archives.remove(name);
      return { name, became: "moved", place };
    }
  }
}

function isRecent({ undoneAtMs }: ListedArchive, chosenAtMs: number): boolean {
  return undoneAtMs > chosenAtMs - RECENT_DAYS * DAY_MS;
}
