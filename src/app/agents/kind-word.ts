import { assertNever } from "../../core/shared/assert-never.ts";
import type { AgentSettings } from "./agent-settings.ts";

/** How an agent is driven, in a word. */
export function kindWord(settings: AgentSettings): string {
  switch (settings.how) {
    case "person":
      return "human";
    case "player":
      return "player";
    case "program":
    case "foreign":
      return settings.kind;
    case "api":
      return settings.api.protocol;
    default:
      return assertNever(settings);
  }
}
