// The texts that enter the spec, each once, and which of them stand together.
import type { SpecGap, SpecResolution } from "../../core/documents/finished-spec.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import type { TitleOf } from "./process-talk.ts";
import { resolutionText } from "./resolution-text.ts";

/** A text for the spec; `gap` is the first that it settles, and the one whose place it takes. */
export interface Unit {
  readonly gap: SpecGap;
  readonly gaps: GapId[];
  readonly text: string;
  readonly headingPath: readonly string[] | null;
  readonly replaces: boolean;
}

export interface UnitsOfGap {
  /** Texts that stand at this gap's place. */
  readonly own: readonly Unit[];
  /** Texts that settle it at another gap's place. */
  readonly shared: readonly Unit[];
}

export function unitsOf(gaps: readonly SpecGap[], titleOf: TitleOf): ReadonlyMap<GapId, UnitsOfGap> {
  const known = new Map<string, Unit>();
  const byGap = new Map<GapId, UnitsOfGap>();
  for (const gap of gaps) {
    const own: Unit[] = [];
    const shared: Unit[] = [];
    for (const resolution of gap.resolutions) {
      const key = `${resolution.document}\n${resolution.line}`;
      const there = known.get(key);
      if (there !== undefined) {
        if (!there.gaps.includes(gap.id)) there.gaps.push(gap.id);
        if (there.gap !== gap) shared.push(there);
        continue;
      }
      const unit = unitOf(gap, resolution, titleOf);
      if (unit.text === "") continue;
      known.set(key, unit);
      own.push(unit);
    }
    byGap.set(gap.id, { own, shared });
  }
  return byGap;
}

function unitOf(gap: SpecGap, resolution: SpecResolution, titleOf: TitleOf): Unit {
  const place = resolution.specText?.place ?? { at: "marker" };
  return {
    gap,
    gaps: [gap.id],
    text: resolutionText(resolution, titleOf),
    headingPath: place.at === "marker" ? null : place.headingPath,
    replaces: place.at === "replaces",
  };
}
