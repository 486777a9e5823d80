// A program of node that is nobody's child any more: it goes on when whoever started it ends.
import { spawn } from "node:child_process";
import { open } from "node:fs/promises";

interface ApartRequest {
  /** The file that node runs. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where its output goes; what was there is gone. */
  readonly stdout: string;
  readonly stderr: string;
}

interface ProgramApart {
  readonly pid: number;
  /** Its exit code; `null` where a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** Throws where it cannot be started. */
export async function startApart(request: ApartRequest): Promise<ProgramApart> {
  const stdout = await open(request.stdout, "w");
  try {
    const stderr = await open(request.stderr, "w");
    try {
      return await spawnApart(request, [stdout.fd, stderr.fd]);
    } finally {
      await stderr.close();
    }
  } finally {
    await stdout.close();
  }
}

async function spawnApart(
  { program, args, cwd, env }: ApartRequest,
  [stdout, stderr]: readonly [number, number],
): Promise<ProgramApart> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", stdout, stderr],
  });
  const ended = new Promise<number | null>((done) => {
    child.once("exit", (code) => done(code));
  });
  await new Promise<void>((started, failed) => {
    child.once("spawn", started);
    child.once("error", failed);
  });
  child.unref();
  // It has a number since it was started.
  return { pid: child.pid as number, ended };
}
