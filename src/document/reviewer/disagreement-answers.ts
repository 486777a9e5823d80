// What a review says to the Engineer's disagreements: `### Disagreements`, a row or an item for each, with one of two words.
import type { DisagreementAnswer } from "../../core/documents/reviewer-document.ts";
import { statedText } from "../markdown/spans.ts";
import { stripMarkup } from "../reading/dress.ts";
import { leadingIssueId } from "../reading/issue-ids.ts";
import { nodesBelow, type SectionNode } from "../reading/outline.ts";
import { cellText, type Table, tableColumns } from "../reading/table-columns.ts";

const NAMED = /disagreement/i;

export function isDisagreementsTitle(title: string): boolean {
  // Nearly no section has it: most titles are passed over without being taken apart.
  return NAMED.test(title) && /^(?:answers? to (?:the )?)?disagreements?:?$/i.test(stripMarkup(title).trim());
}

export function readDisagreementAnswers(section: SectionNode): readonly DisagreementAnswer[] {
  return nodesBelow(section.children).flatMap((node) => {
    if (node.kind === "leaf" && node.block.kind === "table") return answerRows(node.block);
    if (node.kind !== "item") return [];
    const found = issueAtStart(statedText(node.spans));
    return found?.kind === "word"
      ? [answerIn(found.id, found.rest.replace(/^[\s:–—-]+/, ""), node.line)]
      : [];
  });
}

/** Its id in whatever case. */
function issueAtStart(text: string): ReturnType<typeof leadingIssueId> {
  return leadingIssueId(text.replace(/^\W{0,4}issue-r\d{1,2}-\d{3}/i, (id) => id.toUpperCase()));
}

function answerRows(table: Table): readonly DisagreementAnswer[] {
  return tableColumns(table).rows.flatMap((row) => {
    const found = issueAtStart(cellText(row, 0));
    if (found?.kind !== "word") return [];
    return [
      { issueId: found.id, answer: answerWord(cellText(row, 1)), why: cellText(row, 2), line: row.line },
    ];
  });
}

function answerIn(issueId: string, said: string, line: number): DisagreementAnswer {
  const [word = ""] = said.split(/[\s:.,;–—-]/, 1);
  return {
    issueId,
    answer: answerWord(word),
    why: said.slice(word.length).replace(/^[\s:.,;–—-]+/, ""),
    line,
  };
}

/** The word alone: with anything beside it, nothing is withdrawn. */
function answerWord(text: string): DisagreementAnswer["answer"] {
  const word = stripMarkup(text).trim().toUpperCase();
  return word === "WITHDRAW" || word === "STAND" ? word : null;
}
