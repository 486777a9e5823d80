import { roundFolder } from "./round-folder.ts";

/** The archive of a round that was undone for the n-th time: `round_005_rolled_back_1.tar.gz`. */
export function archiveName(round: number, attempt: number): string {
  if (!Number.isInteger(attempt) || attempt < 1) throw new RangeError(`no archive of attempt ${attempt}`);
  return `${roundFolder(round)}_rolled_back_${attempt}${ENDING}`;
}

const ENDING = ".tar.gz";
const ARCHIVE_NAME = /^round_(\d{3})_rolled_back_([1-9]\d{0,5})\.tar\.gz$/;

/** `null` where a file has another name, and is no archive of ours. */
export function parseArchiveName(name: string): { readonly round: number; readonly attempt: number } | null {
  const [, round, attempt] = ARCHIVE_NAME.exec(name) ?? [];
  return round === undefined || attempt === undefined
    ? null
    : { round: Number(round), attempt: Number(attempt) };
}

/** The folder that everything in an archive lies in. */
export function archiveFolder(name: string): string {
  return name.slice(0, -ENDING.length);
}
