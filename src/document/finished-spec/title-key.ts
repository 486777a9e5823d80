import { withoutGaps } from "../reading/gap-mentions.ts";

const NUMBERING =
  /^(?:(?:section|chapter|part|step|appendix|annex)\s+|§\s?)?(?:\d{1,3}(?:\.\d{1,3}){0,6}|[A-Z](?:\.\d{1,3}){1,6}|[A-Z](?=[.):]))[.):]?(?:\s+|$)/i;

/** A title without case, numbering, punctuation and ids: what two writers agree on when they mean the same one. */
export function titleKey(title: string): string {
  const words = keyOf(withoutGaps(title.trim()).trim().replace(NUMBERING, ""));
  return words === "" ? keyOf(title) : words;
}

function keyOf(title: string): string {
  return (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}

/** `4.2` of `§4.2`, `Section 4.2`, `4.2 Damage`; `null` where there is none. */
export function numberKey(title: string): string | null {
  const number =
    /^(?:(?:section|chapter|part|step|appendix|annex)\s+|§\s?)?(\d{1,3}(?:\.\d{1,3}){0,6}|[A-Z](?:\.\d{1,3}){1,6})(?=[.):\s–—]|$)/i.exec(
      title.trim(),
    )?.[1];
  return number?.toUpperCase() ?? null;
}
