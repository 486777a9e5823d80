// The text of an answer, written in the person's own editor.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEditor } from "../../adapters/agent-human/editor.ts";
import { readText } from "../../adapters/files/read-text.ts";
import { DOCUMENT_BYTES_MAX } from "../../core/shared/bounds.ts";
import { CLOSING, OPENING, shortenLine, withoutTask } from "../../prompts/human-template.ts";
import type { CommandContext } from "../command-context.ts";
import { cancelOf } from "../sessions/system-ports.ts";

interface AnswerText {
  readonly editor: string;
  /** What it answers, shown above the text. */
  readonly question: string;
  /** What is there to go on from. */
  readonly text: string;
}

const QUESTION_CHARS_MAX = 2_000;

/** `null` where nothing was written, or the editor failed. */
export async function writeAnswer(
  context: CommandContext,
  { editor, question, text }: AnswerText,
): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), "parley-answer-"));
  const file = join(folder, "answer.md");
  const above = `${OPENING} your answer to: ${shortenLine(question, QUESTION_CHARS_MAX)}\n  Write it below. This comment is no part of it. ${CLOSING}`;
  try {
    await writeFile(file, `${above}\n\n${text}`);
    const cancel = cancelOf([context.cancelNow]);
    const edited = await openEditor({ command: editor, file, env: context.env, cancel });
    if (edited.at === "failed") return null;
    const read = await readText(file, DOCUMENT_BYTES_MAX, "leniently");
    if (read.at !== "read") return null;
    const written = (withoutTask(read.text) ?? read.text).trim();
    return written === "" ? null : written;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
