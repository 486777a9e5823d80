// Whether what lies in a run folder is what its launch left there. The wrapper alone has the key to seal a run's end, and
// the process that started it the one to seal its result; neither key is ever written down, so that nobody who can
// write into the folder can make a seal that holds.

import type { FileHandle } from "node:fs/promises";
import type { AgentResult, LaunchMark, Seals } from "../../engine/ports.ts";
import { writeDurably } from "../shared/durable-file.ts";
import { resultSealText } from "../shared/run-result.ts";
import { sha256Hash, sha256Of } from "../shared/sha256.ts";
import { isSystemError } from "../shared/system-error.ts";
import { CHUNK_BYTES, openRegular, readAt } from "./read-document.ts";
import { documentPath, type RunFolder } from "./run-folder.ts";
import {
  type ExitRecord,
  type ExitSeal,
  type LeftFile,
  type RunRequest,
  readExitSeal,
  readResult,
  readResultSeal,
  recordText,
} from "./run-records.ts";

/** How a launch is told from others, and how its seals are looked at. */
export interface SealCheck {
  readonly mark: LaunchMark;
  readonly seals: Seals;
  /** Only the process that started it has it. */
  readonly sealWith: string | null;
}

/** What the wrapper signs; its own text must make the very same of it. */
function exitText({ key }: RunRequest, { nonce, promptHash }: LaunchMark, seal: ExitSealed): string {
  const { exit, stdout, stderr, document } = seal;
  const left = [stdout, stderr, document].map((file) => (file === null ? null : [file.bytes, file.sha256]));
  return JSON.stringify(["parley exit 1", key, nonce, promptHash, exit, ...left]);
}

type ExitSealed = Omit<ExitSeal, "signature">;

/** What is wrong with the end of a run, in words, or the seal that shows that nothing is. */
export async function checkedExit(
  run: RunFolder,
  request: RunRequest,
  { mark, seals }: SealCheck,
): Promise<ExitSeal | string> {
  const seal = await readExitSeal(run);
  if (seal === null) return "its end bears no seal";
  if (!seals.holds(exitText(request, mark, seal), seal.signature, mark.sealKey)) {
    return "its end bears a seal that is not its wrapper's";
  }
  if ((await leftFile(run.exit))?.sha256 !== seal.exit) return "its end was changed after it was sealed";
  if (!isBeginning(await leftFile(run.stdout, seal.stdout?.bytes), seal.stdout)) {
    return "stdout.log was changed after it was sealed";
  }
  if (!isBeginning(await leftFile(run.stderr, seal.stderr?.bytes), seal.stderr)) {
    return "stderr.log was changed after it was sealed";
  }
  const document = await leftFile(documentPath(run, request));
  return isBeginning(document, seal.document) ? seal : `${request.document} was changed after it was sealed`;
}

function isBeginning(found: LeftFile, sealed: LeftFile): boolean {
  if (found === null || sealed === null) return found === sealed;
  return found.bytes === sealed.bytes && found.sha256 === sealed.sha256;
}

/** The end of a launch whose wrapper could not be started, by whoever tried. */
export async function writeSealedExit(
  run: RunFolder,
  {
    request,
    exit,
    check,
  }: { readonly request: RunRequest; readonly exit: ExitRecord; readonly check: SealCheck },
): Promise<void> {
  const text = recordText(exit);
  const sealed: ExitSealed = {
    exit: sha256Of(text),
    stdout: await leftFile(run.stdout),
    stderr: await leftFile(run.stderr),
    document: await leftFile(documentPath(run, request)),
  };
  const { mark, seals, sealWith } = check;
  if (sealWith !== null) {
    const signature = seals.sign(exitText(request, mark, sealed), sealWith);
    await writeDurably(run.exitSeal, recordText({ ...sealed, signature }));
  }
  await writeDurably(run.exit, text);
}

/** The result that was noted by the process that started the launch; `null` where none is. */
export async function sealedResult(
  run: RunFolder,
  request: RunRequest,
  { mark, seals }: SealCheck,
): Promise<AgentResult | null> {
  const [noted, seal] = [await leftFile(run.result), await readResultSeal(run)];
  if (noted === null || seal === null) return null;
  const holds = seals.holds(resultSealText(request.key, mark, noted.sha256), seal.signature, mark.sealKey);
  return holds ? await readResult(run) : null;
}

/** Whether it could be sealed: whoever recovered the launch has no key to it. */
export async function sealResult(
  run: RunFolder,
  about: { readonly request: RunRequest; readonly result: AgentResult; readonly check: SealCheck },
): Promise<boolean> {
  const { mark, seals, sealWith } = about.check;
  if (sealWith === null) return false;
  const signature = seals.sign(
    resultSealText(about.request.key, mark, sha256Of(recordText(about.result))),
    sealWith,
  );
  await writeDurably(run.resultSeal, recordText({ signature }));
  return true;
}

/** Up to `bytesMax` of it, where it is longer. */
async function leftFile(file: string, bytesMax = Number.MAX_SAFE_INTEGER): Promise<LeftFile> {
  try {
    const opened = await openRegular(file);
    if ("why" in opened) return null;
    try {
      return await digestOf(opened.handle, bytesMax);
    } finally {
      await opened.handle.close();
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return null;
  }
}

async function digestOf(handle: FileHandle, bytesMax: number): Promise<NonNullable<LeftFile>> {
  const hash = sha256Hash();
  let bytes = 0;
  while (bytes < bytesMax) {
    const chunk = await readAt(handle, bytes, Math.min(CHUNK_BYTES, bytesMax - bytes));
    if (chunk.length === 0) break;
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}
