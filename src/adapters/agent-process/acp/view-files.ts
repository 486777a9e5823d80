// Files of an agent's working folder, for one that reads and writes through us: none outside of it, wherever links lead.
import { constants } from "node:fs";
import { lstat, open, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { DOCUMENT_BYTES_MAX } from "../../../core/shared/bounds.ts";
import { isSystemError } from "../../shared/system-error.ts";
import { openRegular, readAt } from "../read-document.ts";

type FileAnswer<T> = T | { readonly refused: string };

export class ViewFiles {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  static async at(view: string): Promise<ViewFiles> {
    return new ViewFiles(await realpath(view));
  }

  /** Whether a path, which need not exist yet, truly leads into the view. */
  async isInside(path: string): Promise<boolean> {
    return (await this.#locate(path)) !== null;
  }

  /** Also not git's own: in a worktree they say which repository it is of. */
  async mayChange(path: string): Promise<boolean> {
    return (await this.#locateToChange(path)) !== null;
  }

  async read(path: string): Promise<FileAnswer<{ readonly text: string }>> {
    const place = await this.#locate(path);
    if (place === null) return OUTSIDE;
    try {
      const opened = await openRegular(place);
      if ("why" in opened) return { refused: opened.why };
      try {
        const { size } = await opened.handle.stat();
        if (size > DOCUMENT_BYTES_MAX) return { refused: "it is too large" };
        return { text: new TextDecoder().decode(await readAt(opened.handle, 0, size)) };
      } finally {
        await opened.handle.close();
      }
    } catch (error) {
      if (!isSystemError(error)) throw error;
      return { refused: error.message };
    }
  }

  async write(path: string, text: string): Promise<FileAnswer<{ readonly bytes: number }>> {
    const place = await this.#locateToChange(path);
    if (place === null) return OUTSIDE;
    const bytes = Buffer.from(text);
    if (bytes.length > DOCUMENT_BYTES_MAX) return { refused: "it is too large" };
    const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW, O_NONBLOCK } = constants;
    try {
      const there = await lstat(place).catch(() => null);
      if (there !== null && !there.isFile()) return { refused: "it is not a regular file" };
      const handle = await open(place, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0o644);
      try {
        await handle.writeFile(bytes);
      } finally {
        await handle.close();
      }
      return { bytes: bytes.length };
    } catch (error) {
      if (!isSystemError(error)) throw error;
      return { refused: error.message };
    }
  }

  async #locateToChange(path: string): Promise<string | null> {
    const place = await this.#locate(path);
    const steps = place === null ? [] : relative(this.#root, place).split("/");
    return steps.some((step) => step.toLowerCase() === ".git") ? null : place;
  }

  /** The path without links, of which the last steps need not be there yet; `null` where it leads outside. */
  async #locate(path: string): Promise<string | null> {
    if (path.includes("\0")) return null;
    const real = await resolveLinks(resolve(this.#root, path));
    if (real === null) return null;
    const inside = relative(this.#root, real);
    return inside === ".." || inside.startsWith("../") || isAbsolute(inside) ? null : real;
  }
}

/** `null` for a link that leads nowhere: what is written through it would come to stand there. */
async function resolveLinks(path: string): Promise<string | null> {
  const missing: string[] = [];
  for (let place = path; ; place = dirname(place)) {
    const real = await realpath(place).catch(() => null);
    if (real !== null) return join(real, ...missing);
    if ((await lstat(place).catch(() => null)) !== null || dirname(place) === place) return null;
    missing.unshift(basename(place));
  }
}

const OUTSIDE = { refused: "it lies outside of its folder" };
