// A parley that dies between saying that a call starts and letting the agent begin has lost that launch, with the key
// that only it had to seal it: nothing ran, and the next launch takes its place. That is the one trace that a crash may leave in the log.

export interface LoggedEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Told {
  readonly events: readonly LoggedEvent[];
  readonly lost: number;
}

const NEVER_BEGAN =
  /^(it was never started: parley ended before|it was never started, or broke off with parley: .*|its wrapper, process \d+, is gone without a word)$/;

/** The log as it would be without them: the launches after a lost one are counted as if it had not been. */
export function withoutLostLaunches(events: readonly LoggedEvent[]): Told {
  const index = events.findIndex(neverBegan);
  const key = events[index]?.data.key;
  if (typeof key !== "string") return { events, lost: 0 };
  const rest = events.filter(
    (event, at) => at !== index && !(event.type === "AgentCallStarted" && event.data.key === key),
  );
  const [attempt, launch] = [key.slice(0, key.lastIndexOf("/")), Number(key.slice(key.lastIndexOf("/") + 1))];
  const { events: told, lost } = withoutLostLaunches(
    rest.map((event) => countedAgain(event, attempt, launch)),
  );
  return { events: told, lost: lost + 1 };
}

function neverBegan({ type, data }: LoggedEvent): boolean {
  const [because] = Array.isArray(data.evidence) ? data.evidence : [];
  return type === "AgentCallFinished" && data.outcome === "crashed" && NEVER_BEGAN.test(String(because));
}

function countedAgain(event: LoggedEvent, attempt: string, lost: number): LoggedEvent {
  const { key, launch } = event.data;
  if (typeof key !== "string" || !key.startsWith(`${attempt}/`)) return event;
  const before = Number(key.slice(attempt.length + 1));
  if (before <= lost) return event;
  const data = { ...event.data, key: `${attempt}/${before - 1}` };
  return { ...event, data: typeof launch === "number" ? { ...data, launch: launch - 1 } : data };
}
