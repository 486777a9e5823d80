// The ports of a session with a look at what reaches the disk.
import type { DurableStore, Folder } from "../../src/engine/ports.ts";

/** What is flushed to the disk before it returns. */
export const DURABLE = ["append", "put", "setFileCursors", "putSnapshot", "write"] as const;
export type Durable = (typeof DURABLE)[number];

export type Tally = Record<Durable, { readonly count: number; readonly ms: number }>;

export interface WatchedPorts {
  readonly store: DurableStore;
  readonly folder: Folder;
  tally(): Tally;
}

export function watchedPorts(store: DurableStore, folder: Folder): WatchedPorts {
  const seen = new Map<Durable, { count: number; ms: number }>();
  const watched =
    <Args extends readonly unknown[], Result>(name: Durable, work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const start = performance.now();
      try {
        return await work(...args);
      } finally {
        const { count, ms } = seen.get(name) ?? { count: 0, ms: 0 };
        seen.set(name, { count: count + 1, ms: ms + performance.now() - start });
      }
    };
  return {
    store: {
      ...store,
      append: watched("append", store.append),
      put: watched("put", store.put),
      setFileCursors: watched("setFileCursors", store.setFileCursors),
      putSnapshot: watched("putSnapshot", store.putSnapshot),
    },
    folder: { ...folder, write: watched("write", folder.write) },
    tally: () =>
      Object.fromEntries(DURABLE.map((name) => [name, seen.get(name) ?? { count: 0, ms: 0 }])) as Tally,
  };
}
