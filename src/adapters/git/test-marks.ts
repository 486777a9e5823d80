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

interface TestMarks {
  readonly files: RegExp;
  /** What begins a test, at the head of a line. */
  readonly marks: RegExp;
  readonly comments: readonly string[];
}

const C_COMMENTS = ["//", "/*", "*"];

const TEST_MARKS: readonly TestMarks[] = [
  {
    files: /\.[cm]?[jt]sx?$|\.(?:vue|svelte)$/,
    marks: /^(?:it|test|specify|bench|Deno\.test|QUnit\.test)\b|^(?:await )?(?:t|ava)\.test\(/,
    comments: C_COMMENTS,
  },
  { files: /\.py$/, marks: /^(?:async )?def test|^class Test|^>>> /, comments: ["#"] },
  {
    files: /\.rs$/,
    marks: /^#\[(?:\w+::)?(?:test|rstest|bench|test_case|quickcheck)\b|^proptest!/,
    comments: C_COMMENTS,
  },
  { files: /\.go$/, marks: /^func (?:Test|Fuzz|Benchmark|Example)/, comments: C_COMMENTS },
  {
    files: /\.(?:java|kt|groovy|scala)$/,
    marks: /^@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|Property)\b|^(?:test|it|should|describe)\b/,
    comments: C_COMMENTS,
  },
  { files: /\.cs$/, marks: /^\[(?:Test|TestCase|TestMethod|Fact|Theory)\b/, comments: C_COMMENTS },
  { files: /\.rb$/, marks: /^(?:it|specify|test|def test_|scenario)/, comments: ["#"] },
  { files: /\.php$/, marks: /^(?:public )?function test|^#\[Test|^(?:it|test)\(/, comments: C_COMMENTS },
  { files: /\.exs$/, marks: /^test\b|^property\b/, comments: ["#"] },
  { files: /\.swift$/, marks: /^func test|^@Test\b/, comments: C_COMMENTS },
  { files: /\.dart$/, marks: /^(?:test|testWidgets)\(/, comments: C_COMMENTS },
];

/** How many tests the file's own frameworks see in it, outside of comments; `null` where that cannot be told. */
export function countTests(path: string, text: string): number | null {
  const found = TEST_MARKS.find(({ files }) => files.test(path));
  if (found === undefined) return null;
  let count = 0;
  let isInComment = false;
  for (const written of text.split("\n")) {
    const line = written.trimStart();
    if (found.comments.includes("/*") && line.startsWith("/*")) isInComment = true;
    if (!isInComment && !found.comments.some((mark) => line.startsWith(mark)) && found.marks.test(line))
      count += 1;
    if (isInComment && line.includes("*/")) isInComment = false;
  }
  return count;
}
