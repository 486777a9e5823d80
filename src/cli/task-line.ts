import { statusMarker as marker } from "../app/board/status-named.ts";
import { cutText } from "./columns.ts";
import { type Line, paintText } from "./text.ts";

interface ShownTask {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly skipped?: boolean;
}

export function taskLine({ id, title, status, skipped }: ShownTask, width: number): Line {
  const aside = skipped === true ? "  skipped" : "";
  const room = Math.max(20, width - id.length - 6 - aside.length);
  return [paintText("bold", id), ` ${marker(status)} `, cutText(title, room), paintText("dim", aside)];
}
