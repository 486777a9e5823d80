import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { ThreadWorkplace } from "../../src/adapters/work-thread/thread-workplace.ts";
import { systemHash, systemUtf8 } from "../../src/app/sessions/system-ports.ts";
import { workHandler } from "../../src/app/work/all-work.ts";
import { type Cancel, type Lease, WorkGivenUp, type Workplace, WorkStopped } from "../../src/engine/ports.ts";
import { ALL_RULES } from "../../src/lint/lint-rules.ts";
import { holdLease } from "../../src/runner/hold-lease.ts";
import { longText } from "../support/long-documents.ts";
import { workplaceContract } from "./workplace-contract.ts";

const NO_TEXTS = { get: async () => null };

function thread(
  bounds: { readonly workMsMax?: number; readonly memoryMbMax?: number } = {},
): ThreadWorkplace {
  const workplace = new ThreadWorkplace({ file: pathToFileURL(resolve("dist/work-thread.js")), ...bounds });
  onTestFinished(() => workplace.close());
  return workplace;
}

const inPlace: Workplace = {
  do: (work, { texts }) => workHandler({ blobs: texts, hash: systemHash, utf8: systemUtf8 })(work),
};

workplaceContract("in place", async () => inPlace);
workplaceContract("in a thread", async () => thread());

const RULES = [...ALL_RULES];
const LONG_WORK = { name: "lint", input: { text: longText(), file: "s.md", cwd: "/", rules: RULES } };
const SHORT_WORK = { name: "lint", input: { text: "TODO: what?", file: "s.md", cwd: "/", rules: RULES } };

it.each([
  ["time", { workMsMax: 1 }, "took more than 0.001 seconds"],
  ["memory", { memoryMbMax: 16 }, "took more memory"],
])(
  "given work that takes more %s than there is, then it is given up, and the next begins anew",
  async (_, bounds, why) => {
    const workplace = thread(bounds);
    const failed = await workplace.do(LONG_WORK, { texts: NO_TEXTS }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(WorkGivenUp);
    expect(String(failed)).toContain(why);
    const again = await workplace.do(LONG_WORK, { texts: NO_TEXTS }).catch((error: unknown) => error);
    expect(again).toBeInstanceOf(WorkGivenUp);
  },
);

it("given somebody who does not want to wait, then the work is stopped, and the next is done", async () => {
  const workplace = thread();
  let cancel = (): void => undefined;
  const stop: Cancel = {
    cancelled: false,
    onCancel(callback) {
      cancel = callback;
      return () => undefined;
    },
  };
  const done = workplace.do(LONG_WORK, { texts: NO_TEXTS, stop }).catch((error: unknown) => error);
  await new Promise((later) => setImmediate(later));
  cancel();
  expect(await done).toBeInstanceOf(WorkStopped);
  expect(await workplace.do(SHORT_WORK, { texts: NO_TEXTS })).toMatchObject({ findings: [{ line: 1 }] });
});

it("given 2 MB that are being read in a thread, then the lease is extended meanwhile", async () => {
  const holder = { host: "here", pid: 1, processStart: "then" };
  const lease: Lease = { resource: "session/s", epoch: 1, holder, expiresAtMs: Date.now() + 30 };
  let heartbeats = 0;
  const heartbeat = async (given: Lease): Promise<Lease> => {
    heartbeats += 1;
    return given;
  };
  const held = holdLease({
    leases: { heartbeat },
    lease,
    clock: { nowMs: () => Date.now() },
    leaseMs: 30,
    onLost: () => expect.fail("the lease was lost"),
  });
  const workplace = thread();
  await workplace.do(SHORT_WORK, { texts: NO_TEXTS });
  const before = heartbeats;
  await workplace.do(LONG_WORK, { texts: NO_TEXTS });
  expect(heartbeats).toBeGreaterThan(before);
  await held.stop();
});
