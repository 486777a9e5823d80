// The category of a proposed gap: what its section is about, where the headings say so.

/** First match wins, so the more telling words come first. */
const CATEGORY_OF_WORDS: readonly (readonly [category: string, words: RegExp])[] = [
  ["SEC", /\b(?:security|auth\w*|permissions?|privacy|encryption|threats?)\b/i],
  ["ERROR", /\b(?:errors?|failures?|retry|retries|recovery|faults?)\b/i],
  ["API", /\b(?:apis?|endpoints?|interfaces?|requests?|responses?|routes?)\b/i],
  ["DATA", /\b(?:data|schemas?|storage|models?|database|fields?|formats?|retention)\b/i],
  ["UX", /\b(?:ui|ux|screens?|pages?|views?|forms?|accessibility)\b/i],
  ["PERF", /\b(?:performance|latency|throughput|limits?|quotas?|scal\w+)\b/i],
  ["CONFIG", /\b(?:config\w*|settings?|options?)\b/i],
  ["TEST", /\b(?:tests?|testing|acceptance|verification)\b/i],
  ["OPS", /\b(?:deploy\w*|operations?|monitoring|logging|metrics|migration|rollout|backups?)\b/i],
  ["COMM", /\b(?:protocols?|messages?|notifications?|events?|sync\w*)\b/i],
  ["FLOW", /\b(?:flows?|workflows?|process\w*|states?|lifecycles?|transitions?|steps?)\b/i],
];

/** The innermost heading that speaks of a subject decides. */
export function categoryOfHeadings(path: readonly string[]): string | null {
  for (const title of path.toReversed()) {
    const found = CATEGORY_OF_WORDS.find(([, words]) => words.test(title));
    if (found !== undefined) return found[0];
  }
  return null;
}
