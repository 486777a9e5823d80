import { expect, test } from "vitest";
import { agentEnvironment } from "./environment.ts";

test("what a program needs passes, what was named passes, and no more; what we tell wins", () => {
  const env = {
    ...{ PATH: "/bin", HOME: "/home/me", LC_ALL: "C", XDG_CONFIG_HOME: "/c", https_proxy: "http://p" },
    ...{ NODE_EXTRA_CA_CERTS: "/ca", USER: "me", AWS_SECRET: "no", MINE: "yes", PARLEY_RUN: "another" },
    UNSET: undefined,
  };
  const seen = agentEnvironment({
    env,
    passes: (name) => name === "MINE" || name === "UNSET",
    told: { PARLEY_RUN: "this" },
  });
  expect(seen).toEqual({
    ...{ PATH: "/bin", HOME: "/home/me", LC_ALL: "C", XDG_CONFIG_HOME: "/c", https_proxy: "http://p" },
    ...{ NODE_EXTRA_CA_CERTS: "/ca", USER: "me", MINE: "yes", PARLEY_RUN: "this" },
  });
});
