import type { EngineerDocument, Resolution } from "../core/documents/engineer-document.ts";
import type { Role } from "../core/refinement/role.ts";
import type { Output, OutputContent } from "../core/refinement/session/session-command.ts";
import type { DocumentRef } from "../core/refinement/session/session-event.ts";
import { assertNever } from "../core/shared/assert-never.ts";
import { DOCUMENT_BYTES_MAX, LINE_CHARS_MAX } from "../core/shared/bounds.ts";
import { groupedDigits } from "../core/shared/grouped-digits.ts";
import { stretchesOf } from "../core/shared/stretches.ts";
import { readDraft } from "../document/draft/read-draft.ts";
import { readEngineerDocument } from "../document/engineer/read-engineer.ts";
import { readFinalReview } from "../document/final-review/read-final-review.ts";
import { isTooLong, linesOf } from "../document/markdown/lines.ts";
import { withoutOuterFence } from "../document/markdown/outer-fence.ts";
import { readReviewerDocument } from "../document/reviewer/read-reviewer.ts";
import { readSurvey } from "../document/survey/read-survey.ts";
import type { Hash } from "./ports.ts";
import { Texts } from "./texts.ts";

/** The texts a session refers to, and what is read in them. */
export class Documents extends Texts {
  async output(role: Role, ref: DocumentRef | null): Promise<Output> {
    if (ref === null) return readOutput(role, null, "", this.ports.hash);
    if (ref.unread !== undefined) return unreadOutput(ref, ref.unread);
    const text = await this.text(ref.sha256);
    const read = await this.memoize(`${role} ${ref.bytes} ${ref.sha256}`, async () =>
      readOutput(role, ref, text, this.ports.hash),
    );
    return { ...read, ref };
  }

  async engineer(sha256: string): Promise<EngineerDocument | null> {
    const text = await this.text(sha256);
    const bytes = this.ports.utf8.encode(text).length;
    const { content } = await this.output("engineer", { sha256, bytes, from: "file" });
    return content?.of === "engineer" ? content.document : null;
  }
}

/** What its role was asked for, of the text of a document. Live and replayed commands are read alike. */
export function readOutput(role: Role, ref: DocumentRef | null, text: string, hash: Hash): Output {
  if (ref === null) return { ref, written: { at: "missing" }, content: null };
  const tooLong = longLine(text);
  if (tooLong !== null) return unreadOutput(ref, tooLong);
  const unfenced = withoutOuterFence(text);
  const document = unfenced ?? text;
  const blank = document.trim() === "";
  const written = { at: "text", bytes: ref.bytes, blank } as const;
  if (blank || ref.bytes > DOCUMENT_BYTES_MAX) return { ref, written, content: null };
  const content = contentOf(role, document, hash);
  const givenUp = content.notes.find(({ code }) => code === "given-up");
  if (givenUp !== undefined) return unreadOutput(ref, givenUp.message);
  if (unfenced === null) return { ref, written, content };
  return { ref, written, content: { ...content, notes: [FENCE_TAKEN_OFF, ...content.notes] } };
}

/** A document that was too much for us: it is there, and says nothing. */
function unreadOutput(ref: DocumentRef, unread: string): Output {
  return { ref, written: { at: "text", bytes: ref.bytes, blank: false, unread }, content: null };
}

/** What nobody has read could take back what was read, so one such line is enough. */
function longLine(text: string): string | null {
  const lines = linesOf(text);
  const index = lines.findIndex(isTooLong);
  if (index < 0) return null;
  const most = groupedDigits(LINE_CHARS_MAX);
  return `line ${index + 1} has ${groupedDigits(lines[index]?.length ?? 0)} characters, and at most ${most} of a line are read`;
}

const FENCE_TAKEN_OFF = {
  code: "fence-around-document",
  line: 1,
  message: "the whole document stood in a fence, which was taken off",
};

function contentOf(role: Role, text: string, hash: Hash): OutputContent {
  switch (role) {
    case "engineer":
    case "answer-issue": {
      const { document, notes } = readEngineerDocument(text);
      return { of: "engineer", document, notes, substances: substancesOf(document, hash), examined: [] };
    }
    case "reviewer":
      return { of: "reviewer", ...readReviewerDocument(text) };
    case "draft":
      return { of: "draft", ...readDraft(text) };
    case "final":
      return { of: "final", ...readFinalReview(text) };
    case "survey":
    case "second-survey":
      return { of: "survey", ...readSurvey(text), places: null };
    default:
      return assertNever(role);
  }
}

function substancesOf(document: EngineerDocument, hash: Hash): readonly string[] {
  return document.resolutions.map((resolution) => hash.sha256(substanceOf(resolution)));
}

/** Bold marks around words; between numbers or names the same characters mean something. */
const EMPHASIS = /(?<![\w*])\*\*(?=\S)|(?<=\S)\*\*(?![\w*])/g;

/** What a resolution says and where it goes, however its lines are broken and its words set off. */
function substanceOf({ gaps, body, edits }: Resolution): string {
  const texts = edits.map(({ target, text }) => `${JSON.stringify(target)}\n${text}`);
  return stretchesOf([gaps.join(" "), body, ...texts].join("\n"))
    .map((stretch) => stretch.replaceAll(EMPHASIS, "").replaceAll(/\s+/g, " "))
    .join("")
    .trim();
}
