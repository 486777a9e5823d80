import { charsOf, tokensOf } from "./budgets.ts";
import { cutByStructure } from "./cut-text.ts";

interface CutExample {
  readonly text: string;
  readonly tokens: number;
  readonly truncated: boolean;
}

export function cutExample(text: string, tokensMax: number): CutExample {
  const { text: kept, cut } = cutByStructure(text.trim(), charsOf(tokensMax));
  return { text: kept, tokens: tokensOf(kept), truncated: cut > 0 };
}
