// What a page of HTML must not hold: elements and attributes that are not ours, and anything that leads or loads from elsewhere.
const ELEMENTS = new Set(
  [
    "html head meta title style body header main nav section article details summary figure figcaption div span p small br hr a",
    "h1 h2 h3 h4 h5 h6 ul ol li strong em del code pre blockquote table thead tbody tr th td",
    "svg line text rect polyline circle",
  ]
    .join(" ")
    .split(" "),
);

const ATTRIBUTES = new Set(
  [
    "lang charset name content http-equiv id class href start aria-label role",
    "viewbox x y x1 x2 y1 y2 cx cy r width height points text-anchor",
  ]
    .join(" ")
    .split(" "),
);

/** Empty where there is none. */
export function strangeParts(page: string): readonly string[] {
  const tags = page.match(/<[^>]*>/g) ?? [];
  return tags.filter((tag) => {
    if (tag.toLowerCase() === "<!doctype html>") return false;
    const parts = /^<\/?([a-z][a-z0-9]*)((?: [A-Za-z0-9-]+="[^"<>]*")*)\/?>$/.exec(tag);
    if (parts === null || !ELEMENTS.has(parts[1] ?? "")) return true;
    return [...(parts[2] ?? "").matchAll(/ ([A-Za-z0-9-]+)="([^"]*)"/g)].some(
      ([, name = "", value = ""]) =>
        !ATTRIBUTES.has(name.toLowerCase()) || (name === "href" && !value.startsWith("#")),
    );
  });
}
