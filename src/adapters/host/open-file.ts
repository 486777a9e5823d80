// A file in whatever program this person has chosen for its kind.
import { spawn } from "node:child_process";
import { platform } from "node:os";
import { dirname } from "node:path";
import { findProgram } from "./find-program.ts";

interface OpenRequest {
  readonly file: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The second is that of Linux under Windows. */
const LINUX_OPENERS = ["xdg-open", "wslview"];

/** Whether a program was found and started for it; what becomes of that is not waited for. */
export async function openFile({ file, env }: OpenRequest): Promise<boolean> {
  const opener = await findOpener(env);
  if (opener === null) return false;
  const child = spawn(opener, [file], {
    cwd: dirname(file),
    env: { ...env },
    detached: true,
    stdio: "ignore",
  });
  child.unref();
  return await new Promise((done) => {
    child.once("spawn", () => done(true));
    child.once("error", () => done(false));
  });
}

async function findOpener(env: OpenRequest["env"]): Promise<string | null> {
  const onMac = platform() === "darwin";
  // Without a screen the openers of Linux would look for a program in the terminal.
  const hasScreen = onMac || [env.DISPLAY, env.WAYLAND_DISPLAY, env.WSL_DISTRO_NAME].some(Boolean);
  if (!hasScreen) return null;
  for (const name of onMac ? ["open"] : LINUX_OPENERS) {
    const program = await findProgram(name, env.PATH ?? "");
    if (program !== null) return program;
  }
  return null;
}
