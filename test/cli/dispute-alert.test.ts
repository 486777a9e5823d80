// Disputes that nobody decides, and who is told.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listeningServer } from "../support/listening-server.ts";
import { daysAgo, projectWith } from "./dispute-world.ts";
import { documentOf, type World } from "./world.ts";

const past = () =>
  projectWith((board) => ({
    old: board.dispute(board.inReview("Fix login bug"), { hours: daysAgo(9.5) }),
    young: board.dispute(board.inReview("Add caching"), { hours: daysAgo(2) }),
  }));

const log = (world: World): string => world.read(join(world.project, ".parley/logs/disputes.log"));

describe("a stale dispute is reported once", () => {
  test("to the log", async () => {
    const { world, old } = await past();
    const first = await world.run(["dispute", "alert"]);
    expect([first.code, first.stdout]).toEqual([0, expect.stringContaining(`${old}  9 days  Fix login bug`)]);
    expect(log(world)).toMatch(new RegExp(`^\\S+Z dispute ${old} has been open for 9 days: .*\n$`));
    const before = log(world);
    const again = await world.run(["dispute", "alert", "--json"]);
    expect(documentOf(again)).toEqual({ channel: "log", timeoutDays: 7, disputes: [], failure: null });
    expect(log(world)).toBe(before);
    const shown = documentOf(await world.run(["dispute", "show", old, "--json"]));
    expect(shown).toMatchObject({ status: "open", staleAlertedAt: expect.any(String) });
  });

  test("to a webhook, which may need several tries", async () => {
    const { world, old } = await past();
    const server = await listeningServer((number) => (number < 3 ? 503 : 200));
    await world.run(["config", "set", "disputes.webhookUrl", `${server.url}/stale`]);
    await world.run(["config", "set", "disputes.alertOnStale", "webhook"]);
    const report = documentOf(await world.run(["dispute", "alert", "--json"]));
    expect(report).toMatchObject({ channel: "webhook", disputes: [{ id: old }], failure: null });
    expect(server.heard.map(({ path }) => path)).toEqual(["/stale", "/stale", "/stale"]);
    expect(JSON.parse(server.heard[2]?.body ?? "")).toMatchObject({
      event: "dispute.stale",
      project: world.project,
      timeoutDays: 7,
      disputes: [{ id: old, taskTitle: "Fix login bug", daysOpen: 9 }],
    });
    await world.run(["dispute", "alert"]);
    expect(server.heard).toHaveLength(3);
  });

  test("a webhook that refuses costs no more than its time: the log has it", async () => {
    const { world, old } = await past();
    const server = await listeningServer(() => 404);
    await world.run(["config", "set", "disputes.webhookUrl", server.url]);
    await world.run(["config", "set", "disputes.alertOnStale", "webhook"]);
    const ended = await world.run(["dispute", "alert", "--json"]);
    expect(ended.code).toBe(1);
    expect(documentOf(ended)).toMatchObject({ disputes: [{ id: old }], failure: "the server answered 404" });
    expect(server.heard).toHaveLength(1);
    expect(log(world)).toContain("the webhook was not told: the server answered 404");
  });

  test("or not at all", async () => {
    const { world, old } = await past();
    await world.run(["config", "set", "disputes.alertOnStale", "none"]);
    expect((await world.run(["dispute", "alert"])).stdout).toContain("Nothing is reported");
    const shown = documentOf(await world.run(["dispute", "show", old, "--json"]));
    expect(shown).toMatchObject({ staleAlertedAt: null });
  });
});
