// What a section passes on to what it holds.

import type { PriorStatus } from "../../core/documents/reviewer-document.ts";
import { onlyGap } from "../reading/gap-mentions.ts";
import { readStatus } from "../reading/status-words.ts";
import type { Within } from "./candidates.ts";
import type { OpenSection } from "./issue-standing.ts";
import type { SectionRole } from "./section-roles.ts";

export const OUTSIDE: Within = { role: null, rating: null, gap: null, statusTitle: null };

/** `Further Issues Addressed` */
const SETTLED_AT_END = /\b(?:issues|findings|concerns) (?:addressed|resolved|fixed|closed)$/i;

/** What became of the issues that stand under a title. */
export function statusOfTitle(title: string | null): PriorStatus | null {
  if (title === null) return null;
  return readStatus(title) ?? (SETTLED_AT_END.test(title.trim()) ? "RESOLVED" : null);
}

export function withinSection({ title, role, opening }: OpenSection, within: Within): Within {
  const gap = onlyGap(title) ?? within.gap;
  const sorts = role === null || role.role === "aspect";
  const isStatus =
    readStatus(title) !== null || (role?.role === "prior" && SETTLED_AT_END.test(title.trim()));
  const statusTitle = isStatus ? title : sorts ? within.statusTitle : null;
  const own = role?.role === "issues" ? role.rating : sorts ? opening.rating : null;
  const rating = role?.role === "issues" ? (own ?? within.rating) : sorts ? (within.rating ?? own) : null;
  return { role: passedRole(role, title, within), rating, gap, statusTitle };
}

/** Under a title about earlier issues everything is, until it says `new`; demands under a verdict repeat issues. */
function passedRole(role: SectionRole | null, title: string, within: Within): SectionRole | null {
  const around = within.role?.role ?? null;
  if (role === null || role.role === "aspect") return within.role;
  if (role.role !== "issues") return role;
  if (around === "prior" && !/\bnew\b/i.test(title)) return within.role;
  if (around !== "verdict" && around !== "recap") return role;
  if (role.rating === null) return { role: "recap", demands: true };
  return role.rating.severity === null ? { role: "recap", demands: role.rating.mustFix } : role;
}
