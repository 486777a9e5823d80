// `node scripts/predict-corpus.mjs SESSIONS OUT`: runs `parley inspect` over the documents of real sessions
// (SESSIONS/<name>/round_NNN/{engineer,reviewer}*.md) and writes what it reads in the schema that scorers of
// annotated corpora take, a file per document named <session>__<round>__<role>.json.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const [sessions, out] = process.argv.slice(2);
if (sessions === undefined || out === undefined) {
  console.error("usage: node scripts/predict-corpus.mjs SESSIONS OUT");
  process.exit(2);
}
const documents = readdirSync(sessions, { recursive: true })
  .map(String)
  .filter((file) => /(^|\/)(engineer|reviewer)[^/]*\.md$/.test(file));

mkdirSync(out, { recursive: true });
for (const file of documents) {
  const role = basename(file).startsWith("engineer") ? "engineer" : "reviewer";
  const args = ["dist/parley.js", "inspect", join(sessions, file), "--role", role, "--json"];
  const said = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8", maxBuffer: 2 ** 28 }));
  writeFileSync(
    join(out, `${file.replace(/\.md$/, "").split("/").join("__")}.json`),
    JSON.stringify(predicted(said)),
  );
}
console.log(`${documents.length} documents read`);

function predicted(said) {
  return {
    role: said.role,
    gaps_resolved: said.gapsResolved,
    new_gaps: said.newGaps.filter(({ id }) => id !== null),
    responses: said.responses.map(({ issueId, line }) => ({ issue_id: issueId, line })),
    disagreements: said.disagreements.map(({ issueId, line }) => ({ issue_id: issueId, line })),
    issues: said.issues.map((issue) => ({
      id: issue.id,
      line: issue.line,
      severity: issue.severity,
      gap: issue.gap,
      has_location: issue.location !== null,
      has_impact: issue.impact !== null,
      has_suggestion: issue.suggestion !== null,
    })),
    verdict: said.verdict,
    no_issues: said.noIssues,
    prior_issue_status: said.priorIssues.map(({ issueId, status, line }) => ({
      issue_id: issueId,
      status,
      line,
    })),
  };
}
