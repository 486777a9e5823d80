/** The words of a mark may be told again, but not as a mark. */
export function unmarked(text: string): string {
  return text
    .replace(/\[\s{0,4}needs[\s_-]{1,4}clarification\b\s*[:–—-]?\s*([^\]]*)\]?/gi, "$1")
    .replace(/(?<![\w./#-])TODO(?![\w/-])\s*:?/g, "to do:")
    .replace(/(?<![\w./#-])TBD(?![\w/-])/g, "undecided")
    .replace(/(?<![\w./#-])FIXME(?![\w/-])\s*:?/g, "to fix:")
    .replace(/(?<![\w?])\?{3,}(?!\w)/g, "undecided")
    .replace(/\s{2,}/g, " ")
    .trim();
}

/** A heading as it will read when its marks are gone. */
export function withoutMarkWords(title: string): string {
  return title
    .replace(/\[\s{0,4}needs[\s_-]{1,4}clarification\b[^\]]*\]?/gi, "")
    .replace(/(?<![\w./#-])(?:TODO|TBD|FIXME)(?![\w/-])\s*:?|(?<![\w?])\?{3,}(?!\w)/g, "")
    .replace(/\(\s*\)/g, "")
    .replace(/\s{2,}/g, " ")
    .trim();
}
