// The databases that were written to, open from one call to the next. Nothing is opened by itself, so that whoever needs
// no project loads nothing of one.
import { statSync } from "node:fs";
import type { DurableStore } from "../engine/ports.ts";

interface HeldStore {
  readonly opening: Promise<OpenedStore>;
  /** `null` until it is open. */
  opened: OpenedStore | null;
  users: number;
}

interface OpenedStore {
  readonly store: DurableStore;
  /** Which file it is, whatever stands under its name by now. */
  readonly inode: string | null;
}

/** For a caller of one use case after another, or of many at once. Whoever makes it closes it. */
export class ProjectStores {
  readonly #held = new Map<string, HeldStore>();
  #closed = false;

  /** Whether a database is open, and still the one that stands there. */
  holds(file: string): boolean {
    const held = this.#held.get(file);
    if (held === undefined) return false;
    if (held.opened === null || held.opened.inode === inodeOf(file)) return true;
    this.#letGo(file, held);
    return false;
  }

  /** Opens it where it is not held. One that has failed somebody is given to nobody else. */
  async use<Result>(
    file: string,
    open: () => Promise<DurableStore>,
    use: (store: DurableStore) => Promise<Result>,
  ): Promise<Result> {
    const known = this.holds(file) ? this.#held.get(file) : undefined;
    const held = known ?? { opening: openedBy(file, open), opened: null, users: 0 };
    this.#held.set(file, held);
    held.users += 1;
    let failed = true;
    try {
      held.opened = await held.opening;
      const result = await use(held.opened.store);
      failed = false;
      return result;
    } finally {
      held.users -= 1;
      if (failed || this.#closed || this.#held.get(file) !== held) this.#letGo(file, held);
    }
  }

  /** What is in use is closed by whoever uses it last. */
  close(): void {
    this.#closed = true;
    for (const [file, held] of this.#held) this.#letGo(file, held);
  }

  #letGo(file: string, held: HeldStore): void {
    if (this.#held.get(file) === held) this.#held.delete(file);
    if (held.users === 0) held.opened?.store.close();
  }
}

async function openedBy(file: string, open: () => Promise<DurableStore>): Promise<OpenedStore> {
  return { store: await open(), inode: inodeOf(file) };
}

function inodeOf(file: string): string | null {
  const about = statSync(file, { throwIfNoEntry: false });
  return about === undefined ? null : `${about.dev}/${about.ino}`;
}
