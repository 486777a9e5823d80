import type { Hash } from "node:crypto";

/** The module comes with the first hash: it takes longer to load than most lists to read, and those need none. */
export function sha256Hash(): Hash {
  return process.getBuiltinModule("node:crypto").createHash("sha256");
}

export function sha256Of(bytes: Uint8Array | string): string {
  return sha256Hash().update(bytes).digest("hex");
}
