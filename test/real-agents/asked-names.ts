// Which hosts somebody looks for: in a network of its own the nameserver is this machine, and knows no name at all. That
// shows who would have called elsewhere, through whatever library.
import { createSocket } from "node:dgram";

export interface AskedName {
  readonly atMs: number;
  readonly name: string;
}

export interface NameListener {
  asked(): readonly AskedName[];
  close(): void;
}

const PORT = 53;
const HEADER_BYTES = 12;
/** An answer, to a question that wanted one, that there is no such name. */
const NO_SUCH_NAME = Buffer.from([0x81, 0x83]);

/** Where nobody may listen there, nothing is heard. */
export async function listenForNames(): Promise<NameListener> {
  const asked: AskedName[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    asked.push({ atMs: Date.now(), name: nameIn(question) });
    const answer = Buffer.from(question);
    NO_SUCH_NAME.copy(answer, 2);
    socket.send(answer, port, address);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.bind(PORT, () => resolve());
  });
  return { asked: () => asked, close: () => socket.close() };
}

function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = HEADER_BYTES; at < question.length; ) {
    const size = question[at] ?? 0;
    if (size === 0) break;
    labels.push(question.toString("latin1", at + 1, at + 1 + size));
    at += 1 + size;
  }
  return labels.join(".");
}
