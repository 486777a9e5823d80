// What a task is to fulfil, as FILE#heading: only a place that is really there.
import { realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { parseSourceLink } from "../../core/board/board-text.ts";
import { nearestWord } from "../../core/shared/nearest.ts";
import { anchorsOf, slugOf } from "../../document/spec/anchors.ts";
import { specOf } from "../../document/spec/spec.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, notFoundFailure, type Outcome, usageFailure } from "../failure.ts";
import { readDocument } from "../read-document.ts";

const HEADINGS_SHOWN_MAX = 12;

/** From the project's root, with the anchor of the heading; `null` for a blank one. */
export async function checkedSource(
  context: CommandContext,
  { root, link }: { readonly root: string; readonly link: string },
): Outcome<string | null> {
  if (link.trim() === "") return null;
  const parsed = parseSourceLink(link.trim());
  if (parsed === null) return invalidSource(link);
  const place = resolve(context.cwd, parsed.file);
  const file = pathInProject(root, place);
  if (file === null || (await leadsOut(root, place))) return outsideProject(place, root);
  const document = await readDocument(context, parsed.file);
  if (isFailure(document)) return document;
  if (parsed.heading === null) return file;
  const anchor = anchorOf(document.text, parsed.heading);
  return typeof anchor === "string" ? `${file}#${anchor}` : { ...anchor, place };
}

/** Through a link; what is not there leads nowhere. */
async function leadsOut(root: string, place: string): Promise<boolean> {
  const real = await realpath(place).catch(() => null);
  return real !== null && pathInProject(await realpath(root), real) === null;
}

/** With `/`; `null` for what is outside. */
export function pathInProject(root: string, place: string): string | null {
  const path = relative(root, place);
  return path === "" || isAbsolute(path) || path.split(sep)[0] === ".." ? null : path.split(sep).join("/");
}

/** A heading by its anchor, its title, or its title without the numbering. */
function anchorOf(text: string, wanted: string): string | Failure {
  const { sections } = specOf(text);
  const anchors = anchorsOf(sections.map(({ title }) => title));
  const slug = slugOf(wanted);
  const exact = anchors.find((anchor) => anchor === wanted) ?? anchors.find((anchor) => anchor === slug);
  const bare = anchors[sections.findIndex(({ bareTitle }) => slugOf(bareTitle) === slug)];
  const found = exact ?? bare;
  if (found !== undefined) return found;
  const meant = nearestWord(slug, anchors);
  const shown = anchors.slice(0, HEADINGS_SHOWN_MAX).map((anchor) => `#${anchor}`);
  const listed = `${shown.join(", ")}${anchors.length > HEADINGS_SHOWN_MAX ? " …" : ""}`;
  return notFoundFailure(
    "no-heading",
    `there is no heading "${wanted}" in it`,
    meant !== undefined
      ? `did you mean #${meant}?`
      : anchors.length === 0
        ? "it has no headings: name the file alone"
        : `headings: ${listed}`,
  );
}

function invalidSource(link: string): Failure {
  return usageFailure("source", `"${link}" is no source`, "as in --source docs/spec.md#login");
}

function outsideProject(place: string, root: string): Failure {
  return usageFailure(
    "outside-project",
    "the source of a task is a file of the project",
    `name a file in ${root}`,
    place,
  );
}
