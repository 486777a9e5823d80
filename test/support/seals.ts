// One pair of keys for all launches of a test, the same in every process and every run.
import { createPrivateKey, createPublicKey } from "node:crypto";
import { ed25519Seals } from "../../src/adapters/host/seals.ts";
import type { NewSeal, Seals } from "../../src/engine/ports.ts";

/** What stands before the thirty-two bytes of a private key, as RFC 8410 has it. */
const PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const KEY = createPrivateKey({
  key: Buffer.concat([PREFIX, Buffer.alloc(32, 7)]),
  format: "der",
  type: "pkcs8",
});

export const TEST_SEAL: NewSeal = {
  nonce: "5ea15ea15ea15ea15ea15ea15ea15ea1",
  sealKey: createPublicKey(KEY).export({ format: "der", type: "spki" }).toString("base64"),
  sealWith: KEY.export({ format: "der", type: "pkcs8" }).toString("base64"),
};

export const TEST_SEALS: Seals = { ...ed25519Seals, make: () => TEST_SEAL };

/** Another nonce for each launch, as a real one has; the same ones in the same order in every run. */
export function countedSeals(): Seals {
  let made = 0;
  return {
    ...TEST_SEALS,
    make: () => {
      made += 1;
      return { ...TEST_SEAL, nonce: made.toString(16).padStart(TEST_SEAL.nonce.length, "0") };
    },
  };
}
