/** The anchor that the common renderers give a title. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
}

/** The anchors of titles in their order. */
export function anchorsOf(titles: readonly string[]): readonly string[] {
  return distinctSlugs(titles.map(slugOf));
}

/** The second of a name has a number. */
export function distinctSlugs(slugs: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return slugs.map((slug) => {
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  });
}
