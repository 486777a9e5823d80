import { describe, expect, it } from "vitest";
import type { SpecMap } from "../../src/core/documents/finished-spec.ts";
import { owed } from "../../src/core/refinement/session/owed.ts";
import { gapId } from "../support/example-gap.ts";
import { approval, READY, resolution, sessionWorld, type World } from "../support/session-world.ts";

async function completed(): Promise<World> {
  const world = await sessionWorld({
    engineer: () => resolution(["GAP-FLOW-001"]),
    reviewer: ({ purpose }) => (purpose === "final" ? READY : approval(["GAP-FLOW-001"])),
  });
  expect(await world.run()).toBe("ended");
  return world;
}

const published = (world: World) => world.engine.live.ledger.published;

describe("the finished spec", () => {
  it("is left behind once, with where its lines come from, and named in the summary", async () => {
    const world = await completed();
    expect(world.shelf.texts).toHaveLength(1);
    expect(published(world)?.path).toBe("spec_v1.md");
    expect(await world.engine.documents.text(published(world)?.sha256 ?? "")).toBe(world.shelf.texts[0]);
    const map = JSON.parse(world.folder.files.get("spec-map.json") ?? "null") as SpecMap;
    const lines = (world.shelf.texts[0] ?? "").split("\n").length;
    expect(map[0]?.from).toBe(1);
    expect([lines, lines - 1]).toContain(map.at(-1)?.to);
    expect(world.folder.files.get("summary.md")).toContain("spec_v1.md");
    expect(await world.run()).toBe("ended");
    expect(world.shelf.texts).toHaveLength(1);
  });

  it("tells nothing of a decision that was taken back, or of a question about a gap that is settled", async () => {
    const world = await sessionWorld({
      engineer: () => resolution(["GAP-FLOW-001"]),
      reviewer: ({ purpose }) => (purpose === "final" ? READY : approval(["GAP-FLOW-001"])),
    });
    const change = (what: "close" | "reopen") =>
      world.engine.submit(
        {
          type: "ChangeGap",
          gap: gapId("GAP-FLOW-001"),
          change: { do: what },
          reason: "so",
          by: "human:test",
        },
        { id: what, actor: "human:test" },
      );
    expect(await change("close")).toMatchObject({ at: "done" });
    expect(await change("reopen")).toMatchObject({ at: "done" });
    expect(await world.run()).toBe("ended");
    const [, closing] = (world.shelf.texts[0] ?? "").split("## Decisions");
    expect(closing).not.toContain("Not to be fixed");
    expect(closing, "why it was taken up again binds").toMatch(/^- \*\*so\.\*\* Reopened: .*\(test, /m);
    expect(closing).toContain("None known.");
  });

  it("is not left behind by a session that was abandoned", async () => {
    const world = await sessionWorld({ engineer: () => null, reviewer: () => null });
    await world.engine.submit(
      { type: "RequestEnding", ending: "ABANDONED", trigger: "the user" },
      { id: "abandon", actor: "human:test" },
    );
    expect(owed(world.engine.session)).toEqual([]);
    expect(await world.run()).toBe("ended");
    expect(world.shelf.texts).toEqual([]);
  });

  it("is owed by a session that ended without it, and by none before", async () => {
    const world = await sessionWorld({ engineer: () => null, reviewer: () => null });
    const spec = { path: "elsewhere.md", sha256: "0a", map: "0b" };
    const publish = (id: string) =>
      world.engine.submit({ type: "PublishSpec", ...spec }, { id, actor: "parley" });
    expect(await publish("early")).toMatchObject({ at: "refused", refusal: { refused: "no-spec" } });
    const ended = await completed();
    expect(owed({ ...ended.engine.live, ledger: { ...ended.engine.live.ledger, published: null } })).toEqual([
      { do: "publish" },
    ]);
    expect(
      await ended.engine.submit({ type: "PublishSpec", ...spec }, { id: "late", actor: "parley" }),
    ).toEqual({
      at: "known",
    });
    expect(published(ended)?.path).toBe("spec_v1.md");
  });
});
