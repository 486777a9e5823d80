// The agent of the crash tests: a line of shell that plays what is laid down for a call. The scripted agent of the
// product does the same and more, but takes a start of Node for each of the many calls.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Step {
  /** `purpose`, `purpose-round`, `purpose-round-attempt` or `purpose-round.incarnation`: the closest counts. */
  readonly on: string;
  readonly write: string;
  /** What it prints. */
  readonly say?: string;
}

export function layDownSteps(folder: string, steps: readonly Step[]): void {
  mkdirSync(folder, { recursive: true });
  for (const { on, write, say = "" } of steps) {
    writeFileSync(join(folder, `${on}.md`), write);
    writeFileSync(join(folder, `${on}.out`), say);
  }
}

/** From now on a call takes its time. */
export function delayStep(folder: string, on: string, delayMs: number): void {
  writeFileSync(join(folder, `${on}.delay`), String(delayMs / 1_000));
}

/** From now on a call ends only once it is let go. */
export function holdStep(folder: string, on: string): { letGo(): void } {
  const file = join(folder, `${on}.hold`);
  writeFileSync(file, "");
  return { letGo: () => rmSync(file) };
}

/** Each run adds a line when it begins and one when it has done its work to the file that PARLEY_TEST_RUNS names. */
const SCRIPT = `
note() { echo "$1 $PARLEY_KEY $$" >> "$PARLEY_TEST_RUNS"; }
note began
IFS=/ read -r session round purpose lane attempt launch <<KEY
$PARLEY_KEY
KEY
for step in "$purpose-$round" "$purpose-\${round%.*}-$attempt" "$purpose-\${round%.*}" "$purpose"; do
  [ -f "$1/$step.md" ] && break
done
[ -f "$1/$step.delay" ] && sleep "$(cat "$1/$step.delay")"
while [ -f "$1/$step.hold" ]; do sleep 0.05; done
cat "$1/$step.out"
cat "$1/$step.md" > "$PARLEY_OUT"
note done
`;

export function crashAgentArgv(steps: string): readonly string[] {
  return ["/bin/sh", "-c", SCRIPT, "agent", steps];
}
