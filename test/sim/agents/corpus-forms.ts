// Documents as real agents dress them, turned to the ids at hand.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "../random.ts";
import type { Asked } from "./asked.ts";

const GAP = /GAP-[A-Z]{2,10}-\d{3}[a-z]?\b/g;
const ISSUE = /ISSUE-R\d{1,2}-\d{3}/g;

function formsOf(role: "engineer" | "reviewer"): readonly string[] {
  const folder = join("test/corpus", role);
  return readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8"));
}

const FORMS = { engineer: formsOf("engineer"), reviewer: formsOf("reviewer") };

/** A form of the corpus about the gaps and issues at hand; now and then a strange id is left in it. */
export function corpusForm(role: "engineer" | "reviewer", asked: Asked, random: Random): string {
  const keep = random.chance(0.1);
  const gaps = substitutes(asked.gaps, random);
  const issues = substitutes([...asked.issues, newIssue(asked, random)], random);
  return random
    .pick(FORMS[role])
    .replace(GAP, (id) => (keep ? id : gaps(id)))
    .replace(ISSUE, issues);
}

/** The same id is always replaced by the same; with none to take, it stays. */
function substitutes(ids: readonly string[], random: Random): (id: string) => string {
  const chosen = new Map<string, string>();
  return (id) => {
    const known = chosen.get(id);
    if (known !== undefined || ids.length === 0) return known ?? id;
    const next = ids[chosen.size] ?? random.pick(ids);
    chosen.set(id, next);
    return next;
  };
}

export function newIssue({ call }: Asked, random: Random): string {
  return `ISSUE-R${Math.max(1, call.round)}-${String(random.int(1, 6)).padStart(3, "0")}`;
}
