import { type OutlineNode, type SectionNode, titleOf } from "../reading/outline.ts";
import { sectionRole } from "./section-roles.ts";

/** A heading over the whole says what the document is, not what a section of it is for. */
export function isDocumentTitle(section: SectionNode, root: SectionNode): boolean {
  if (section.level !== 1) return false;
  const isTop = (child: OutlineNode): boolean => child.kind === "section" && child.level === 1;
  const first = root.children.findIndex(isTop);
  if (root.children[first] !== section) return false;
  const role = sectionRole(titleOf(section.spans));
  if (role?.role === "issues" && role.rating !== null) return false;
  if (root.children.slice(first + 1).some(isTop))
    return role?.role !== "issues" && role?.role !== "verdict" && role?.role !== "prior";
  return (
    role?.role !== "issues" ||
    section.children.some((child) => child.kind === "section" && child.dress === "heading")
  );
}
