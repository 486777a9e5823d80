import { expect, it } from "vitest";
import { NO_CAP } from "../../../../test/support/no-cap.ts";
import { settingsFor } from "../../../../test/support/session-world.ts";
import { findCapFor, NOTHING_SPENT, withUsage } from "./spend.ts";

it("given cents that add up to the limit, then it is reached, whatever their order makes of the last digit", () => {
  const cents = [
    ["engineer", 0.39],
    ["reviewer", 0.07],
    ["engineer", 0.33],
    ["reviewer", 0.35],
    ["engineer", 0.18],
  ] as const;
  const spend = cents.reduce(
    (sum, [role, usd]) =>
      withUsage(
        sum,
        { role, agent: role, round: 1 },
        { usage: { inputTokens: 1, outputTokens: 1, usd }, elapsedMs: 1, outcome: "ok" },
      ),
    NOTHING_SPENT,
  );
  const settings = settingsFor(1);
  const capped = { ...settings, spend: { ...settings.spend, session: { ...NO_CAP, usd: 1.32 } } };
  expect(findCapFor(spend, "engineer", capped)).toMatchObject({
    scope: "session",
    measure: "usd",
    spent: 1.32,
  });
});
