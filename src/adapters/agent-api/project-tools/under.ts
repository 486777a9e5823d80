/** As a model may write a path: with a dot in front or a slash behind. What leads elsewhere is left to match nothing. */
export function tidyPath(path: string): string {
  return path.replace(/^(?:\.\/+)+/, "").replace(/(?<!\/)\/+$/, "");
}

/** Whether a file is the one named or lies in the folder named; an empty name is the project itself. */
export function isUnder(path: string, folder: string | undefined): boolean {
  const tidy = tidyPath(folder ?? "");
  return tidy === "" || tidy === "." || path === tidy || path.startsWith(`${tidy}/`);
}
