// `npm run check:patterns`: no regular expression of src may take more than linear time, whatever text it meets.
//
// Each pattern is shown to be linear by its automaton (linear-pattern.mjs). What cannot be shown is refused: a pattern that
// is harmless because its text is short is easily rewritten, and then nobody has to know.
import { fileURLToPath } from "node:url";
import { collectPatterns } from "./collect-patterns.mjs";
import { slownessOf } from "./linear-pattern.mjs";

/** One line for each pattern that is refused, and how many were looked at. */
export async function checkPatterns(root = ".") {
  const { patterns, faults } = await collectPatterns(root);
  const refused = faults.map(({ file, line, message }) => `${file}:${line}  a pattern ${message}`);
  const known = new Map();
  for (const { file, line, source, flags } of patterns) {
    const written = `/${source}/${flags}`;
    if (!known.has(written)) known.set(written, slownessOf(source, flags));
    const slow = known.get(written);
    if (slow === null) continue;
    refused.push(`${file}:${line}  ${written} is ${slow.kind}, by ${JSON.stringify(slow.pump)} repeated`);
  }
  return { refused, count: known.size };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { refused, count } = await checkPatterns(process.argv[2]);
  for (const line of refused) console.error(line);
  console.error(
    refused.length === 0 ? `${count} patterns, all linear` : `${refused.length} patterns refused`,
  );
  process.exitCode = refused.length === 0 ? 0 : 1;
}
