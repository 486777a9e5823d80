import { userInfo } from "node:os";

/** `human:name`, as the log records who did something. */
export function whoami(): string {
  try {
    return `human:${userInfo().username}`;
  } catch {
    return "human:unknown";
  }
}
