import { type Failure, isFailure } from "../../app/failure.ts";
import { type ReplayView, replaySession } from "../../app/sessions/replay-session.ts";
import type { Answer, Request } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { optionText } from "../option-text.ts";
import { sessionNamed } from "../session-named.ts";
import { beside, type Line, painted } from "../text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const wanted = sessionNamed(request);
  if (isFailure(wanted)) return wanted;
  const assumed = optionText(request, "--assume");
  const replayed = await replaySession(request.surroundings, wanted.session, assumed);
  if (isFailure(replayed)) return replayed;
  return {
    data: replayed,
    lines: (width) => lines(replayed, width),
    exitCode: replayed.at === "identical" ? EXIT_CODES.done : EXIT_CODES.failed,
  };
}

function lines(replayed: ReplayView, width: number): Line[] {
  if (replayed.at === "identical") {
    const { session, commands, events, older } = replayed;
    const kept =
      older === 0 ? "" : `; ${older} commands were decided under older rules and are not decided again`;
    return [`${session}: ${commands} commands decided again, ${events} events identical${kept}`];
  }
  const { command, version, stored, decided, path, refused } = replayed.difference;
  const shape = { term: 10, width };
  return [
    [
      painted("red", `${replayed.session} differs`),
      ` at event ${version}: command ${command.number}, ${command.type}, ${command.at}`,
    ],
    ...beside("stored", stored === null ? "no event" : eventText(stored), shape),
    ...beside(
      "decided",
      refused === null ? (decided === null ? "no event" : eventText(decided)) : `refused: ${refused}`,
      shape,
    ),
    ...(path === null ? [] : beside("where", path, shape)),
  ];
}

const EVENT_TEXT_MAX = 300;

function eventText({ type, data }: { readonly type: string; readonly data: unknown }): string {
  const text = `${type} ${JSON.stringify(data)}`;
  return text.length <= EVENT_TEXT_MAX ? text : `${text.slice(0, EVENT_TEXT_MAX - 1)}…`;
}
