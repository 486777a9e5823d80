// The gate of a draft of option C: the form alone. Whether it is a good way is for the user to say.
import {
  DRAFT_LABELS,
  type DraftDocument,
  type DraftField,
  type DraftLabel,
} from "../../documents/draft-document.ts";
import type { Note } from "../../documents/note.ts";
import { type OptionDraft, POINT_FATES } from "../conflicts/option-draft.ts";
import {
  boundedWarnings,
  deviations,
  type FailedVerdict,
  failVerdict,
  type HandedIn,
  hiddenText,
  type Judgement,
  quoteLine,
  unreadFailure,
  writtenFailure,
} from "./judgement.ts";

interface DraftJudgement extends Judgement {
  readonly drafted: OptionDraft | null;
}

/** An option is read beside three others: what is longer is a document of its own. */
const CHARS_MAX: Record<DraftLabel, number> = {
  Text: 2_000,
  "Trade-off": 500,
  "Reviewer's concern": 100,
  "Engineer's constraint": 100,
  Values: 1_000,
};

export function judgeDraft({ written, document, notes }: HandedIn<DraftDocument>): DraftJudgement {
  const unwritten = writtenFailure(written);
  if (unwritten !== null || document === null)
    return { verdict: unwritten ?? unreadFailure(), warnings: [], gapsAddressed: [], drafted: null };
  const failure = headingFailure(document, notes) ?? fieldFailure(document);
  const drafted = failure === null ? draftOf(document) : null;
  return {
    verdict: failure ?? { ok: true, message: "option C drafted" },
    warnings: boundedWarnings(deviations(notes)),
    gapsAddressed: [],
    drafted,
  };
}

function headingFailure({ headings }: DraftDocument, notes: readonly Note[]): FailedVerdict | null {
  if (headings.length === 1) return null;
  const hidden = headings.length === 0 ? hiddenText(notes) : null;
  const message =
    headings.length === 0
      ? `The document has no heading '## Option C'.${hidden?.hint ?? ""}`
      : "The document has several headings '## Option C': one option is asked for.";
  return failVerdict("WRONG_FORMAT", { message, line: headings[1] ?? hidden?.line ?? null });
}

function fieldFailure({ fields, headings }: DraftDocument): FailedVerdict | null {
  for (const label of DRAFT_LABELS) {
    const [field, again] = fields.filter((one) => one.label === label);
    const fault = again === undefined ? faultOf(label, field) : `stands twice: once is asked for`;
    if (fault !== null)
      return failVerdict("WRONG_FORMAT", {
        message: `**${label}:** ${fault}.`,
        line: again?.line ?? field?.line ?? headings[0] ?? null,
      });
  }
  return null;
}

function faultOf(label: DraftLabel, field: DraftField | undefined): string | null {
  if (field === undefined) return "is missing";
  const { value, fate, none } = field;
  if (value === "") return "is empty";
  if (value.length > CHARS_MAX[label])
    return `has ${value.length} characters, and may have ${CHARS_MAX[label]}`;
  switch (label) {
    case "Reviewer's concern":
    case "Engineer's constraint":
      return fate === null
        ? `says "${quoteLine(value)}", and is one of ${POINT_FATES.join(", ")} alone`
        : null;
    case "Values":
      return null;
    default:
      return none ? "says that there is none" : null;
  }
}

function draftOf({ fields, facts }: DraftDocument): OptionDraft | null {
  const of = (label: DraftLabel) => fields.find((field) => field.label === label);
  const [text, tradeOff, values] = [of("Text"), of("Trade-off"), of("Values")];
  const [concern, constraint] = [of("Reviewer's concern")?.fate, of("Engineer's constraint")?.fate];
  if (text === undefined || tradeOff === undefined || values === undefined) return null;
  if (concern == null || constraint == null) return null;
  return {
    text: text.value,
    tradeOff: tradeOff.value,
    concern,
    constraint,
    values: values.none ? null : values.value,
    facts,
  };
}
