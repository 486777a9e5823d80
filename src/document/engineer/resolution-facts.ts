// Which of the parts that are asked for a resolution has.
import type { Resolution } from "../../core/documents/engineer-document.ts";
import { labelledText } from "../reading/labelled-fields.ts";
import { bareTitle, isNewGapsTitle, isTradeOffs } from "./section-names.ts";
import type { Part } from "./titles.ts";

export function factsOf(parts: readonly Part[]): Resolution["has"] {
  const names = parts.flatMap(namesOf);
  return {
    tradeOffs: names.some(isTradeOffs),
    examples: examplesIn(parts),
    newGaps: names.some(isNewGapsTitle),
  };
}

/** What a part is called: its title, or the labels it begins with. */
function namesOf({ block, title }: Part): readonly string[] {
  if (title !== null) return [title.text];
  if (block.kind !== "paragraph" && block.kind !== "item") return [];
  return labelledText(block.spans).fields.map(({ label }) => label);
}

const ONE_EXAMPLE = /^(?:worked )?example(?: [\dA-Z]{1,3})?(?:$|\s*[:.)–—-])/i;
const EXAMPLES = /^(?:worked |concrete |usage )?examples?$/i;

/** Examples with a title of their own; failing that, the code blocks, the items or the text of a section of examples. */
function examplesIn(parts: readonly Part[]): number {
  const titled = parts.filter((part) => namesOf(part).some((name) => isOneExample(name))).length;
  if (titled > 0) return titled;
  const at = parts.findIndex(({ title }) => title !== null && EXAMPLES.test(bareTitle(title.text)));
  const level = parts[at]?.title?.level;
  if (level === undefined) return 0;
  const rest = parts.slice(at + 1);
  const end = rest.findIndex(({ title }) => title !== null && title.level <= level);
  const own = end < 0 ? rest : rest.slice(0, end);
  const titles = own.filter(({ title }) => title !== null).length;
  const code = own.filter(({ block }) => block.kind === "code").length;
  const items = own.filter(({ block }) => block.kind === "item" && block.depth === 0).length;
  return titles || code || items || Math.min(own.length, 1);
}

function isOneExample(name: string): boolean {
  const bare = bareTitle(name.replace(/\(.*/s, ""));
  return ONE_EXAMPLE.test(bare) && !/^examples?$/i.test(bare);
}
