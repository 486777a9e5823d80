// State diagrams in Mermaid's notation: as much of it as says which states there are and what leads where.
import type { Place } from "../../document/spec/place.ts";
import type { PartText } from "../../document/spec/spec-text.ts";
import { type Machine, MachineDraft, type StateKey, stateKey } from "./machine.ts";

const HEADER_LINES_MAX = 12;

export function mermaidMachines({ blocks, lines, sectionOf }: PartText): readonly Machine[] {
  return blocks.flatMap((block) => {
    if (block.kind !== "code" || !/^(?:\{?\.?)?mermaid\b/i.test(block.info)) return [];
    const body = lines.slice(block.line, block.endLine);
    const header = body
      .slice(0, HEADER_LINES_MAX)
      .findIndex((line) => /^\s*stateDiagram(?:-v2)?\b/.test(line));
    if (header < 0) return [];
    const reader = new DiagramReader();
    for (const [index, text] of body.slice(header + 1).entries()) {
      reader.read({ text, line: block.line + header + 2 + index });
    }
    return [reader.draft.machine(sectionOf(block))];
  });
}

interface DiagramLine {
  readonly text: string;
  readonly line: number;
}

const NAME = '(?:"[^"]{1,200}"|[\\p{L}\\p{N}_.-]{1,200})';
const DESCRIBED = new RegExp(`^\\s*state\\s{1,8}"([^"]{1,200})"\\s{1,8}as\\s{1,8}(${NAME})`, "u");
const DECLARED = new RegExp(`^\\s*state\\s{1,8}(${NAME})`, "u");
const NAMED = new RegExp(`^\\s*(${NAME})\\s*(?::(?!::)|$)`, "u");
const NOTE = new RegExp(`^\\s*note\\s{1,8}(?:left|right)\\s{1,8}of\\s{1,8}(${NAME})`, "u");
const SAID_TO_END = /\b(?:final|terminal|end state|absorbing)\b/i;
const NOT_A_STATE =
  /^\s*(?:%%|direction\b|classDef\b|class\b|style\b|click\b|accTitle\b|accDescr\b|title\b|hide\b|scale\b|--\s*$|```|~~~)/;
const EDGE = "[*]";

class DiagramReader {
  readonly draft = new MachineDraft();
  private readonly around: StateKey[] = [];
  private note: StateKey | null = null;
  private inNote = false;

  read(line: DiagramLine): void {
    if (this.inNote) this.readNote(line.text);
    else if (NOT_A_STATE.test(line.text) || line.text.trim() === "") return;
    else if (/^\s*\}/.test(line.text)) this.around.pop();
    else if (NOTE.test(line.text)) this.openNote(line.text);
    else if (line.text.includes("-->")) this.readTransition(line);
    else this.readDeclaration(line);
  }

  private openNote(text: string): void {
    const match = NOTE.exec(text);
    this.note = match?.[1] === undefined ? null : stateKey(match[1]);
    const rest = text.slice(match?.[0].length ?? 0);
    this.inNote = !rest.includes(":");
    this.takeNoteText(rest);
  }

  private readNote(text: string): void {
    if (/^\s*end note\b/.test(text)) this.inNote = false;
    else this.takeNoteText(text);
  }

  /** What a note says about its state. */
  private takeNoteText(text: string): void {
    const state = this.note === null ? undefined : this.draft.states.get(this.note);
    if (state !== undefined && SAID_TO_END.test(text)) state.isFinal = true;
  }

  private readDeclaration({ text, line }: DiagramLine): void {
    const described = DESCRIBED.exec(text);
    const match = described ?? DECLARED.exec(text) ?? NAMED.exec(text);
    const written = described?.[2] ?? match?.[1];
    if (match === null || written === undefined) return;
    const at = match[0].lastIndexOf(written);
    const place = placeOfName(text, line, written, at);
    const state = this.draft.state(stripQuotes(written), place, this.around.at(-1) ?? null);
    if (state === null) return;
    if (described?.[1] !== undefined) state.aliases.add(stateKey(described[1]));
    if (SAID_TO_END.test(text.slice(at + written.length))) state.isFinal = true;
    if (/<<(?:choice|fork|join)>>/.test(text)) state.isPassing = true;
    if (/\{\s*$/.test(text)) {
      state.isComposite = true;
      this.around.push(state.key);
    }
  }

  private readTransition({ text, line }: DiagramLine): void {
    const arrow = text.indexOf("-->");
    const left = text.slice(0, arrow).replace(/:::[\w-]+/, (style) => " ".repeat(style.length));
    const right = text.slice(arrow + 3).replace(/:::[\w-]+/, (style) => " ".repeat(style.length));
    const colon = right.indexOf(":");
    const target = colon < 0 ? right : right.slice(0, colon);
    const label = colon < 0 ? "" : right.slice(colon + 1).trim();
    const from = this.end(left, line, text, 0);
    const to = this.end(target, line, text, arrow + 3);
    if (from === EDGE || to === EDGE) this.draft.hasEdges = true;
    if (from === EDGE && to !== EDGE && to !== null) this.enter(to);
    if (to === EDGE && from !== EDGE && from !== null) this.markFinal(from);
    if (from === null || to === null || from === EDGE || to === EDGE) return;
    const trigger = label.split(/[[/]/, 1)[0]?.trim() ?? "";
    this.draft.transitions.push({
      from,
      to,
      trigger: trigger === "" ? null : trigger,
      guarded: label.includes("["),
      place: trigger === "" ? null : placeOfName(text, line, trigger, arrow + 3 + colon + 1),
    });
  }

  private end(written: string, line: number, text: string, from: number): StateKey | typeof EDGE | null {
    const name = written.trim();
    if (name === EDGE) return EDGE;
    return (
      this.draft.state(stripQuotes(name), placeOfName(text, line, name, from), this.around.at(-1) ?? null)
        ?.key ?? null
    );
  }

  /** Inside a composite state the start is its own: who comes to the composite comes there. */
  private enter(to: StateKey): void {
    const composite = this.around.at(-1);
    if (composite === undefined) this.draft.starts.add(to);
    else this.draft.transitions.push({ from: composite, to, trigger: null, guarded: false, place: null });
  }

  private markFinal(from: StateKey): void {
    const state = this.draft.states.get(from);
    if (state !== undefined) state.isFinal = true;
    this.draft.marksEnds = true;
  }
}

function stripQuotes(name: string): string {
  return name.replaceAll('"', "").trim();
}

function placeOfName(text: string, line: number, name: string, from = 0): Place {
  const at = Math.max(0, text.indexOf(name, from));
  return { line, column: at + 1, endColumn: at + 1 + name.length };
}
