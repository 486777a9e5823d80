// A solution without what names the work on it.
import { type Block, parseMarkdown } from "../markdown/blocks.ts";
import { linesOf } from "../markdown/lines.ts";
import { namesProcess } from "./process-talk.ts";
import { sentencesOf } from "./sentences.ts";

/** Without the items, rows and sentences that name an issue, a gap or a round. */
export function withoutProcess(text: string): string {
  const lines = linesOf(text);
  const { blocks } = parseMarkdown(text);
  const changed = new Map<number, string | null>();
  for (const block of blocks) {
    if (block.kind === "table") {
      for (const { line } of block.rows) if (namesProcess(lines[line - 1] ?? "")) changed.set(line, null);
    } else if (block.kind === "item" || block.kind === "heading" || block.kind === "paragraph") {
      withoutProcessIn(block, lines, changed);
    }
  }
  return lines
    .flatMap((line, index) => {
      const now = changed.get(index + 1);
      return now === undefined ? [line] : now === null ? [] : [now];
    })
    .join("\n");
}

function withoutProcessIn(block: Block, lines: readonly string[], changed: Map<number, string | null>): void {
  const own = lines.slice(block.line - 1, block.endLine).join("\n");
  if (!namesProcess(own)) return;
  for (let line = block.line; line <= block.endLine; line++) changed.set(line, null);
  if (block.kind !== "paragraph") return;
  const said = sentencesOf(own)
    .map(({ start, end }) => own.slice(start, end))
    .filter((sentence) => !namesProcess(sentence));
  if (said.length > 0) changed.set(block.line, said.join(" "));
}
