// How many tests a program says that it ran, by the lines in which the known frameworks say so.

interface CountForm {
  /** What must stand in a line before the patterns are tried. */
  readonly line: RegExp;
  /** Each first group is a number of tests that ran; those that were left out do not count. */
  readonly counts: readonly RegExp[];
}

const COUNT_FORMS: readonly CountForm[] = [
  // vitest: `      Tests  2 failed | 41 passed | 1 skipped (44)`
  { line: /^ {1,12}Tests {2}\d/, counts: [/ (\d+) failed\b/, / (\d+) passed\b/] },
  // jest: `Tests:       1 failed, 2 skipped, 3 passed, 6 total`
  { line: /^Tests: {1,12}\d/, counts: [/ (\d+) failed\b/, / (\d+) passed\b/] },
  // mocha: `  12 passing (34ms)`, `  1 failing`
  { line: /^ {2}\d+ (?:passing|failing)\b/, counts: [/^ {2}(\d+) /] },
  // node:test and other TAP: `# pass 10`, `ℹ fail 2`
  { line: /^(?:#|ℹ) (?:pass|fail) {1,4}\d+$/, counts: [/ (\d+)$/] },
  // cargo: `test result: ok. 12 passed; 0 failed; 1 ignored; …`
  { line: /^test result: /, counts: [/ (\d+) passed;/, / (\d+) failed;/] },
  // go test -v: `--- PASS: TestIt (0.00s)`
  { line: /^ *--- (?:PASS|FAIL): \S/, counts: [] },
  // pytest: `==== 1 failed, 12 passed, 2 skipped in 0.12s ====`
  {
    line: /^(?:=+ )?\d+ (?:passed|failed|errors?|skipped|deselected|xfailed|xpassed)\b.* in \d+(?:\.\d+)?s\b/,
    counts: [/\b(\d+) passed\b/, /\b(\d+) failed\b/],
  },
  // unittest: `Ran 12 tests in 0.001s`
  { line: /^Ran \d+ tests? in /, counts: [/^Ran (\d+) /] },
];

/** Line by line; several programs may speak one after the other. */
export class TestCount {
  #count: number | null = null;

  add(line: string): void {
    const form = COUNT_FORMS.find((one) => one.line.test(line));
    if (form === undefined) return;
    const found = form.counts.map((pattern) => Number(pattern.exec(line)?.[1] ?? 0));
    const ran = form.counts.length === 0 ? 1 : found.reduce((sum, count) => sum + count, 0);
    this.#count = (this.#count ?? 0) + ran;
  }

  /** `null` where nobody said. */
  get value(): number | null {
    return this.#count;
  }
}
