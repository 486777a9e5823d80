// Which files hold tests, and the marks by which their frameworks leave tests out.

const TEST_FILES: readonly RegExp[] = [
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e)\//i,
  /[.\-_](?:test|spec|cy|e2e)\.[a-z]{1,6}$/i,
  /(?:^|\/)test_[^/]*\.py$/,
  /(?:^|\/)(?:conftest|tests)\.(?:py|rs)$/,
  /(?:Tests?|IT|Spec)\.(?:java|kt|cs|scala|swift|groovy)$/,
  /\.t$/,
];

/** By its name, as the frameworks find them. */
export function isTestFile(path: string): boolean {
  return !/\.(?:md|markdown|txt|rst|adoc)$/i.test(path) && TEST_FILES.some((pattern) => pattern.test(path));
}

interface SkipMarks {
  /** Of file names. */
  readonly files: RegExp;
  /** What leaves a test out, or all tests but one. */
  readonly marks: RegExp;
}

const SKIP_MARKS: readonly SkipMarks[] = [
  {
    // vitest, jest, mocha, jasmine, playwright, cypress, node:test, ava
    files: /\.[cm]?[jt]sx?$|\.(?:vue|svelte)$/,
    marks:
      /\b(?:it|test|describe|suite|context|specify|bench)\.(?:skip|todo|only|fixme|fails|failing|skipIf|runIf)\b|\b(?:xit|xtest|xdescribe|xcontext|xspecify|fit|fdescribe)\(|\b(?:t|this|test|context)\.(?:skip|todo)\(|\b(?:skip|todo): ?(?:true|["'`])/g,
  },
  {
    // pytest, unittest, nose
    files: /\.py$/,
    marks:
      /\bmark\.(?:skip|skipif|xfail)\b|\bpytest\.(?:skip|xfail|importorskip)\(|\b(?:unittest\.)?(?:skip|skipIf|skipUnless|expectedFailure)\(|@(?:unittest\.)?expectedFailure\b|\.skipTest\(|\bSkipTest\b|\bcollect_ignore\b|\b__test__ = False\b/g,
  },
  { files: /\.rs$/, marks: /#\[ignore\b|#\[cfg_attr\([^\]\n]{0,200}\bignore\b/g },
  { files: /\.go$/, marks: /\b[a-z]{1,2}\.Skip(?:f|Now)?\(|^\/\/go:build ignore\b/gm },
  {
    // JUnit, TestNG, Kotest, Spock, ScalaTest
    files: /\.(?:java|kt|groovy|scala)$/,
    marks:
      /@(?:Disabled|Ignore|DisabledIf|DisabledOnOs|PendingFeature)\b|\benabled = false\b|\bassume(?:True|False|That)\(/g,
  },
  { files: /\.cs$/, marks: /\[(?:Ignore|Explicit)\b|\bSkip = "/g },
  { files: /\.rb$/, marks: /\b(?:xit|xdescribe|xcontext|xspecify|fit|fdescribe|pending|skip)\b/g },
  { files: /\.php$/, marks: /\bmarkTest(?:Skipped|Incomplete)\(|->(?:skip|todo|only)\(/g },
  { files: /\.exs$/, marks: /@(?:module)?tag :?skip\b/g },
  { files: /\.swift$/, marks: /\bXCTSkip(?:If|Unless)?\b|\.disabled\(/g },
  { files: /\.dart$/, marks: /\bskip: ?(?:true|["'])/g },
];

/** How many marks of the file's own frameworks leave tests out. */
export function countSkips(path: string, text: string): number {
  const marks = SKIP_MARKS.find(({ files }) => files.test(path))?.marks;
  return marks === undefined ? 0 : [...text.matchAll(marks)].length;
}
