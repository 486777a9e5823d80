// A network with nothing in it but this machine: an agent that calls another host cannot, and a test that depended on
// it would fail.
import { spawnSync } from "node:child_process";

export type Network = "loopback only" | "open";

export interface NetworkChoice {
  readonly network: Network;
  /** What to put before a command. */
  readonly prefix: readonly string[];
  /** Why there is no network of its own. */
  readonly because: string | null;
}

const TRY_MS_MAX = 10_000;

/** Root makes one at once; others need a user namespace, which not every system gives them. */
const WAYS = [
  ["unshare", "--net"],
  ["unshare", "--map-root-user", "--net"],
];

/** A new namespace has its loopback device down; and the nameserver's address is made our own, to hear who is looked for. */
const WITH_LOOPBACK = [
  ...["sh", "-c"],
  `ip link set lo up &&
for server in $(sed -n 's/^nameserver \\([0-9.]*\\)$/\\1/p' /etc/resolv.conf); do
  ip address add "$server/32" dev lo 2> /dev/null
done; exec "$@"`,
  "sh",
];

const REACHES_ITSELF = `
const server = require("node:http").createServer((_, response) => response.end("x"));
server.listen(0, "127.0.0.1", () => {
  fetch("http://127.0.0.1:" + server.address().port).then(() => process.exit(0), () => process.exit(1));
});`;

export function chooseNetwork(platform: string): NetworkChoice {
  if (platform !== "linux")
    return { network: "open", prefix: [], because: `${platform} has no network namespaces` };
  let because = "unshare is not there";
  for (const way of WAYS) {
    const prefix = [...way, "--", ...WITH_LOOPBACK];
    const [program = "", ...args] = [...prefix, process.execPath, "-e", REACHES_ITSELF];
    const tried = spawnSync(program, args, { encoding: "utf8", timeout: TRY_MS_MAX });
    if (tried.status === 0) return { network: "loopback only", prefix, because: null };
    because = (tried.error?.message ?? tried.stderr).trim();
  }
  return { network: "open", prefix: [], because };
}
