// Clients that send what nobody should.
import fc from "fast-check";
import { expect, test } from "vitest";
import { waitingCheckout } from "../cli/checkout-world.ts";
import { hostileText } from "../support/hostile-text.ts";
import { volume } from "../support/volume.ts";
import { serve } from "./mcp-client.ts";

test("given garbage between requests, then it is passed over, said beside the protocol, and the requests are answered", async () => {
  const { client, end, stderr } = serve(await waitingCheckout());
  const garbage = [
    ...["", "{", "null", "[]", "42", '"text"', "{}", '{"jsonrpc":"1.0","id":1,"method":"tools/list"}'],
    ...['{"jsonrpc":"2.0","id":{},"method":"tools/list"}', '{"jsonrpc":"2.0","id":99,"result":{}}'],
    ...["\u0000\u0001", "[".repeat(10_000), '{"jsonrpc":"2.0","method":"notifications/nothing"}'],
  ];
  for (const line of garbage) client.write(line);
  await client.initialize();
  for (const line of garbage) client.write(line);
  expect((await client.call("inbox")).questions).toHaveLength(1);
  expect(await client.request("no/such/method")).toMatchObject({ error: { code: -32601 } });
  expect(await client.request("tools/call", {})).toMatchObject({ error: {} });
  expect(await client.request("tools/call", { name: "rm", arguments: {} })).toMatchObject({
    error: { code: -32602, message: expect.stringContaining("no such tool") },
  });
  expect(await client.request("tools/call", { name: "__proto__" })).toMatchObject({
    error: { code: -32602 },
  });
  expect(await end()).toBe(0);
  expect(stderr().length).toBeLessThan(20_000);
  for (const line of client.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
});

test("given a message without an end, then the server ends with a word why", async () => {
  const { client, ended, stderr } = serve(await waitingCheckout());
  await client.initialize();
  for (let sent = 0; sent < 6; sent += 1) client.writePiece("x".repeat(1024 * 1024));
  expect(await ended).toBe(1);
  expect(stderr()).toContain("cannot be served any longer");
});

/** With no arguments at all these do something. */
const NEED_NOTHING = ["pause", "resume", "roll_back"];

test("given arguments of any kind, then each is answered, wrong ones by what is wrong, and nothing changes", async () => {
  const world = await waitingCheckout();
  const { client } = serve(world);
  await client.initialize();
  const before = await client.call("status");
  const { result } = await client.request("tools/list");
  const names: string[] = result.tools.map(({ name }: { name: string }) => name);
  const value = fc.oneof(
    hostileText,
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom("x".repeat(300_000), "../..", -1, 1e308, ["a", 1], { a: { b: [] } }),
  );
  const keys = fc.constantFrom(..."session question gap file line dispute task since spec x".split(" "));
  const args = fc.dictionary(keys, value, { maxKeys: 4 });
  const tool = fc.constantFrom(...names.filter((name) => !NEED_NOTHING.includes(name)));
  await fc.assert(
    fc.asyncProperty(tool, args, async (name, given) => {
      const said = await client.call(name, given);
      if (!("error" in said)) return;
      expect(said.error.code).not.toBe("internal");
      expect(said.error.message).not.toBe("");
    }),
    { numRuns: volume(150, 5_000) },
  );
  expect(await client.call("status")).toEqual(before);
});

test("given more calls at once than anybody needs, then some are refused, and none is lost", async () => {
  const { client } = serve(await waitingCheckout());
  await client.initialize();
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => client.request("tools/call", { name: "inbox", arguments: {} })),
  );
  const refused = answers.filter(({ error }) => error !== undefined);
  expect(answers.length - refused.length).toBeGreaterThan(0);
  for (const { error } of refused) expect(error?.message).toContain("too many calls at once");
});
