// Disputes that nobody decides, and who is told.
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listeningServer } from "../support/listening-server.ts";
import { daysAgo, projectWith } from "./dispute-world.ts";
import { documentOf, errorOf, type World } from "./world.ts";

const past = () =>
  projectWith((board) => ({
    old: board.dispute(board.inReview("Fix login bug"), { hours: daysAgo(9.5) }),
    young: board.dispute(board.inReview("Add caching"), { hours: daysAgo(2) }),
  }));

async function toWebhook(world: World, url: string): Promise<void> {
  await world.run(["config", "set", "disputes.webhookUrl", url]);
  await world.run(["config", "set", "disputes.alertOnStale", "webhook"]);
}

async function shown(world: World, id: string): Promise<unknown> {
  return documentOf(await world.run(["dispute", "show", id, "--json"]));
}

const log = (world: World): string => world.read(join(world.project, ".parley/logs/disputes.log"));

describe("a stale dispute is reported once", () => {
  test("to the log", async () => {
    const { world, old } = await past();
    const first = await world.run(["dispute", "alert"]);
    expect([first.code, first.stdout]).toEqual([0, expect.stringContaining(`${old}  9 days  Fix login bug`)]);
    expect(log(world)).toMatch(new RegExp(`^\\S+Z dispute ${old} has been open for 9 days: .*\n$`));
    const before = log(world);
    const again = await world.run(["dispute", "alert", "--json"]);
    expect(documentOf(again)).toEqual({ channel: "log", timeoutDays: 7, disputes: [] });
    expect(log(world)).toBe(before);
    expect(await shown(world, old)).toMatchObject({ status: "open", staleAlertedAt: expect.any(String) });
  });

  test("to a webhook, which may need several tries", async () => {
    const { world, old } = await past();
    const server = await listeningServer((number) => (number < 3 ? 503 : 200));
    await toWebhook(world, `${server.url}/stale`);
    const report = documentOf(await world.run(["dispute", "alert", "--json"]));
    expect(report).toMatchObject({ channel: "webhook", disputes: [{ id: old }] });
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

  test("a webhook that refuses costs no more than its time, and is told again by the next alert", async () => {
    const { world, old } = await past();
    const server = await listeningServer((number) => (number < 3 ? 404 : 200));
    await toWebhook(world, server.url);
    const ended = await world.run(["dispute", "alert", "--json"]);
    expect(ended.code).toBe(1);
    expect(errorOf(ended)).toMatchObject({
      code: "not-alerted",
      message: "the webhook was not told of 1 dispute: the server answered 404",
      place: "disputes.webhookUrl",
      fix: expect.stringContaining("parley dispute alert"),
    });
    expect(server.heard).toHaveLength(1);
    expect(log(world)).toContain(`the webhook was not told of ${old}: the server answered 404`);
    expect(await shown(world, old)).toMatchObject({ staleAlertedAt: null });
    const again = await world.run(["dispute", "alert"]);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("the server answered 404")]);
    const told = await world.run(["dispute", "alert", "--json"]);
    expect([told.code, documentOf(told)]).toMatchObject([0, { disputes: [{ id: old }] }]);
    expect(await shown(world, old)).toMatchObject({ staleAlertedAt: expect.any(String) });
    await world.run(["dispute", "alert"]);
    expect(server.heard).toHaveLength(3);
  });

  test("a log that cannot be written: told again by the next alert", async () => {
    const { world, old } = await past();
    const folder = join(world.project, ".parley/logs");
    rmSync(folder, { recursive: true, force: true });
    world.write(folder, "in the way");
    const ended = await world.run(["dispute", "alert", "--json"]);
    expect([ended.code, errorOf(ended)]).toMatchObject([
      1,
      { code: "not-alerted", place: join(folder, "disputes.log") },
    ]);
    expect(await shown(world, old)).toMatchObject({ staleAlertedAt: null });
    rmSync(folder);
    expect((await world.run(["dispute", "alert"])).code).toBe(0);
    expect(log(world)).toContain(old);
  });

  test("by several processes at once, still once", async () => {
    const { world } = await past();
    const server = await listeningServer();
    await toWebhook(world, server.url);
    const ended = await Promise.all(
      Array.from({ length: 4 }, () => world.start(["dispute", "alert", "--json"])),
    );
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const counts = ended.map((one) => (documentOf(one) as { disputes: unknown[] }).disputes.length);
    expect(counts.sort()).toEqual([0, 0, 0, 1]);
    expect(server.heard).toHaveLength(1);
    expect(existsSync(join(world.project, ".parley/dispute-alert.lock"))).toBe(false);
  });

  test("or not at all", async () => {
    const { world, old } = await past();
    await world.run(["config", "set", "disputes.alertOnStale", "none"]);
    expect((await world.run(["dispute", "alert"])).stdout).toContain("Nothing is reported");
    expect(await shown(world, old)).toMatchObject({ staleAlertedAt: null });
  });
});
