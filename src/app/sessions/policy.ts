// Answers prepared in a file, for runs that nobody attends.
import { type Document, LineCounter, type Node, parseDocument } from "yaml";
import * as z from "zod";
import type { Gap } from "../../core/refinement/gap.ts";
import type { Question, QuestionAnswer } from "../../core/refinement/questions/question.ts";
import {
  type OptionId,
  optionFacts,
  QUESTION_KINDS,
} from "../../core/refinement/questions/question-kinds.ts";
import { type GapId, parseGapId } from "../../core/shared/gap-id.ts";
import { SEVERITIES } from "../../core/shared/severity.ts";
import type { Failure, PlacedProblem } from "../failure.ts";
import { type PolicyPath, policyProblems } from "./policy-problem.ts";

const ruleSchema = z.strictObject({
  kind: z.enum(QUESTION_KINDS as [Question["kind"], ...Question["kind"][]]),
  severity: z.enum(SEVERITIES).optional(),
  option: z.string().min(1),
  text: z.string().optional(),
  rationale: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
  gaps: z.array(z.string().refine((text) => parseGapId(text) !== null, "not a gap id")).optional(),
  phrase: z.string().optional(),
  max: z.int().min(1).optional(),
});

const policySchema = z.strictObject({ answers: z.array(ruleSchema) });

type Rule = z.output<typeof ruleSchema>;

export interface Policy {
  readonly file: string;
  readonly rules: readonly Rule[];
}

export function parsePolicy(file: string, text: string): Policy | Failure {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const at = (offset: number): string => `${file}:${lines.linePos(offset).line}`;
  const [broken] = document.errors;
  if (broken !== undefined)
    return invalid([{ message: broken.message.split("\n")[0] ?? "not YAML", place: at(broken.pos[0]) }]);
  const plain = plainValue(document);
  if ("message" in plain) return invalid([{ message: plain.message, place: file }]);
  const parsed = policySchema.safeParse(plain.value);
  const placeOf = (path: PolicyPath): string => at(offsetOf(document, path));
  if (!parsed.success) {
    const about = { value: plain.value, known: Object.keys(ruleSchema.shape) };
    const problems = parsed.error.issues.flatMap((issue) => policyProblems(issue, about));
    return invalid(problems.map(({ path, ...problem }) => ({ ...problem, place: placeOf(path) })));
  }
  const unknown = parsed.data.answers.flatMap(({ kind, option }, index) =>
    optionFacts(kind, option) === null
      ? [
          {
            message: `a ${kind} question has no option ${option}`,
            place: placeOf(["answers", index, "option"]),
          },
        ]
      : [],
  );
  return unknown.length > 0 ? invalid(unknown) : { file, rules: parsed.data.answers };
}

/** The library throws for aliases that multiply or lead nowhere. */
function plainValue(document: Document): { readonly value: unknown } | { readonly message: string } {
  try {
    return { value: document.toJS({ maxAliasCount: 0 }) };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return { message: `not valid YAML: ${error.message}` };
  }
}

/** Where a value begins; the nearest thing around it if it is not there. */
function offsetOf(document: Document, path: PolicyPath): number {
  const node = (path.length === 0 ? document.contents : document.getIn(path, true)) as
    | Node
    | null
    | undefined;
  const offset = node?.range?.[0];
  if (offset !== undefined) return offset;
  return path.length === 0 ? 0 : offsetOf(document, path.slice(0, -1));
}

function invalid(problems: readonly PlacedProblem[]): Failure {
  const [first] = problems;
  return {
    failed: "config",
    code: "policy",
    message: problems.length === 1 ? (first?.message ?? "") : `the policy has ${problems.length} problems`,
    ...(first === undefined ? {} : { place: first.place }),
    problems,
    fix:
      (problems.length === 1 ? first?.fix : undefined) ??
      "answers: [{kind, option, severity?, text?, rationale?, gaps?, phrase?, max?}]",
  };
}

/** The first rule that fits and has not been used up; `used` counts by the name an answer is recorded under. */
export function policyAnswer(
  policy: Policy,
  question: Question,
  about: { readonly gaps: Readonly<Record<string, Gap>>; readonly used: ReadonlyMap<string, number> },
): QuestionAnswer | null {
  for (const [index, rule] of policy.rules.entries()) {
    const by = `policy:${policy.file}#${index + 1}`;
    if (!ruleApplies(rule, question, about.gaps)) continue;
    if (rule.max !== undefined && (about.used.get(by) ?? 0) >= rule.max) continue;
    if ((about.used.get(useOn(by, question)) ?? 0) >= SAME_SUBJECT_MAX) continue;
    return {
      question: question.id,
      option: rule.option as OptionId,
      text: rule.text ?? null,
      rationales: typeof rule.rationale === "string" ? { "*": rule.rationale } : (rule.rationale ?? {}),
      gaps: (rule.gaps ?? []) as readonly string[] as readonly GapId[],
      phrase: rule.phrase ?? null,
      by,
    };
  }
  return null;
}

/** The same answer to the same question over and over helps nobody: after so many it stays open. */
const SAME_SUBJECT_MAX = 10;

/** How an answer on one subject is counted. */
export function useOn(by: string, { kind, subject }: Pick<Question, "kind" | "subject">): string {
  return `${by} ${kind} ${JSON.stringify(subject)}`;
}

function ruleApplies(rule: Rule, question: Question, gaps: Readonly<Record<string, Gap>>): boolean {
  if (rule.kind !== question.kind || !question.options.some(({ id }) => id === rule.option)) return false;
  if (rule.severity === undefined) return true;
  const { subject } = question;
  if (subject.of === "gate") return subject.class.includes(rule.severity);
  return subject.of === "gap" && gaps[subject.gap]?.severity.level === rule.severity;
}
