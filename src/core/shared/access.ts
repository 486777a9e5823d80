/** What an agent may do in its own folder: `write` lets it leave its document there, `read-only` lets it only answer. */
export type Access = "read-only" | "write";
