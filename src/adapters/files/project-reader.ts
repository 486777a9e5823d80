import type { ProjectReader, ProjectText, ReadableProject } from "../../engine/ports.ts";
import { readInside } from "../shared/read-inside.ts";

/** Larger files are not looked into. */
const FILE_BYTES_MAX = 8 * 1024 * 1024;

export function projectReader(project: ReadableProject): ProjectReader {
  return { read: (path) => readListed(project, path) };
}

async function readListed({ root, list }: ReadableProject, path: string): Promise<ProjectText> {
  const { paths } = await list();
  if (!paths.includes(path))
    return { at: "none", why: "there is no such file among those that agents may see" };
  const read = await readInside({ root, path, bytesMax: FILE_BYTES_MAX });
  if (read.at === "none") return read;
  if (read.size > read.bytes.length)
    return { at: "none", why: `the file is larger than ${FILE_BYTES_MAX / (1024 * 1024)} MB` };
  try {
    // A byte order mark stays: what is hashed is what the file holds.
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return { at: "text", text: decoder.decode(read.bytes) };
  } catch {
    return { at: "none", why: "it is not UTF-8 text" };
  }
}
