import { Option } from "commander";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isFailure } from "../app/failure.ts";
import { entriesOf, isCommand, type Program, type Subject } from "./command.ts";
import { optionName, plainInvocation } from "./invocation.ts";
import { parseArguments } from "./parse-arguments.ts";
import { COMMAND_NAMES, loadProgram } from "./program.ts";

const PROGRAM: Program = await loadProgram();

function* subjectsBelow({ path, entry }: Subject): Generator<Subject> {
  for (const inner of entriesOf(entry)) {
    const subject = { path: [...path, inner.name], entry: inner };
    yield subject;
    yield* subjectsBelow(subject);
  }
}

const SUBJECTS = [...subjectsBelow({ path: [], entry: PROGRAM })];

const lineOf = ({ path, entry }: Subject): fc.Arbitrary<readonly string[]> => {
  const options = [...(isCommand(entry) ? entry.options : []), ...PROGRAM.options];
  const words = options.flatMap(({ flag, short }) => (short === undefined ? [flag] : [flag, short]));
  const odd = ["x", "--", "-", "", "--jso", "--json=1", "--no-input=1", "--stale", "-qq", "list"];
  return fc.array(fc.constantFrom(...words, ...odd), { maxLength: 4 }).map((rest) => [...path, ...rest]);
};

describe("a plain line", () => {
  test("is read as commander reads it, and so is any other where it is read at all", () => {
    const lines = fc.constantFrom(...SUBJECTS).chain(lineOf);
    fc.assert(
      fc.property(lines, (args) => {
        const plain = plainInvocation(PROGRAM, args);
        if (plain === null) return;
        const asked = parseArguments(PROGRAM, COMMAND_NAMES, args);
        expect(isFailure(asked)).toBe(false);
        expect(asked).toEqual({ for: "command", invocation: plain });
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ["status", "--json"],
    ["tasks", "list", "--json", "--quiet"],
    ["dispute", "list", "--stale", "--json", "--no-input"],
    ["sessions", "-q", "--all"],
  ])("%s %s %s", (...args) => {
    expect(plainInvocation(PROGRAM, args)).not.toBeNull();
  });

  test.each([
    ["status", "--help"],
    ["tasks", "list", "--status", "all"],
    ["--json", "status"],
    ["gap", "show"],
    ["nonsense"],
    [],
  ])("not %s %s %s", (...args) => {
    expect(plainInvocation(PROGRAM, args)).toBeNull();
  });

  test("an option has the name that commander gives it", () => {
    const own = SUBJECTS.flatMap(({ entry }) => (isCommand(entry) ? entry.options : []));
    for (const { flag } of own) expect(optionName(flag)).toBe(new Option(flag).attributeName());
  });
});
