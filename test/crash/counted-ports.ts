// Ports that count their calls, note each before it is made, and let the process meet its fate at one of them.
import type { AgentEvent, AppendRequest, FileCursor } from "../../src/engine/ports.ts";
import type { Fate } from "./fate.ts";

export interface Counting {
  readonly fate: Fate | null;
  /** Called before each call, with its number and label. */
  note(call: number, label: string): void;
  /** Sends the fate's signal to this process; returns only if that was SIGSTOP and is over. */
  strike(): void;
}

type Method = (...values: unknown[]) => unknown;

export class PortCounter {
  readonly #counting: Counting;
  #calls = 0;
  #struck = false;
  /** What was appended last says where in a session a call stands. */
  #since = "opened";

  constructor(counting: Counting) {
    this.#counting = counting;
  }

  /** The same port; the methods named are counted. */
  counted<Port extends object>(name: string, port: Port, methods: readonly (keyof Port & string)[]): Port {
    const wrapped = methods.map((method) => {
      const inner = (port[method] as Method).bind(port);
      return [method, (...values: unknown[]) => this.#call(`${name}.${method}`, inner, values)] as const;
    });
    return { ...port, ...Object.fromEntries(wrapped) };
  }

  async #call(method: string, inner: Method, values: unknown[]): Promise<unknown> {
    this.#calls += 1;
    const label = `${method}${detail(method, values)}, ${this.#since}`;
    this.#counting.note(this.#calls, label);
    const fate = this.#fateOf(this.#calls, `${method}${detail(method, values)}`);
    if (fate?.moment === "before") this.#counting.strike();
    if (fate?.moment === "inside") return await this.#strikeInside(inner, values, fate);
    const answer = await inner(...values);
    if (fate?.moment === "after") this.#counting.strike();
    if (method === "store.append") this.#since = `since ${commandLabel(values)}`;
    return answer;
  }

  #fateOf(call: number, label: string): Fate | null {
    const { fate } = this.#counting;
    if (fate === null || this.#struck || (fate.call !== call && fate.call !== label)) return null;
    this.#struck = true;
    return fate;
  }

  /** The answer is held back until the signal was sent, so that nobody acts on it before. */
  async #strikeInside(inner: Method, values: unknown[], { delayMs, onceRunning }: Fate): Promise<unknown> {
    let struck: () => void = () => undefined;
    const until = new Promise<void>((resolve) => {
      struck = resolve;
    });
    const strike = (): void => {
      this.#counting.strike();
      struck();
    };
    const answer = Promise.resolve(inner(...(onceRunning ? strikingOnceRunning(values, strike) : values)));
    if (!onceRunning && delayMs === undefined) setImmediate(strike);
    else if (!onceRunning) setTimeout(strike, delayMs);
    await until;
    return await answer;
  }
}

/** The arguments of an agent's start, of which the second hears its events. */
function strikingOnceRunning([request, onEvent, ...rest]: unknown[], strike: () => void): unknown[] {
  let running = false;
  const hear = (event: AgentEvent): void => {
    if (event.at === "started" && !running) {
      running = true;
      strike();
    }
    (onEvent as (event: AgentEvent) => void)(event);
  };
  return [request, hear, ...rest];
}

/** What tells calls of one method apart without counting them. */
function detail(method: string, values: unknown[]): string {
  const [first] = values;
  if (method === "store.append") return ` ${commandLabel(values)}`;
  if (method === "store.setFileCursors") {
    const [cursor] = values[1] as readonly FileCursor[];
    return cursor?.next === null ? " of what is written" : " of what is to be written";
  }
  if (method.startsWith("folder.")) return ` ${String(first).replace(/\d+/g, "N")}`;
  return "";
}

function commandLabel(values: unknown[]): string {
  const { command } = values[0] as AppendRequest;
  const { step } = command.data;
  return typeof step === "string" ? `${command.type} ${step}` : command.type;
}
