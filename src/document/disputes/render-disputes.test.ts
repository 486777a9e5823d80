import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { disputeId, World } from "../../../test/support/board-world.ts";
import { hostileText } from "../../../test/support/hostile-text.ts";
import { readWords } from "../../core/board/board-text.ts";
import { disputesDocument } from "../../core/board/disputes-document.ts";
import { parseMarkdown } from "../markdown/blocks.ts";
import { renderDisputes } from "./render-disputes.ts";

const rendered = (world: World): string => renderDisputes(disputesDocument(world.board));

describe("dispute.md", () => {
  it("given no dispute, then it says so", () => {
    expect(rendered(new World())).toBe("# Active Disputes\n\nNone.\n");
  });

  it("given disputes, then open ones come first, each with task, reason, files, positions and status", () => {
    const world = new World();
    const caching = world.inReview("Add caching layer");
    const settled = world.dispute(caching, { as: "coder", raisedBy: "coder", position: "Redis.", hours: 1 });
    world.do({
      type: "ResolveDispute",
      dispute: settled,
      decision: "coder",
      notes: "Right for our scale.",
      hours: 2,
    });
    const login = world.inReview("Fix login bug");
    const open = world.dispute(login, {
      as: "reviewer",
      raisedBy: "reviewer",
      position: "Cookies are safer.\n- XSS\n- revocation",
      model: "claude-opus-4",
      files: ["src/auth/jwt.ts", "src/auth/middle_ware.ts"],
      hours: 3,
    });
    expect(rendered(world)).toBe(
      [
        "# Active Disputes",
        "",
        `## Dispute: ${open} (OPEN)`,
        "",
        `**Task:** Fix login bug (${login})  `,
        "**Reason:** Architecture disagreement  ",
        "**Raised by:** reviewer (model:reviewer-1)  ",
        "**Created:** 2023-11-15T01:13:20Z  ",
        "**Files:** src/auth/jwt.ts, src/auth/middle_ware.ts",
        "",
        "### Coder Position",
        "",
        "not given",
        "",
        "### Reviewer Position (claude-opus-4)",
        "",
        "> Cookies are safer.",
        "> - XSS",
        "> - revocation",
        "",
        "### Status",
        "",
        "AWAITING HUMAN DECISION",
        "",
        "---",
        "",
        "# Resolved Disputes",
        "",
        `## Dispute: ${settled} (RESOLVED)`,
        "",
        `**Task:** Add caching layer (${caching})  `,
        "**Reason:** Architecture disagreement  ",
        "**Raised by:** coder (model:coder-1)  ",
        "**Created:** 2023-11-14T23:13:20Z  ",
        "**Files:** none known  ",
        "**Resolution:** CODER (2023-11-15T00:13:20Z, human:ada)",
        "",
        "**Notes:** Right for our scale.",
        "",
        "### Coder Position",
        "",
        "> Redis.",
        "",
        "### Reviewer Position",
        "",
        "not given",
        "",
        "### Status",
        "",
        "RESOLVED",
        "",
      ].join("\n"),
    );
  });

  it("given those that wait, then the longest waiting comes first; given settled ones, then the latest", () => {
    const world = new World();
    const [a, b] = [
      world.dispute(world.inReview("a"), { hours: 5 }),
      world.dispute(world.inReview("b"), { hours: 4 }),
    ];
    const [c, d] = [
      world.dispute(world.inReview("c"), { hours: 1 }),
      world.dispute(world.inReview("d"), { hours: 2 }),
    ];
    world.do({ type: "WithdrawDispute", dispute: d, hours: 6 });
    world.do({ type: "ResolveDispute", dispute: c, decision: "coder", hours: 7 });
    const { open, closed } = disputesDocument(world.board);
    expect(open.map(({ id }) => id)).toEqual([b, a]);
    expect(closed.map(({ id }) => id)).toEqual([c, d]);
  });

  it("given a minor one whose notes are all there is to say, then they stand there once", () => {
    const world = new World();
    const task = world.inReview("Fix login bug");
    world.do({ type: "LogMinorDispute", id: disputeId(900), task, notes: "a matter of taste" });
    expect(rendered(world)).toContain("**Notes:** a matter of taste");
    expect(rendered(world)).not.toContain("**Detail:**");
    const about = { id: disputeId(901), task, detail: "names", notes: "a matter of taste" };
    world.do({ type: "LogMinorDispute", ...about });
    expect(rendered(world)).toContain("**Detail:** names");
  });

  it("given another title since, then that one is shown; given the task is gone, then its last at the time", () => {
    const world = new World();
    const task = world.inReview("Old");
    const dispute = world.dispute(task);
    world.do({ type: "RenameTask", task, title: "New" });
    expect(rendered(world)).toContain(`**Task:** New (${task})`);
    world.do({ type: "ResolveDispute", dispute, decision: "coder" });
    world.do({ type: "RemoveTask", task });
    expect(rendered(world)).toContain(`**Task:** Old (${task})`);
  });

  it("given any texts, then none of them is taken for a heading, and none of the headings is lost", () => {
    fc.assert(
      fc.property(hostileText, hostileText, hostileText, (title, position, notes) => {
        const world = new World();
        const task = world.inReview(`x${readWords(title)?.replace(/[\p{Cc}\p{Cs}]/gu, "") ?? ""}`);
        const dispute = world.dispute(task, {
          as: "coder",
          raisedBy: "coder",
          position,
          detail: notes,
          model: "m",
        });
        world.do({ type: "ResolveDispute", dispute, decision: "custom", notes: `n${notes}` });
        const headings = parseMarkdown(rendered(world)).blocks.filter(({ kind }) => kind === "heading");
        expect(headings).toHaveLength(6);
      }),
    );
  });
});
