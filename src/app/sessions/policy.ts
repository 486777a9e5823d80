// Answers prepared in a file, for runs that nobody attends.
import { type Document, LineCounter, type Node, parseDocument } from "yaml";
import * as z from "zod";
import type { Gap } from "../../core/refinement/gap.ts";
import type { Issue } from "../../core/refinement/issue.ts";
import type { Question, QuestionAnswer } from "../../core/refinement/questions/question.ts";
import {
  type OptionId,
  optionFacts,
  QUESTION_KINDS,
} from "../../core/refinement/questions/question-kinds.ts";
import { type GapId, parseGapId } from "../../core/shared/gap-id.ts";
import { nearestWord } from "../../core/shared/nearest.ts";
import { SEVERITIES } from "../../core/shared/severity.ts";
import type { Failure, PlacedProblem } from "../failure.ts";

const ruleSchema = z.strictObject({
  kind: z.enum(QUESTION_KINDS as [Question["kind"], ...Question["kind"][]]),
  severity: z.enum(SEVERITIES).optional(),
  option: z.string().min(1).toLowerCase(),
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
  const notForPolicies = parsed.data.answers.flatMap((rule, index) => {
    const message = refusedRule(rule);
    return message === null ? [] : [{ message, place: placeOf(["answers", index, "option"]) }];
  });
  if (notForPolicies.length > 0) return invalid(notForPolicies);
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

/**
 * What a rule may not say: conflicts are the user's, so that a rule for them has to name the severity it is meant for, and
 * what teaches the detector, or changes what the Reviewer says, takes a look at the case.
 */
function refusedRule({ kind, option, severity }: Rule): string | null {
  if (kind === "conflict" && severity === undefined)
    return "a conflict is yours to decide: a rule for it has to name the severity it decides";
  const looks = kind === "implicit" ? ["waive", "false-positive"] : ["review-reviewer"];
  if ((kind === "implicit" || kind === "disagree-rate") && looks.includes(option))
    return `${option} takes a look at the case: a policy cannot answer ${kind} with it`;
  return null;
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
  about: RuledCase & { readonly used: ReadonlyMap<string, number> },
): QuestionAnswer | null {
  for (const [index, rule] of policy.rules.entries()) {
    const by = `policy:${policy.file}#${index + 1}`;
    if (!ruleApplies(rule, question, about)) continue;
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

/** What a rule's severity is compared with. */
interface RuledCase {
  readonly gaps: Readonly<Record<string, Gap>>;
  readonly issues: Readonly<Record<string, { readonly issue: Issue }>>;
}

function ruleApplies(rule: Rule, question: Question, { gaps, issues }: RuledCase): boolean {
  if (rule.kind !== question.kind || !question.options.some(({ id }) => id === rule.option)) return false;
  if (rule.severity === undefined) return true;
  const { subject } = question;
  if (subject.of === "gate") return subject.class.includes(rule.severity);
  if (subject.of === "conflict") return issues[subject.conflict]?.issue.severity === rule.severity;
  if (subject.of === "flag") return issues[subject.issue]?.issue.severity === rule.severity;
  return subject.of === "gap" && gaps[subject.gap]?.severity.level === rule.severity;
}

type PolicyPath = readonly (string | number)[];

interface PolicyProblem {
  readonly message: string;
  readonly path: PolicyPath;
  readonly fix?: string;
}

function policyProblems(
  issue: z.core.$ZodIssue,
  { value, known }: { readonly value: unknown; readonly known: readonly string[] },
): readonly PolicyProblem[] {
  const path = issue.path.flatMap((key) => (typeof key === "symbol" ? [] : [key]));
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const meant = nearestWord(key, path.length === 0 ? ["answers"] : known);
      const message = `${subjectOf(path)} has an unknown key ${key}`;
      return {
        message,
        path: [...path, key],
        ...(meant === undefined ? {} : { fix: `did you mean ${meant}?` }),
      };
    });
  }
  const found = valueAt(value, path);
  const key = path.at(-1);
  if (found === undefined && key !== undefined)
    return [{ message: `${subjectOf(path.slice(0, -1))} has no ${key}${choicesOf(issue)}`, path }];
  const meant =
    issue.code === "invalid_value" && typeof found === "string"
      ? nearestWord(found, issue.values.map(String))
      : undefined;
  const message = `${subjectOf(path)} must be ${describeExpected(issue)}, not ${describeValue(found)}`;
  return [{ message, path, ...(meant === undefined ? {} : { fix: `did you mean ${meant}?` }) }];
}

/** `the policy`, `answer 2`, `kind of answer 2`. */
function subjectOf([list, index, ...rest]: PolicyPath): string {
  if (list === undefined) return "the policy";
  if (typeof index !== "number") return String(list);
  const key = rest.filter((part) => typeof part === "string").join(".");
  return key === "" ? `answer ${index + 1}` : `${key} of answer ${index + 1}`;
}

const TYPES: { readonly [expected: string]: string } = {
  object: "a map of keys",
  array: "a list",
  string: "text",
  int: "a whole number",
  number: "a number",
};

function describeExpected(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.path.length === 0
        ? "a map with the key answers"
        : (TYPES[issue.expected] ?? issue.expected);
    case "invalid_value":
      return `one of ${issue.values.join(", ")}`;
    case "too_small":
      return issue.origin === "string" ? "some text" : `${issue.minimum} or more`;
    case "invalid_union":
      return "text, or a map from gaps to texts";
    case "custom":
      return "a gap's id, as in GAP-FLOW-001";
    default:
      return "something else";
  }
}

function choicesOf(issue: z.core.$ZodIssue): string {
  return issue.code === "invalid_value" ? `: one of ${issue.values.join(", ")}` : "";
}

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  return value === "" ? "empty text" : JSON.stringify(value);
}

function valueAt(value: unknown, path: PolicyPath): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null
        ? (inner as Record<string | number, unknown>)[key]
        : undefined,
    value,
  );
}
