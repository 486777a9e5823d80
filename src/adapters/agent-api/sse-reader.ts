// Server-sent events, as they come in pieces of any size. Only the data matters here: what an event is called stands
// in its data too.

/** Room for a whole document in one event, with all its escapes, twice over. */
const EVENT_CHARS_MAX = 24 * 1024 * 1024;

type SseTaken =
  | { readonly at: "events"; readonly data: readonly string[] }
  /** An event is larger than any that means well. */
  | { readonly at: "too-large" };

const DATA = /^data(?:: ?|$)/;
const LINE_END = /\r\n|\n|\r/g;

export class SseReader {
  readonly #charsMax: number;
  /** The beginning of a line whose end has not come. */
  #begun: string[] = [];
  #data: string[] = [];
  #chars = 0;
  /** The last piece ended with a carriage return: a line feed that follows belongs to it. */
  #afterReturn = false;

  constructor(charsMax: number = EVENT_CHARS_MAX) {
    this.#charsMax = charsMax;
  }

  push(text: string): SseTaken {
    const events: string[] = [];
    let from = this.#afterReturn && text.startsWith("\n") ? 1 : 0;
    if (text !== "") this.#afterReturn = text.endsWith("\r");
    LINE_END.lastIndex = from;
    for (let end = LINE_END.exec(text); end !== null; end = LINE_END.exec(text)) {
      this.#keep(text.slice(from, end.index));
      if (this.#chars > this.#charsMax) return { at: "too-large" };
      events.push(...this.#endLine());
      from = end.index + end[0].length;
    }
    this.#keep(text.slice(from));
    return this.#chars > this.#charsMax ? { at: "too-large" } : { at: "events", data: events };
  }

  /** What the last event held, where a stream that ended well left out the empty line after it. */
  end(): readonly string[] {
    const last = this.#begun.length > 0 ? this.#endLine() : [];
    return [...last, ...this.#endEvent()];
  }

  #keep(part: string): void {
    if (part === "") return;
    this.#begun.push(part);
    this.#chars += part.length;
  }

  #endLine(): readonly string[] {
    const line = this.#begun.join("");
    this.#begun = [];
    if (line === "") return this.#endEvent();
    // A comment is a sign of life; other fields say nothing that we need.
    if (DATA.test(line)) this.#data.push(line.replace(DATA, ""));
    else this.#chars -= line.length;
    return [];
  }

  #endEvent(): readonly string[] {
    const event = this.#data;
    this.#data = [];
    this.#chars = 0;
    return event.length === 0 ? [] : [event.join("\n")];
  }
}
