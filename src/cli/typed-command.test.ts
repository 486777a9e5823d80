import { expect, test } from "vitest";
import { typedCommand } from "./typed-command.ts";

const NPX = { npm_lifecycle_event: "npx", npm_lifecycle_script: "'parley'" };

test.each<[string, string, Record<string, string>, string]>([
  ["where it was started", "/home/ada", {}, "parley why a.md:1"],
  ["in a folder below", "/home/ada/shop", {}, "cd shop && parley why a.md:1"],
  ["in a folder with a blank", "/home/ada/my shop", {}, "cd 'my shop' && parley why a.md:1"],
  ["elsewhere", "/srv/shop", {}, "cd /srv/shop && parley why a.md:1"],
  ["by npx", "/home/ada/shop", NPX, "cd shop && npx parley why a.md:1"],
  [
    "inside of another program that npx started",
    "/home/ada",
    { ...NPX, npm_lifecycle_script: "'vitest' 'run'" },
    "parley why a.md:1",
  ],
])("a command to be typed %s", (_, folder, env, command) => {
  expect(typedCommand({ io: { env, cwd: () => "/home/ada" }, context: { cwd: folder } }, "why a.md:1")).toBe(
    command,
  );
});
