// Whoever watches a run: what is shown while it goes on.

import type { BuildNews, LiveBuild } from "../app/build/run-build.ts";
import type { Environment } from "../app/command-context.ts";
import type { RunNews } from "../app/sessions/run-refinement.ts";
import type { RunView } from "../app/sessions/run-view.ts";
import { buildNewsLines } from "./build-news-lines.ts";
import type { Request } from "./command.ts";
import type { Io, OwnProcess } from "./io.ts";
import { glyphsFor } from "./live/glyphs.ts";
import type { LiveNews, LiveView } from "./live/live-model.ts";
import type { TerminalStream } from "./live/live-screen.ts";
import { LiveWatch } from "./live/live-watch.ts";
import { PlainWatch } from "./live/plain-watch.ts";
import { systemTicker, type Ticker } from "./live/ticker.ts";
import { newsLines } from "./news-lines.ts";
import { coloursOn } from "./terminal.ts";
import type { Line } from "./text.ts";

export interface RunWatch<News extends LiveNews = RunNews, View extends LiveView = RunView> {
  /** `look` tells how the session or the build stands now. */
  tell(news: News, look: () => View): void;
  /** Leaves the terminal as it was; it watches one run, and no other after it. */
  stop(): void;
}

interface WatchPlace {
  readonly stream: TerminalStream & { readonly isTTY?: boolean };
  readonly ticker: Ticker;
  /** Whose end and halts leave the terminal in order, too. */
  readonly process?: OwnProcess;
}

type WatchRequest = Pick<Request, "context" | "quiet" | "json" | "report">;

export function placeOf({ stderr, process }: Io): WatchPlace {
  return { stream: stderr, ticker: systemTicker, ...(process === undefined ? {} : { process }) };
}

export function watchRun(request: WatchRequest, place: WatchPlace): RunWatch {
  return watchNews<RunNews, RunView>(request, place, newsLines);
}

export function watchBuild(request: WatchRequest, place: WatchPlace): RunWatch<BuildNews, LiveBuild> {
  return watchNews<BuildNews, LiveBuild>(request, place, buildNewsLines);
}

type LinesPlace = Parameters<typeof newsLines>[1];

function watchNews<News extends LiveNews, View extends LiveView>(
  request: WatchRequest,
  place: WatchPlace,
  linesOf: (news: News, place: LinesPlace, look: () => View) => readonly Line[],
): RunWatch<News, View> {
  if (request.quiet) return { tell: () => undefined, stop: () => undefined };
  const { context, report } = request;
  const common = {
    ticker: place.ticker,
    // It is told nothing but what it watches.
    linesOf: (news: LiveNews, look: () => LiveView) =>
      linesOf(news as News, linesPlace(place), look as () => View),
    report,
  };
  const live = !request.json && isLive(context.env, place);
  const watch = live ? liveWatch(context.env, place, common) : new PlainWatch(common);
  const unlisten = [
    whenAborted(context.cancel, () => watch.stopping("cleanly")),
    whenAborted(context.cancelNow, () => watch.stopping("now")),
    ...(watch instanceof LiveWatch && place.process !== undefined ? keepTerminal(watch, place.process) : []),
  ];
  return {
    tell: (news, look) => watch.tell(news, look),
    stop() {
      for (const stop of unlisten.splice(0)) stop();
      watch.stop();
    },
  };
}

function linesPlace({ stream: { columns }, ticker }: WatchPlace): LinesPlace {
  return { nowMs: ticker.nowMs(), ...(columns ? { width: columns } : {}) };
}

/** Whether somebody looks on, at something that can be redrawn. */
function isLive({ TERM, CI }: Environment, { stream }: WatchPlace): boolean {
  return stream.isTTY === true && TERM !== "dumb" && !CI;
}

type SharedWatchOptions = Pick<ConstructorParameters<typeof LiveWatch>[0], "ticker" | "linesOf" | "report">;

function liveWatch(env: Environment, { stream }: WatchPlace, common: SharedWatchOptions): LiveWatch {
  return new LiveWatch({ ...common, stream, glyphs: glyphsFor(env), colours: coloursOn(env, stream) });
}

function whenAborted(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) callback();
  else signal.addEventListener("abort", callback, { once: true });
  return () => signal.removeEventListener("abort", callback);
}

/** Whatever ends or halts the program, the terminal is left in order. */
function keepTerminal(watch: LiveWatch, program: OwnProcess): readonly (() => void)[] {
  const onExit = (): void => watch.stop();
  const onHalt = (): void => {
    watch.suspend();
    program.kill(program.pid, "SIGSTOP");
  };
  const onContinue = (): void => watch.goOn();
  program.on("exit", onExit);
  program.on("SIGTSTP", onHalt);
  program.on("SIGCONT", onContinue);
  return [
    () => program.off("exit", onExit),
    () => program.off("SIGTSTP", onHalt),
    () => program.off("SIGCONT", onContinue),
  ];
}
