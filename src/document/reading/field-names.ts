// What a label, a column or a small heading is about, by the many names people give it.
import { stripMarkup, withoutBrackets } from "./dress.ts";
import { memoizeText } from "./memoize-text.ts";

export type FieldName =
  | "id"
  | "title"
  | "severity"
  | "location"
  | "impact"
  | "suggestion"
  | "gap"
  | "status"
  | "verdict"
  | "scope"
  | "description";

const NAMES: Record<FieldName, string> = {
  id: "id|#|no|no.|nr|number|issue id|ref|reference id|finding id|issue #|issue no",
  title: "issue|title|finding|concern|summary|issue title|name|problem summary|headline|defect|topic|item",
  severity: "severity|priority|sev|level|prio|rating|criticality|importance|severity level|class",
  location:
    "location|where|place|section|sections|line|lines|reference|references|ref|refs|source|affected section|affected sections|affects|affected|file|found in|spec section|position|spec reference|location in proposal|area|component|evidence location|at|context",
  impact:
    "impact|problem|why it matters|why this matters|why|consequence|consequences|effect|risk|risks|rationale|because|what goes wrong|failure mode|harm|cost|concern|what breaks|so what|result|outcome if ignored|implication|implications|danger|symptom|failure scenario|scenario",
  suggestion:
    "suggestion|suggestions|recommendation|recommendations|fix|proposed fix|suggested fix|recommended fix|required fix|proposal|proposed|proposed change|suggested change|required change|required|solution|suggested solution|proposed solution|remedy|resolution|suggested resolution|proposed resolution|action|required action|recommended action|action required|suggested|recommend|how to fix|what to do|mitigation|ask|request|change|remediation|to fix|suggested approach|option|options|correction|needed|what is needed|what's needed|must|should|suggested text|improvement|fix required|fix needed|requirement",
  gap: "gap|gaps|gap id|related gap|gap reference|for gap|concerns gap",
  status:
    "status|state|resolved|resolution status|fixed|addressed|now|current status|disposition|outcome|verified",
  verdict: "verdict|decision|approval|recommendation|judgement|judgment|assessment|result|outcome",
  scope:
    "scope|scope examined|examined|checked|reviewed|sections examined|sections reviewed|what was checked|what was examined|areas examined|areas reviewed|coverage|scope of review|review scope|scope reviewed|gaps examined|gaps reviewed|checks performed|checks|documents reviewed|aspects examined",
  description:
    "description|details|detail|explanation|observation|notes|note|comment|comments|text|what|evidence|analysis|background",
};

const BY_NAME: ReadonlyMap<string, readonly FieldName[]> = byName();

function byName(): ReadonlyMap<string, readonly FieldName[]> {
  const fields = new Map<string, FieldName[]>();
  for (const [field, names] of Object.entries(NAMES) as [FieldName, string][]) {
    for (const name of names.split("|")) fields.set(name, [...(fields.get(name) ?? []), field]);
  }
  return fields;
}

/** Every field that a label may mean; `problem` is a title in one table and an impact in another. */
export const fieldsNamed = memoizeText(readNames);

function readNames(label: string): readonly FieldName[] {
  const name = stripMarkup(withoutBrackets(label)).toLowerCase();
  return (
    BY_NAME.get(name) ??
    BY_NAME.get(name.replace(/^(?:the|its|our) /, "")) ??
    (label.trim() === "#" ? ["id"] : [])
  );
}

export function names(label: string, field: FieldName): boolean {
  return fieldsNamed(label).includes(field);
}
