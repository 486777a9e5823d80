// A session as it is kept: rounds long over lie in parts of ten, which are read when somebody looks back that far, and an
// edit of the draft that a proposal holds as well is kept once.
import type { RoundLog } from "../core/refinement/records/round-log.ts";
import { SESSION_SHAPE, sessionFold } from "../core/refinement/session/evolve.ts";
import type {
  AmendableAnswer,
  Checkpoint,
  LiveSession,
  Session,
  SessionWork,
} from "../core/refinement/session/session.ts";
import type { SessionEvent } from "../core/refinement/session/session-event.ts";
import type { EditId, SpecDraft, SpecEdit } from "../core/refinement/spec-draft.ts";
import { KeptParts, type PackedState, type PartPorts } from "./kept-parts.ts";
import type { Snapshot } from "./ports.ts";

export const SESSION_SNAPSHOT_SHAPE = `${SESSION_SHAPE} in parts`;

const ROUNDS_IN_PART = 10;

type Past = SessionWork["past"];
type AppliedEdit = SpecDraft["applied"][number];

interface PackedSession extends Omit<LiveSession, "work" | "amendable" | "checkpoints"> {
  /** What they found is not kept: whoever takes one back folds the log. */
  readonly amendable: readonly Pick<AmendableAnswer, "answer">[];
  readonly checkpoints: readonly Pick<Checkpoint, "round">[];
  readonly work: Omit<SessionWork, "draft"> & {
    /** The names of the parts with the rounds before those in `past`. */
    readonly parts: readonly string[];
    readonly draft: Omit<SpecDraft, "applied"> & { readonly applied: readonly PackedEdit[] };
  };
}

/** One of a proposal that is kept with it goes by its id. */
type PackedEdit = Omit<AppliedEdit, "edit"> & { readonly edit: SpecEdit | EditId };

export class SessionParts {
  readonly #parts: KeptParts<Session, SessionEvent>;
  /** Where the earlier rounds of a list lie, of which perhaps nothing was read. */
  readonly #known = new WeakMap<Past, readonly string[]>();

  constructor(stream: string, ports: PartPorts) {
    this.#parts = new KeptParts(stream, sessionFold, ports);
  }

  pack(session: Session): PackedState {
    if (session.at === "none") return { text: JSON.stringify(session) };
    const { work } = session;
    const { past, draft, proposals } = work;
    const parts = this.#known.get(past) ?? this.#keepRounds(past);
    const recent = past.slice(parts.length * ROUNDS_IN_PART);
    const applied = draft.applied.map(
      (one): PackedEdit =>
        proposedEdits(proposals, one).includes(one.edit) ? { ...one, edit: one.edit.id } : one,
    );
    const packed: PackedSession = {
      ...session,
      amendable: session.amendable.map(({ answer }) => ({ answer })),
      checkpoints: session.checkpoints.map(({ round }) => ({ round })),
      work: { ...work, past: recent, parts, draft: { ...draft, applied } },
    };
    return this.#parts.pack(packed, parts);
  }

  #keepRounds(past: Past): readonly string[] {
    return Array.from({ length: Math.floor(past.length / ROUNDS_IN_PART) }, (_, part) =>
      this.#parts.keep(past.slice(part * ROUNDS_IN_PART, (part + 1) * ROUNDS_IN_PART)),
    );
  }

  unpack({ text, version }: Snapshot): Session {
    const packed = JSON.parse(text) as PackedSession | Extract<Session, { readonly at: "none" }>;
    if (packed.at === "none") return packed;
    const { parts, draft, past: recent, ...work } = packed.work;
    this.#parts.noteOpened(parts);
    const past = listOnDemand(
      parts,
      (name, from) => this.#read(name) ?? this.#foldRounds(version).slice(from),
    );
    past.push(...recent);
    this.#known.set(past, parts);
    const applied = draft.applied.map((one) => unpackEdit(one, work.proposals));
    let session: LiveSession | null = null;
    const folded = (): LiveSession => {
      session ??= this.#fold(version);
      return session;
    };
    return {
      ...packed,
      work: { ...work, past, draft: { ...draft, applied } },
      amendable: packed.amendable.map(({ answer }) =>
        onDemand({ answer }, () => folded().amendable.find((one) => one.answer.question === answer.question)),
      ),
      checkpoints: packed.checkpoints.map(({ round }) =>
        onDemand({ round }, () => folded().checkpoints.find((one) => one.round === round)),
      ),
    };
  }

  #fold(version: number): LiveSession {
    const session = this.#parts.foldTo(version);
    if (session.at === "none") throw new Error("the log does not begin with the session");
    return session;
  }

  #read(name: string): Past | null {
    return this.#parts.read(name) as Past | null;
  }

  #foldRounds(version: number): Past {
    return this.#fold(version).work.past;
  }
}

function proposedEdits(
  proposals: SessionWork["proposals"],
  { gaps }: Pick<AppliedEdit, "gaps">,
): readonly SpecEdit[] {
  return gaps.flatMap((gap) => proposals[gap]?.edits ?? []);
}

function unpackEdit(packed: PackedEdit, proposals: SessionWork["proposals"]): AppliedEdit {
  const edit =
    typeof packed.edit === "string"
      ? proposedEdits(proposals, packed).find(({ id }) => id === packed.edit)
      : packed.edit;
  if (edit === undefined) throw new Error(`${packed.edit} is kept with no proposal`);
  return { ...packed, edit };
}

/** How the session stood before something is read from the log once somebody asks. */
function onDemand<Entry extends { readonly before: unknown }>(
  known: Omit<Entry, "before">,
  find: () => Entry | undefined,
): Entry {
  const get = (): Entry["before"] => {
    const entry = find();
    if (entry === undefined) throw new Error(`the log does not have ${JSON.stringify(known)}`);
    return entry.before;
  };
  return Object.defineProperty({ ...known }, "before", { get, enumerable: true }) as unknown as Entry;
}

/** A list of which each part is read once somebody looks at one of its elements; to everybody it is as any other. */
function listOnDemand(parts: readonly string[], read: (name: string, from: number) => Past): RoundLog[] {
  const list: RoundLog[] = [];
  for (const [part, name] of parts.entries()) {
    const from = part * ROUNDS_IN_PART;
    const get = (at: number) => (): RoundLog | undefined => {
      for (const [index, value] of read(name, from).slice(0, ROUNDS_IN_PART).entries()) {
        Object.defineProperty(list, from + index, { value, writable: true });
      }
      return list[at];
    };
    for (let at = from; at < from + ROUNDS_IN_PART; at += 1) {
      Object.defineProperty(list, at, { get: get(at), enumerable: true, configurable: true });
    }
  }
  return list;
}
