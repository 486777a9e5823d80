// Headings are often called the same ("Tasks" under every phase): such ones are told apart by what stands above them.

interface TitledHeading {
  readonly level: number;
  readonly title: string;
}

/** More titles than that in a row tell nobody more. */
const TITLES_MAX = 6;
export const BETWEEN_TITLES = " / ";

/** A name for each heading: its title, or with as many of those above it as make it the only one. */
export function sectionNames(headings: readonly TitledHeading[]): readonly string[] {
  const paths = pathsOf(headings);
  let names = headings.map(({ title }) => title);
  for (let titles = 2; titles <= TITLES_MAX; titles += 1) {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
    names = names.map((name, index) =>
      (counts.get(name.toLowerCase()) ?? 0) > 1
        ? (paths[index] ?? []).slice(-titles).join(BETWEEN_TITLES)
        : name,
    );
  }
  return names;
}

/** The titles from the outermost to the heading's own; only the last few. */
function pathsOf(headings: readonly TitledHeading[]): readonly (readonly string[])[] {
  const above: TitledHeading[] = [];
  return headings.map((heading) => {
    while ((above.at(-1)?.level ?? 0) >= heading.level) above.pop();
    above.push(heading);
    return above.slice(-TITLES_MAX).map(({ title }) => title);
  });
}
