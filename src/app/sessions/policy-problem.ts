// What is wrong with a policy file, in a person's words.
import type * as z from "zod";
import { nearestWord } from "../../core/shared/nearest.ts";

export type PolicyPath = readonly (string | number)[];

interface PolicyProblem {
  readonly message: string;
  readonly path: PolicyPath;
  readonly fix?: string;
}

export function policyProblems(
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
