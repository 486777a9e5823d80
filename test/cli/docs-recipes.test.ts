// The recipes of docs/hooks.md, with programs that keep what they are given in place of those that send it.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { CHECKOUT_AGENTS, checkoutWorld } from "./checkout-world.ts";

/** Appends its words and its input to a file. */
const keeping = (folder: string) =>
  `#!/bin/sh\n{ printf '%s\\n' "$@"; cat; } >> "${folder}/$(basename "$0").$PARLEY_EVENT"\n`;

interface Hook {
  readonly on: string;
  readonly run?: string;
}

function recipes(): readonly Hook[] {
  const [, text = ""] = readFileSync("docs/hooks.md", "utf8").split(
    /^## Recipes$|^## What you can rely on$/m,
  );
  const blocks = [...text.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, yaml = ""]) => yaml);
  expect(blocks).toHaveLength(5);
  return blocks.flatMap((yaml) => (parse(yaml) as { readonly hooks: readonly Hook[] }).hooks);
}

const withoutJq = spawnSync("jq", ["--version"], { env: { PATH: "/usr/bin:/bin" } }).error !== undefined;

test.skipIf(withoutJq)("what the recipes for hooks send reads well", async () => {
  const world = checkoutWorld();
  for (const name of ["curl", "mail", "notify-send"]) world.program(name, keeping(world.root));
  const hooks = recipes().filter(({ run }) => run !== undefined);
  world.write(world.userConfig, JSON.stringify({ hooks }));
  const env = { NTFY_TOPIC: "topic", SLACK_WEBHOOK_URL: "https://slack.example/hook", USER: "ada" };
  const run = (...args: string[]) => world.run(args, { env });
  const sent = (name: string): string => {
    const file = join(world.root, name);
    return existsSync(file) ? world.read(file) : "nothing";
  };

  expect((await run("refine", "checkout.md", ...CHECKOUT_AGENTS)).code).toBe(7);
  expect((await run("answer", "Q1", "input", "--text", "Ten years.")).code).toBe(0);
  expect((await run("resume")).code).toBe(0);
  const asked = sent("curl.question.asked");
  expect(asked).toMatch(
    /^-fsS\n-H\nTitle: parley asks about project\n--data-binary\n@-\nhttps:\/\/ntfy\.sh\/topic\nQ1: GAP-\S+ .* is blocked: /,
  );
  const [, posted = "{}"] = asked.split("https://slack.example/hook\n");
  expect(JSON.parse(posted)).toEqual({
    text: expect.stringMatching(/^checkout asks Q1: GAP-\S+ .* is blocked: /),
  });
  expect(sent("mail.session.ended")).toBe(
    "-s\nparley: a session ended\nada\ncheckout ended as COMPLETE.\n\nSpec: checkout_v1.md\n",
  );
  expect(sent("notify-send.question.asked")).toMatch(/^parley\nQ1: GAP-\S+ .* is blocked: /);
});
