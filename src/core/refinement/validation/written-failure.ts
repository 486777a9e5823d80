import { DOCUMENT_BYTES_MAX } from "../../shared/bounds.ts";
import type { Failed } from "./failed.ts";
import { failed } from "./failed.ts";
import type { Written } from "./judgement.ts";

const MEGABYTE = 1024 * 1024;

/** What fails before anyone reads it, whatever the role. */
export function writtenFailure(written: Written): Failed | null {
  if (written.at === "missing") {
    return failed("FILE_MISSING", {
      message: "No document was written, and the final message holds no text to take for it.",
    });
  }
  if (written.blank)
    return failed("EMPTY_OUTPUT", { message: "The document holds nothing but white space." });
  if (written.unread !== undefined)
    return failed("WRONG_FORMAT", {
      message: `The document could not be read: ${written.unread}. Please write less, in plain Markdown.`,
    });
  if (written.bytes <= DOCUMENT_BYTES_MAX) return null;
  const most = `${DOCUMENT_BYTES_MAX / MEGABYTE} MB`;
  return failed("WRONG_FORMAT", {
    message: `The document has ${megabytes(written.bytes)}; at most ${most} are read. Please write less.`,
  });
}

/** A document that is there but was not handed over as data. */
export function unreadFailure(): Failed {
  return failed("WRONG_FORMAT", { message: "The document could not be read as Markdown." });
}

/** Rounded up, so that what is too large never reads like the limit. */
function megabytes(bytes: number): string {
  return `${(Math.ceil((bytes / MEGABYTE) * 10) / 10).toFixed(1)} MB`;
}
