// `parley mcp` as hosts start it: a process with pipes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkoutWorld } from "../cli/checkout-world.ts";
import { askingWorld } from "../cli/gated-world.ts";
import { PROGRAM_FILE, type World } from "../cli/world.ts";
import { until } from "../support/until.ts";
import { McpClient } from "./mcp-client.ts";

function start(world: World, command: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(command, args, { cwd: world.project, env: { ...world.env, ...env } });
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, client: new McpClient(child.stdout, child.stdin), ended: once(child, "close") };
}

test("given the program itself, then a run that it starts goes on when the host is gone, to its end", async () => {
  const world = checkoutWorld();
  const { child, client, ended } = start(world, process.execPath, [PROGRAM_FILE, "mcp"]);
  await client.initialize();
  const players = { engineer: "player:players/engineer.yaml", reviewer: "player:players/reviewer.yaml" };
  const started = await client.call("refine_start", {
    ...{ spec: "checkout.md", policy: "players/policy.yaml", ...players },
  });
  expect(started.pid).not.toBe(child.pid);
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
  await until("the run has come to its end", () => readFileSync(started.result, "utf8").endsWith("}\n"));
  expect(JSON.parse(world.read(started.result))).toMatchObject({
    end: "ended",
    status: { session: "checkout" },
  });
  expect(world.read(join(world.project, "checkout_v1.md"))).toContain("# Checkout");
  for (const line of client.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
});

test("given a server that an agent of a run has started with an empty environment, then its ancestors tell", async () => {
  const world = await askingWorld();
  const server = `env -i PATH="$PATH" HOME="$HOME" '${process.execPath}' '${resolve("test/.build/mcp-server.mjs")}'`;
  // The shell stays: it is the agent.
  const { child, client, ended } = start(world, "sh", ["-c", `${server}; exit 0`], { PARLEY_RUN: "0123" });
  await client.initialize();
  expect(await client.call("answer", { question: "Q1", option: "force" })).toMatchObject({
    error: { code: "inside-run", message: expect.stringContaining("process") },
  });
  expect((await client.call("inbox")).questions).toHaveLength(3);
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
});
