// What a section passes on to what it holds.

import { onlyGap } from "../reading/gap-mentions.ts";
import { readStatus } from "../reading/status-words.ts";
import type { Within } from "./candidates.ts";
import type { OpenSection } from "./issue-standing.ts";
import type { SectionRole } from "./section-roles.ts";

export const OUTSIDE: Within = { role: null, rating: null, gap: null, statusTitle: null };

export function withinSection({ title, role, opening }: OpenSection, within: Within): Within {
  const gap = onlyGap(title) ?? within.gap;
  const sorts = role === null || role.role === "aspect";
  const statusTitle = readStatus(title) === null ? (sorts ? within.statusTitle : null) : title;
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
  const repeats = (around === "verdict" || around === "recap") && role.rating?.severity === null;
  return repeats ? { role: "recap", demands: role.rating.mustFix } : role;
}
