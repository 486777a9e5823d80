// `npm ci` must do in every clone, on every platform: the lock file names each platform's binaries, and nobody's mirror.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Locked {
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

test("every binary that a package may need on some platform is locked", () => {
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  );
  expect(wanted.filter((name) => packages[`node_modules/${name}`] === undefined)).toEqual([]);
  for (const platform of ["darwin-arm64", "linux-arm64", "linux-x64"])
    expect(wanted.some((name) => name.includes(platform))).toBe(true);
});

test("no package is bound to the registry it came from", () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});
