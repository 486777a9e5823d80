// An approval that asks for more: the text around it says that something must be fixed first.
import type { ReviewIssue, VerdictNorm } from "../../core/documents/reviewer-document.ts";
import { statedText } from "../markdown/spans.ts";
import { nodesBelow, type OutlineNode, type SectionNode, titleOf } from "../reading/outline.ts";
import { saysNone } from "./issue-title.ts";
import { sectionRole } from "./section-roles.ts";

const DEMAND =
  /\b(?:must|needs? to|has to|have to|required to) be (?:\w{1,20} )?(?:fixed|addressed|resolved|corrected|clarified|changed|added|updated|defined)\b|\bmust (?:address|fix|resolve|clarify|correct|change)\b|\b(?:required|mandatory) (?:changes|fixes|corrections|revisions|clarifications)\b|\b(?:on|with|under) (?:the |these )?(?:following )?conditions?\b|\bprovided that\b|\bsubject to\b|\bcontingent (?:up)?on\b|\b(?:fix|fixed|address|addressed|resolve|resolved|clarify|clarified) \w{0,20} ?before\b/i;
const RELIEF =
  /\b(?:no|none|not|nothing|without|zero|optional|non-?blocking|neither|don't|doesn't|need not|has been|have been|already|were|was)\b/i;

/** Only an unconditional approval is changed: by what follows it in its section, or by a list of demands. */
export function withConditions<Place extends { readonly norm: VerdictNorm; readonly line: number | null }>(
  place: Place,
  { root, issues }: Conditions,
): Place {
  if (place.norm !== "APPROVED" || place.line === null) return place;
  const demanded = demandsFollow(root, place.line) || issues.some(({ mustFix }) => mustFix);
  return demanded || hasDemandList(root) ? { ...place, norm: "APPROVED_WITH_NOTES" } : place;
}

export interface Conditions {
  readonly root: SectionNode;
  readonly issues: readonly ReviewIssue[];
}

function demandsFollow(root: SectionNode, line: number): boolean {
  return nodesOf(innermost(root, line)).some((node) => node.line >= line && demands(node));
}

function hasDemandList(root: SectionNode): boolean {
  for (const node of nodesBelow(root.children))
    if (node.kind === "section" && isFilledDemand(node)) return true;
  return false;
}

function nodesOf(section: SectionNode): readonly OutlineNode[] {
  return section.children
    .filter((child) => child.kind !== "section" || child.dress === "line")
    .flatMap((child) => [...nodesBelow([child])]);
}

/** The deepest section whose lines hold a line. */
function innermost(section: SectionNode, line: number): SectionNode {
  const inner = section.children.findLast((child) => child.kind === "section" && child.line <= line);
  return inner?.kind === "section" ? innermost(inner, line) : section;
}

function demands(node: OutlineNode): boolean {
  const spans = node.kind === "leaf" ? (node.block.kind === "paragraph" ? node.block.spans : []) : node.spans;
  return statedText(spans)
    .slice(0, TEXT_LENGTH_MAX)
    .split(/[.;\n]\s?/)
    .some((sentence) => DEMAND.test(sentence) && !RELIEF.test(sentence));
}

const TEXT_LENGTH_MAX = 4_000;

/** `Required changes` with something in it. */
function isFilledDemand(section: SectionNode): boolean {
  const role = sectionRole(titleOf(section.spans));
  if (role?.role !== "recap" || !role.demands) return false;
  return section.children.some((child) => child.kind === "item" && !saysNone(titleOf(child.spans)));
}
