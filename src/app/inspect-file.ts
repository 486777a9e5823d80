import { DOCUMENT_BYTES_MAX } from "../core/shared/bounds.ts";
import { nearestWord } from "../core/shared/nearest.ts";
import { DOCUMENT_ROLES, type Inspection } from "../document/inspect/inspection.ts";
import type { CommandContext } from "./command-context.ts";
import { type Failure, isFailure } from "./failure.ts";
import { readDocument } from "./read-document.ts";
import { workOnText } from "./work/file-work.ts";

export async function inspectFile(
  context: CommandContext,
  file: string,
  roleWord: string | undefined,
): Promise<Inspection | Failure> {
  const role = DOCUMENT_ROLES.find((candidate) => candidate === roleWord) ?? null;
  if (roleWord !== undefined && role === null) return unknownRole(roleWord);
  const read = await readDocument(context, file);
  if (isFailure(read)) return read;
  const inspection = await workOnText("inspect", { text: read.text, role });
  // Shown all the same.
  const large = Buffer.byteLength(read.text) > DOCUMENT_BYTES_MAX;
  const notes = [
    ...(read.damaged ? [makeNote("not-utf8", "some bytes are not UTF-8 and were replaced")] : []),
    ...(large ? [makeNote("too-large", "over 2 MB: the gate would refuse it")] : []),
    ...inspection.notes,
  ];
  return { ...inspection, notes };
}

function makeNote(code: string, message: string): Inspection["notes"][number] {
  return { code, line: 1, message };
}

function unknownRole(word: string): Failure {
  const meant = nearestWord(word, DOCUMENT_ROLES);
  return {
    failed: "usage",
    code: "unknown-role",
    message: `unknown role ${word}`,
    fix: meant === undefined ? `roles: ${DOCUMENT_ROLES.join(", ")}` : `did you mean ${meant}?`,
  };
}
