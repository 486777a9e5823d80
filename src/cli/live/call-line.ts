import type { RunView } from "../../app/sessions/run-refinement.ts";
import { cutText } from "../columns.ts";
import { harmless, type Line, type Paint, painted } from "../text.ts";
import { durationWords, spentWords } from "./amounts.ts";
import { PERSON, triesWords } from "./call-words.ts";
import { columnsOfLine } from "./columns.ts";
import { type Field, fitting, joined } from "./fields.ts";
import { lastWords } from "./last-words.ts";
import type { LiveCall, LiveModel } from "./live-model.ts";

const AGENT_COLUMNS_MAX = 24;
/** Less of what an agent says would only be a riddle. */
const SAID_COLUMNS_MIN = 8;
/** What it says is worth more than its name and its cost: for them, so much must be left. */
const SAID_COLUMNS_KEPT = 20;
/** From this rank on. */
const RANK_BELOW_SAID = 5;
/** A silence that is worth a look. */
const QUIET_MS = 60_000;
const NOW_MS = 1000;
const STARTING_MS = 10_000;
const SPINNER_MS = 100;

interface Drawing {
  readonly model: LiveModel;
  readonly width: number;
  readonly nowMs: number;
}

/** The spinner, who works on what for how long, and its last words in what room is left. */
export function callLine(call: LiveCall, { model, width, nowMs }: Drawing): Line {
  const { glyphs } = model;
  const words = call.said === null ? null : lastWords(call.said);
  const spinner = glyphs.spinner[Math.floor(nowMs / SPINNER_MS) % glyphs.spinner.length] ?? "";
  const kept = words === null ? 0 : SAID_COLUMNS_KEPT;
  const fields = fitting(
    callFields(call, model, nowMs),
    (rank) => width - 2 - (rank < RANK_BELOW_SAID ? 0 : kept),
    glyphs,
  );
  const line = [painted("cyan", spinner), " ", ...joined(fields, glyphs)];
  const room = width - columnsOfLine(line) - 2;
  if (words === null || room < SAID_COLUMNS_MIN) return line;
  return [...line, painted("dim", `: ${cutText(words, room, glyphs.ellipsis)}`)];
}

function callFields(call: LiveCall, model: LiveModel, nowMs: number): readonly Field[] {
  const gaps = gapWords(call, model.view);
  const spent = spentWords(call);
  return [
    { piece: painted("bold", call.role), rank: 0 },
    ...optional(gaps, 2),
    ...triesWords(call).map((words) => ({ piece: painted("yellow", words), rank: 3 })),
    ...optional(cutText(harmless(call.agent), AGENT_COLUMNS_MAX, model.glyphs.ellipsis), 5, "dim"),
    { piece: durationWords(nowMs - call.sinceMs), rank: 1 },
    ...optional(spent, 6),
    signField(call, nowMs),
  ];
}

function optional(text: string, rank: number, paint?: Paint): readonly Field[] {
  return text === "" ? [] : [{ piece: paint === undefined ? text : painted(paint, text), rank }];
}

/** What a role works on shows in the states of the gaps; of several, the first and how many more. */
function gapWords({ role, lane }: LiveCall, view: RunView | null): string {
  if (lane !== null) return harmless(lane);
  const state = role === "engineer" ? "IN_PROGRESS" : role === "reviewer" ? "PROPOSED" : null;
  const [first, ...others] = view?.gaps.filter((gap) => gap.state === state) ?? [];
  if (first === undefined) return "";
  return others.length === 0 ? first.id : `${first.id} +${others.length}`;
}

function signField({ agent, signMs, said, sinceMs }: LiveCall, nowMs: number): Field {
  if (agent === PERSON) return { piece: painted("yellow", "waits for your document"), rank: 4 };
  const quietMs = nowMs - (signMs ?? sinceMs);
  const paint = quietMs >= QUIET_MS ? "yellow" : "dim";
  if (signMs === null) {
    const words = quietMs < STARTING_MS ? "starting" : "no output yet";
    return { piece: painted(paint, words), rank: 4 };
  }
  const when = quietMs < NOW_MS ? "now" : `${durationWords(quietMs)} ago`;
  return { piece: painted(paint, said === null ? `last output ${when}` : when), rank: 4 };
}
