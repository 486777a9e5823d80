import fc from "fast-check";
import { expect, it } from "vitest";
import { AGENT_OUTCOMES } from "../../core/shared/agent-outcome.ts";
import type { AgentResult } from "../../engine/ports.ts";
import { readRunResult } from "./run-result.ts";

const amount = fc.nat();
const document = fc.option(fc.record({ text: fc.string(), bytes: amount, repaired: fc.boolean() }), {
  nil: null,
});
const known = fc.option(amount, { nil: null });
const anyResult: fc.Arbitrary<AgentResult> = fc.record(
  {
    outcome: fc.constantFrom(...AGENT_OUTCOMES),
    document,
    text: document,
    usage: fc.record(
      { inputTokens: known, outputTokens: known, usd: known, cachedInputTokens: amount },
      { requiredKeys: ["inputTokens", "outputTokens", "usd"] },
    ),
    elapsedMs: amount,
    evidence: fc.array(fc.string()),
    waitMs: amount,
    sessionRef: fc.string(),
  },
  { requiredKeys: ["outcome", "document", "text", "usage", "elapsedMs", "evidence"] },
);

it("given any result, then it is read back as it was written", () => {
  fc.assert(
    fc.property(anyResult, (result) => {
      expect(readRunResult(JSON.parse(JSON.stringify(result)))).toEqual(result);
    }),
  );
});

it("given anything else, then it is no result and nothing is thrown", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(readRunResult(value)).toBeNull();
    }),
  );
});

it("given a result with one field of another shape, then it is no result", () => {
  const shapes = [null, undefined, [], {}, true, "odd"];
  const fields = ["outcome", "usage", "elapsedMs", "evidence", "document", "text"] as const;
  fc.assert(
    fc.property(anyResult, fc.constantFrom(...fields), fc.constantFrom(...shapes), (result, field, odd) => {
      const isFine =
        (odd === null && ["document", "text"].includes(field)) ||
        (Array.isArray(odd) && field === "evidence");
      expect(readRunResult({ ...result, [field]: odd }) === null).toBe(!isFine);
    }),
  );
});
