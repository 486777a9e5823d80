// What an Engineer holds against an issue, as it was stated by form, and what it rests on.
import type { IssueId } from "../../shared/issue-id.ts";
import type { DraftStanding } from "./looked-up-place.ts";

/** On what a disagreement rests: a place of the project that says so, or the Engineer's judgement. */
type Ground =
  | { readonly of: "judgement" }
  | {
      readonly of: "place";
      readonly path: string;
      readonly line: number;
      readonly quote: string;
      /** Where a line of the specification as the prompts showed it stands by itself. */
      readonly standing?: DraftStanding;
    };

export interface StatedDisagreement {
  readonly issue: IssueId;
  /** The round whose review answers it. */
  readonly round: number;
  /** The Reviewer's words that it quotes. */
  readonly concern: string;
  readonly position: string;
  readonly rationale: string;
  readonly alternative: string | null;
  readonly restsOn: Ground;
  /** The blob it stands in. */
  readonly document: string;
  readonly line: number;
}

/** How the Reviewer took it; only a withdrawal keeps it from the user. */
export type ReviewerAnswer =
  | { readonly said: "withdraws" | "stands"; readonly why: string }
  | { readonly said: "raised-again" }
  | { readonly said: "nothing" }
  | { readonly said: "no-review" };

export function groundWords(ground: Ground): string {
  if (ground.of === "judgement") return "judgement";
  const { path, line, quote, standing } = ground;
  const where =
    standing?.in === "draft"
      ? `line ${line} of the draft of ${path}`
      : `${path}:${standing?.in === "source" ? standing.line : line}`;
  return `${where} ("${quote}")`;
}

/** The first quoted sentence that does not stand in the text; `null` where all do. White space, case and punctuation aside. */
export function strangeSentence(quoted: string, text: string): string | null {
  const known = plainWords(text);
  const sentences = quoted
    .split(/(?<=[.!?…])["'”’)\]]{0,3}\s|\n{2,}|…|\.{3}/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => plainWords(sentence) !== "");
  return sentences.find((sentence) => !known.includes(plainWords(sentence))) ?? null;
}

/** Words with single blanks between and around them. */
function plainWords(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? "" : ` ${words.join(" ")} `;
}
