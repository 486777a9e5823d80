// `node scripts/score-responses.mjs CORPUS [--split NAME]`: what the detector makes of annotated pairs of an issue and a later
// document of the Engineer. CORPUS/gold/responses.jsonl has a pair a line, CORPUS/sessions the documents. Only pairs in scope
// count. The earlier document of a pair is the one that its review is about: the engineer.md beside it.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";

const [corpus, option, wantedSplit] = process.argv.slice(2);
if (corpus === undefined || (option !== undefined && option !== "--split")) {
  console.error("usage: node scripts/score-responses.mjs CORPUS [--split NAME]");
  process.exit(2);
}

const POSITIVE = new Set(["IGNORED", "DEFLECTED", "PARTIALLY"]);
const SHIPPED = 0.3;
const MINIMA = Array.from({ length: 26 }, (_, n) => (10 + 2 * n) / 100);
const RESAMPLES = 2_000;

const detected = new Map();
const detectInReview = await loadDetector();
const pairs = readFileSync(join(corpus, "gold", "responses.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line))
  .filter((pair) => pair.gap_match !== "OTHER" && (wantedSplit === undefined || pair.split === wantedSplit));
const found = new Map(MINIMA.map((minimum) => [minimum, pairs.map((pair) => labelOf(pair, minimum))]));
const sessions = [...new Set(pairs.map(({ session }) => session))];
const all = pairs.map((_, index) => index);
const grave = all.filter((index) => ["HIGH", "CRITICAL"].includes(pairs[index].severity));

console.log(
  `${pairs.length} pairs in scope of ${sessions.length} sessions, ${positives(all)} of them positive\n`,
);
printConfusion();
console.log(
  `\nF1 of the flagged (UNSURE counts as flagged; apart: it does not), with ${RESAMPLES} resamples`,
);
for (const [name, indexes] of [
  ["all severities", all],
  ["HIGH and CRITICAL", grave],
]) {
  const [tuned] = bestOf(indexes);
  const left = leaveOut(indexes);
  console.log(`  ${name}: ${indexes.length} pairs, ${positives(indexes)} positive`);
  console.log(`    as shipped (${SHIPPED}): ${score(indexes, () => SHIPPED)}, apart ${apart(indexes)}`);
  console.log(`    tuned on all (${tuned}): ${score(indexes, () => tuned)}`);
  const chosen = [...left].map(([session, minimum]) => `${session} ${minimum}`).join(", ");
  console.log(
    `    each session left out: ${score(indexes, (index) => left.get(pairs[index].session))} (${chosen})`,
  );
}
printMisses();

async function loadDetector() {
  const { outputFiles } = await build({
    entryPoints: ["src/document/detect/detect-in-review.ts"],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
  });
  const code = Buffer.from(outputFiles[0].contents).toString("base64");
  return (await import(`data:text/javascript;base64,${code}`)).detectInReview;
}

function labelOf({ issue_file, engineer_file, issue_line }, semanticOverlapMinimum) {
  const key = `${issue_file} ${engineer_file} ${semanticOverlapMinimum}`;
  const read = (file) => readFileSync(join(corpus, "sessions", file), "utf8");
  const told =
    detected.get(key) ??
    detectInReview({
      review: read(issue_file),
      before: read(join(dirname(issue_file), "engineer.md")),
      after: read(engineer_file),
      semanticOverlapMinimum,
    });
  detected.set(key, told);
  const own = told.findings.find(({ line }) => line === issue_line);
  // An issue that is not read is not found by a session either.
  return own?.label ?? "UNREAD";
}

function positives(indexes) {
  return indexes.filter((index) => POSITIVE.has(pairs[index].label)).length;
}

function countOf(indexes, minimumFor, flagged) {
  let [tp, fp, fn] = [0, 0, 0];
  for (const index of indexes) {
    const is = POSITIVE.has(pairs[index].label);
    const said = flagged(found.get(minimumFor(index))[index]);
    if (is && said) tp += 1;
    else if (said) fp += 1;
    else if (is) fn += 1;
  }
  return { tp, fp, fn, f1: tp === 0 ? 0 : (2 * tp) / (2 * tp + fp + fn) };
}

function isFlagged(label) {
  return POSITIVE.has(label) || label === "UNSURE";
}

function score(indexes, minimumFor) {
  const { tp, fp, fn, f1 } = countOf(indexes, minimumFor, isFlagged);
  const [low, high] = interval(indexes, minimumFor);
  return `F1 ${f1.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}], ${tp} right, ${fp} wrong, ${fn} missed`;
}

function apart(indexes) {
  const { tp, fp, fn, f1 } = countOf(
    indexes,
    () => SHIPPED,
    (label) => POSITIVE.has(label),
  );
  return `F1 ${f1.toFixed(2)}, ${tp} right, ${fp} wrong, ${fn} missed`;
}

/** The middle 95 % of resampled scores; the same on every run. */
function interval(indexes, minimumFor) {
  let seed = 17;
  const next = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const scores = Array.from({ length: RESAMPLES }, () => {
    const drawn = indexes.map(() => indexes[Math.floor(next() * indexes.length)]);
    return countOf(drawn, minimumFor, isFlagged).f1;
  }).sort((a, b) => a - b);
  return [scores[Math.floor(RESAMPLES * 0.025)], scores[Math.floor(RESAMPLES * 0.975)]];
}

function bestOf(indexes) {
  let best = [SHIPPED, -1];
  for (const minimum of MINIMA) {
    const { f1 } = countOf(indexes, () => minimum, isFlagged);
    const closer = Math.abs(minimum - SHIPPED) < Math.abs(best[0] - SHIPPED);
    if (f1 > best[1] || (f1 === best[1] && closer)) best = [minimum, f1];
  }
  return best;
}

/** The minimum that is best for the other sessions. */
function leaveOut(indexes) {
  return new Map(
    sessions.map((session) => [
      session,
      bestOf(indexes.filter((index) => pairs[index].session !== session))[0],
    ]),
  );
}

function printConfusion() {
  const said = found.get(SHIPPED);
  const columns = [...new Set(said)].sort();
  const rows = [...new Set(pairs.map(({ label }) => label))].sort();
  console.log(`| annotated \\ found | ${columns.join(" | ")} |`);
  console.log(`|---|${columns.map(() => "---|").join("")}`);
  for (const row of rows) {
    const counts = columns.map(
      (column) => all.filter((at) => pairs[at].label === row && said[at] === column).length,
    );
    console.log(`| ${row} | ${counts.join(" | ")} |`);
  }
}

function printMisses() {
  console.log("\nMisses as shipped:");
  for (const index of all) {
    const { label, issue_id, issue_file, engineer_file, severity, ambiguous } = pairs[index];
    const said = found.get(SHIPPED)[index];
    if (said === label) continue;
    const counts =
      POSITIVE.has(label) === isFlagged(said) ? "label only" : POSITIVE.has(label) ? "missed" : "wrong";
    const doubt = ambiguous ? ", ambiguous" : "";
    console.log(
      `  ${counts}: ${issue_id} (${severity}${doubt}) ${issue_file} → ${engineer_file}: ${label}, found ${said}`,
    );
  }
}
