// The folder in which a launch keeps everything about itself.
import { randomUUID } from "node:crypto";
import { rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Launch } from "../../engine/ports.ts";
import { sha256Of } from "./sha256.ts";

const RUN_ID_LENGTH = 16;

export function runIdOf({ key, mark }: Launch): string {
  return sha256Of(`${key}${mark?.nonce ?? ""}`).slice(0, RUN_ID_LENGTH);
}

/** Keeps a folder that is not what it should be under a name that no launch has, and tells which. */
export async function setAsideFolder(path: string): Promise<string> {
  const name = `set-aside-${basename(path)}-${randomUUID()}`;
  await rename(path, join(dirname(path), name));
  return name;
}
