// Seals of launches: a pair of keys for each, of which only the public half is ever written down.
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
} from "node:crypto";
import type { Seals } from "../../engine/ports.ts";

const NONCE_BYTES = 16;

export const ed25519Seals: Seals = {
  make() {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    return {
      nonce: randomBytes(NONCE_BYTES).toString("hex"),
      sealKey: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
      sealWith: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
    };
  },

  sign(text, sealWith) {
    const key = createPrivateKey({ key: Buffer.from(sealWith, "base64"), format: "der", type: "pkcs8" });
    return sign(null, Buffer.from(text), key).toString("base64");
  },

  holds(text, signature, sealKey) {
    try {
      const key = createPublicKey({ key: Buffer.from(sealKey, "base64"), format: "der", type: "spki" });
      return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64"));
    } catch {
      // What is no key, or no signature, seals nothing.
      return false;
    }
  },
};
