export type StreamEvent = { readonly type: string; readonly [field: string]: unknown };

/** Characters of a text that travel in one event: few, so that every answer comes in several. */
const PIECE_CHARS = 24;

/** An event of a stream under its own name, as Anthropic and the Responses API send it. */
export function namedFrame(event: StreamEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

export function dataFrame(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** By code points, so that no piece ends in half a character. */
export function piecesOf(text: string): readonly string[] {
  const characters = [...text];
  const pieces: string[] = [];
  for (let from = 0; from < characters.length; from += PIECE_CHARS) {
    pieces.push(characters.slice(from, from + PIECE_CHARS).join(""));
  }
  return pieces;
}
