// Arbitrary values of an agent's final review; every free text in them is hostile.
import fc from "fast-check";
import { type GapId, makeGapId } from "../../src/core/shared/gap-id.ts";
import { SEVERITIES, type Severity } from "../../src/core/shared/severity.ts";
import { cleanText } from "../../src/document/render/free-text.ts";
import { hostileText } from "./hostile-text.ts";

export const freeText = hostileText.map(cleanText);
export const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
export const few = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 3 });

export const gapId = fc
  .record({
    category: fc.constantFrom("FLOW", "UX", "AB"),
    number: fc.integer({ min: 0, max: 999 }),
    letter: fc.constantFrom(null, "a"),
  })
  .map((parts) => makeGapId(parts))
  .filter((id): id is GapId => id !== null);

export const severity: fc.Arbitrary<Severity> = fc.constantFrom(...SEVERITIES);
