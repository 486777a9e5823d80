import { basename } from "node:path";

const ID_CHARS_MAX = 60;

/** A name that is safe as a folder, a stream and a part of a call's key. */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, ID_CHARS_MAX)
    .replace(/-$/, "");
  return slug === "" ? "session" : slug;
}

export function slugOfSpec(file: string): string {
  return slugOf(basename(file).replace(/\.[^.]+$/, ""));
}

/** `checkout`, else `checkout-2`, `checkout-3` … */
export function freeId(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`;
  }
}
