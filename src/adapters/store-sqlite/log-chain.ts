// The hash chain over the log: each append has a hash of its rows and of the hash before, so that no stored row can change
// without a trace. What is hashed is said here, once for every store; how, is the store's affair.

/** A command's row as it is hashed; its data are the text that is stored. */
export const CHAINED_COMMAND = [
  "id",
  "stream",
  "type",
  "v",
  "at",
  "actor",
  "data",
  "payload_sha256",
  "first_version",
  "last_version",
] as const;

export const CHAINED_EVENT = ["position", "stream", "version", "type", "v", "data", "command_id"] as const;

/** The hash before the first append. */
export const CHAIN_START = "";

/** Each cell with its kind and length, so that no two lists of cells read alike. */
export function chainText(cells: readonly unknown[]): string {
  return cells.map(cellText).join("");
}

function cellText(cell: unknown): string {
  if (typeof cell === "string") return `t${cell.length}:${cell}`;
  return typeof cell === "number" ? `n${cell};` : `${typeof cell};`;
}

const ADDRESS = /"([0-9a-f]{64})"/g;

/** What may be the address of a blob among the values of a canonical JSON text. */
export function addressesIn(json: string): readonly string[] {
  return Array.from(json.matchAll(ADDRESS), ([, address = ""]) => address);
}
