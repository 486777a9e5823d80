// A session as one page of HTML.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { strangeParts } from "../support/strange-parts.ts";
import { until } from "../support/until.ts";
import { endedCheckout, waitingCheckout } from "./checkout-world.ts";
import { documentOf, errorOf, type World } from "./world.ts";

function pageIn(world: World, file: string): string {
  return world.read(join(world.project, file));
}

describe("export --html", () => {
  test("holds the finished spec, the plot, the decisions and the argument of each gap, and loads nothing", async () => {
    const world = await endedCheckout();
    const exported = await world.run(["export", "--html", "--json"]);
    expect(documentOf(exported)).toMatchObject({
      session: "checkout",
      file: join(world.project, "checkout.html"),
    });
    const page = pageIn(world, "checkout.html");
    expect(strangeParts(page)).toEqual([]);
    expect(page).not.toMatch(/<script|(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?\/\//i);
    const gaps = documentOf(await world.run(["gap", "list", "--all", "--json"])) as unknown as {
      id: string;
      title: string;
    }[];
    for (const { id } of gaps) expect(page).toContain(`<article id="${id}" class="gap">`);
    const decisions = documentOf(await world.run(["decisions", "--json"])) as unknown as { id: string }[];
    for (const { id } of decisions) expect(page).toContain(`<article id="${id}">`);
    expect(page).toContain("The finished spec");
    expect(page).toContain("<polyline");
    for (const words of ["The spec said", "The Engineer proposes", "The Reviewer objects", "Accepted text"])
      expect(page).toContain(words);
  });

  test("of a session under way it holds the draft and what is asked", async () => {
    const world = await waitingCheckout();
    expect((await world.run(["export", "checkout", "--html", "--out", "pages/now.html"])).stdout).toBe(
      "checkout: pages/now.html\n",
    );
    const page = pageIn(world, "pages/now.html");
    expect(page).toContain("The draft as it stands");
    expect(page).toContain('<section id="questions">');
    expect(strangeParts(page)).toEqual([]);
  });

  test("goes over an earlier page, and over nothing else", async () => {
    const world = await endedCheckout();
    expect((await world.run(["export", "--html"])).code).toBe(0);
    expect((await world.run(["export", "--html"])).code).toBe(0);
    world.write(join(world.project, "mine.html"), "<!DOCTYPE html>\n");
    const refused = await world.run(["export", "--html", "--out", "mine.html", "--json"]);
    expect([refused.code, errorOf(refused).code]).toEqual([5, "exists"]);
    expect(pageIn(world, "mine.html")).toBe("<!DOCTYPE html>\n");
    expect((await world.run(["export", "--html", "--to", "folder"])).code).toBe(2);
    expect((await world.run(["export", "--out", "a.html"])).code).toBe(2);
  });
});

test("status draws how many gaps were open after each round", async () => {
  const world = await endedCheckout();
  const status = await world.run(["status"], { env: { LANG: "C.UTF-8" } });
  expect(status.stdout).toMatch(/^open gaps, round by round: 3 to 0 {2}▇[▁-▇]{4}▁$/m);
  expect((await world.run(["status"])).stdout).toMatch(
    /^open gaps, round by round: 3 to 0 {2}#[_.=+*#-]{4}_$/m,
  );
});

describe("open", () => {
  test("writes the page, and opens it with the program of the desktop", async () => {
    const world = await endedCheckout();
    const opened = join(world.root, "opened");
    for (const name of ["xdg-open", "open"]) world.program(name, `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`);
    const ended = await world.run(["open", "--json"], { env: { DISPLAY: ":0" } });
    const file = join(world.project, ".parley/pages/checkout.html");
    expect(documentOf(ended)).toMatchObject({ session: "checkout", file, opened: true });
    await until("the page is opened", () => existsSync(opened) && world.read(opened) === file);
    expect(pageIn(world, ".parley/pages/checkout.html")).toContain("The finished spec");
    expect(world.read(join(world.project, ".parley/.gitignore"))).toContain("pages/");
  });

  test("says where the page is if there is no such program", async () => {
    const world = await endedCheckout();
    const ended = await world.run(["open", "checkout.md"], { env: { PATH: world.bin, DISPLAY: ":0" } });
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(ended.stdout).toBe(
      "checkout: .parley/pages/checkout.html\nNo program to open it with was found: open the file in a browser.\n",
    );
  });
});
