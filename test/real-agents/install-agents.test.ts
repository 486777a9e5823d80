import { expect, test } from "vitest";
import { agentsCache } from "./install-agents.ts";
import { chooseNetwork } from "./loopback-only.ts";

test("the agents go where the user says, else into the user's cache, else nowhere", () => {
  const home = { HOME: "/home/me" };
  expect(agentsCache({ ...home, XDG_CACHE_HOME: "/cache", PARLEY_AGENTS_CACHE: "/big/disk" })).toBe(
    "/big/disk",
  );
  expect(agentsCache({ ...home, XDG_CACHE_HOME: "/cache" })).toBe("/cache/parley/agents");
  expect(agentsCache({ ...home, XDG_CACHE_HOME: "relative" })).toBe("/home/me/.cache/parley/agents");
  expect(agentsCache({})).toBeNull();
});

test("given a system without network namespaces, then the network is open and the reason is told", () => {
  expect(chooseNetwork("darwin")).toEqual({
    network: "open",
    prefix: [],
    because: "darwin has no network namespaces",
  });
});
