const PREFIX = "session/";

export function sessionStream(id: string): string {
  return `${PREFIX}${id}`;
}

export function isSessionStream(stream: string): boolean {
  return stream.startsWith(PREFIX);
}
