import { limitationsOf } from "../core/refinement/records/closing-summary-of.ts";
import { owesSpec } from "../core/refinement/session/owed.ts";
import type { SpecShelf } from "./ports.ts";
import type { SessionEngine, Submitted } from "./session-engine.ts";
import { MEDIATOR } from "./step.ts";

/**
 * Puts the finished spec of a session that has ended where people look for it, and says so in the log. Whoever comes to
 * it, runner or not, may do so: it is the same text, and goes to the same place.
 */
export async function publishSpec(engine: SessionEngine, shelf: SpecShelf): Promise<Submitted> {
  if (!owesSpec(engine.live)) return { at: "known" };
  await engine.placeEdits();
  // Questions that nobody answered say how the work went; what they were about is listed by its gap.
  const limitations = limitationsOf(engine.live).filter(({ about }) => about.of !== "question");
  const { spec, map, findings } = await engine.finishedSpec(limitations);
  const path = await shelf.put(spec.bytes);
  return await engine.submit(
    { type: "PublishSpec", path, sha256: spec.sha256, map: map.sha256, findings },
    { id: `${engine.stream}/spec`, actor: MEDIATOR, blobs: [spec, map] },
  );
}
