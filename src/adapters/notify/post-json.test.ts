import { expect, test } from "vitest";
import { listeningServer } from "../../../test/support/listening-server.ts";
import { type PostRequest, postJson } from "./post-json.ts";

function post(url: string, about: Partial<PostRequest> = {}) {
  const cancel = new AbortController().signal;
  return postJson({ url, text: '{"a":1}', timeoutMs: 10_000, tries: 3, pauseMs: 1, cancel, ...about });
}

test("what is posted arrives as it is", async () => {
  const server = await listeningServer();
  expect(await post(`${server.url}/a?b=c`)).toEqual({ at: "accepted", status: 204 });
  expect(server.heard).toEqual([
    { path: "/a?b=c", type: "application/json; charset=utf-8", body: '{"a":1}' },
  ]);
});

test.each([
  ["is busy for a while", (number: number) => (number === 1 ? 503 : number === 2 ? 429 : 200), 3, "accepted"],
  ["stays busy", () => 503, 3, "refused"],
  ["says no", () => 401, 1, "refused"],
  ["sends elsewhere", () => 302, 1, "refused"],
] as const)("a server that %s", async (_, status, posts, at) => {
  const server = await listeningServer(status);
  expect(await post(server.url)).toMatchObject({ at });
  expect(server.heard).toHaveLength(posts);
});

test("one that does not answer costs the tries with their time bound", async () => {
  const server = await listeningServer(() => null);
  const outcome = await post(server.url, { timeoutMs: 100, tries: 2 });
  expect(outcome).toEqual({ at: "unreachable", reason: "no answer within 0.1 s" });
  expect(server.heard).toHaveLength(2);
});

test("where nobody listens the reason is named", async () => {
  expect(await post("http://127.0.0.1:1/")).toMatchObject({ at: "unreachable" });
});

test("a cancellation ends it in a try and between tries", async () => {
  for (const status of [null, 503]) {
    const server = await listeningServer(() => status);
    const stop = new AbortController();
    const outcome = post(server.url, { cancel: stop.signal, pauseMs: 60_000 });
    await expect.poll(() => server.heard.length).toBe(1);
    stop.abort();
    expect(await outcome).toEqual({ at: "cancelled" });
  }
});
