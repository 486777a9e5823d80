// What a title opens, and what it stands in: worked out once, when the title is met.
import { findGapIds } from "../../core/shared/gap-id.ts";
import { isDisagreeTitle } from "./disagree-title.ts";
import {
  isCitingSection,
  isExampleTitle,
  isNewGapsTitle,
  isResponsesTitle,
  isRestatingTitle,
  isRoundSummary,
} from "./section-names.ts";

export interface TitleRoles {
  readonly newGaps: boolean;
  readonly responses: boolean;
  readonly disagrees: boolean;
  /** Whether this title or one above it only shows how something would look. */
  readonly inExample: boolean;
  readonly inNewGaps: boolean;
  readonly inResponses: boolean;
  readonly inDisagreement: boolean;
  /** Whether it repeats what the Reviewer said. */
  readonly inRestated: boolean;
  /** Whether it lists, answers or sums up, so that a title below it with a gap's id resolves nothing. */
  readonly inAside: boolean;
}

/** What the whole document is called tells nothing about the answers in it. */
export function rolesOf(text: string, above: TitleRoles | null, isDocumentTitle: boolean): TitleRoles {
  const newGaps = isNewGapsTitle(text);
  const responses = isResponsesTitle(text);
  const disagrees = isDisagreeTitle(text);
  return {
    newGaps,
    responses,
    disagrees,
    inExample: above?.inExample === true || isExampleTitle(text),
    inNewGaps: newGaps || above?.inNewGaps === true,
    inResponses: (responses && !isDocumentTitle) || above?.inResponses === true,
    inDisagreement: disagrees || above?.inDisagreement === true,
    inRestated: !responses && (isRestatingTitle(text) || above?.inRestated === true),
    inAside: newGaps || disagrees || above?.inAside === true || isAside(text, responses),
  };
}

function isAside(text: string, responses: boolean): boolean {
  if (isRoundSummary(text)) return true;
  if (findGapIds(text).length > 0) return false;
  return isCitingSection(text) || (responses && /issue|review/i.test(text));
}
