import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** All texts of our corpus, and the examples: what real documents look like. */
export function corpusTexts(): readonly string[] {
  return ["test/corpus", "examples"].flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .map(String)
      .filter((file) => file.endsWith(".md"))
      .sort()
      .map((file) => readFileSync(join(folder, file), "utf8")),
  );
}
