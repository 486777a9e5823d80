import { expect, it } from "vitest";
import { isHidden } from "./readable-project.ts";

it.each([
  ".git/config",
  "sub/.git/HEAD",
  ".parley/parley.db",
  "packages/a/node_modules/b/index.js",
  ".env",
  "app/.ENV.production",
  ".envrc",
  "deploy/prod.env",
  "keys/server.pem",
  "server.KEY",
  "id_rsa",
  "id_ed25519.pub",
  ".npmrc",
  ".aws/config",
  "config/secrets.yml",
  "credentials.json",
])("given %s, then it is hidden", (path) => {
  expect(isHidden(path)).toBe(true);
});

it.each([
  "src/environment.ts",
  "docs/key.md",
  "src/secrets.ts",
  ".github/workflows/ci.yml",
  "gitignore",
  ".env.example",
  "a.b",
])("given %s, then it is shown", (path) => {
  expect(isHidden(path)).toBe(false);
});
