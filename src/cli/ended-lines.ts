import type { Ending } from "../app/wire/session.ts";
import { type Line, painted } from "./text.ts";

export function endedLines(about: {
  readonly session: string;
  readonly endsAs: Ending["as"] | null;
  readonly output: string | null;
}): Line[] {
  const { session, endsAs, output } = about;
  return [
    [painted("bold", `${session} ended as ${endsAs}`)],
    ...(output === null ? [] : [[painted("dim", "finished spec: "), painted("green", output)]]),
  ];
}
