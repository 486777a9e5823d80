// The person's own editor, on the terminal that parley was started in.
import { spawn } from "node:child_process";
import { dirname } from "node:path";
import type { Cancel } from "../../engine/ports.ts";

interface EditorRequest {
  /** As a shell reads it: a program, perhaps with options. */
  readonly command: string;
  readonly file: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Stops the editor, too. */
  readonly cancel: Cancel;
}

type EditorOutcome = { readonly at: "closed" } | { readonly at: "failed"; readonly why: string };

/** Waits until it is closed. What it saved is in the file, however it ended. */
export function openEditor({ command, file, env, cancel }: EditorRequest): Promise<EditorOutcome> {
  return new Promise((done) => {
    // Where our output is read by another program, the editor still has to show itself on the terminal.
    const screen = process.stdout.isTTY ? "inherit" : process.stderr.fd;
    const editor = spawn("/bin/sh", ["-c", `${command} "$@"`, command, file], {
      cwd: dirname(file),
      env: { ...env },
      stdio: ["inherit", screen, "inherit"],
    });
    const stopListening = cancel.onCancel(() => editor.kill("SIGTERM"));
    const end = (edited: EditorOutcome): void => {
      stopListening();
      done(edited);
    };
    editor.once("error", ({ message }) => end({ at: "failed", why: message }));
    editor.once("close", (code, signal) => {
      if (code === 0) end({ at: "closed" });
      else
        end({ at: "failed", why: signal === null ? `it ended with ${code}` : `it was ended by ${signal}` });
    });
  });
}
