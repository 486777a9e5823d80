// Plain tables over all sessions, for lists that must not fold every session.
import { type SessionEvent, upcast } from "../../core/refinement/session/session-event.ts";
import type { Projection, RecordedEvent, RowChange } from "../../engine/ports.ts";

const STREAM = /^session\/(.+)$/;

function sessionEvent(event: RecordedEvent): { readonly id: string; readonly event: SessionEvent } | null {
  const id = STREAM.exec(event.stream)?.[1];
  return id === undefined ? null : { id, event: upcast(event) };
}

export const SESSIONS_TABLE: Projection = {
  table: "sessions",
  version: 3,
  key: "session",
  columns: {
    session: "text",
    spec: "text",
    state: "text",
    round: "integer",
    initial_gaps: "integer",
    open_after_round: "real",
    started_at: "text",
    updated_at: "text",
    output: "text",
  },
  project(recorded) {
    const found = sessionEvent(recorded);
    if (found === null) return [];
    const { id, event } = found;
    const patch = (cells: Record<string, string | number>): readonly RowChange[] => [
      { do: "patch", key: id, cells: { ...cells, updated_at: event.data.at } },
    ];
    switch (event.type) {
      case "SessionStarted":
        return [{ do: "put", row: startedRow(id, event.data) }];
      case "RoundStarted":
        return patch({ round: event.data.round });
      case "RoundCompleted":
        return patch({ open_after_round: event.data.openEnd });
      case "ConvergenceChanged":
        return patch({ state: event.data.state.at });
      case "SessionEnded":
        return patch({ state: event.data.type });
      case "SpecPublished":
        return patch({ output: event.data.path });
      default:
        return [];
    }
  },
};

function startedRow(
  session: string,
  { spec, gaps, at }: Extract<SessionEvent, { type: "SessionStarted" }>["data"],
) {
  return {
    session,
    spec: spec.path,
    state: "CONVERGING",
    round: 0,
    initial_gaps: gaps.length,
    open_after_round: gaps.length,
    started_at: at,
    updated_at: at,
    output: "",
  };
}

export const QUESTIONS_TABLE: Projection = {
  table: "questions",
  version: 1,
  key: "id",
  columns: {
    id: "text",
    position: "integer",
    session: "text",
    question: "text",
    kind: "text",
    why: "text",
    asked_at: "text",
    data: "text",
  },
  project(recorded) {
    const found = sessionEvent(recorded);
    if (found === null) return [];
    const { id, event } = found;
    switch (event.type) {
      case "QuestionAsked": {
        const { question } = event.data;
        const { id: number, kind, why, askedAt } = question;
        const row = {
          id: `${id}/${number}`,
          position: recorded.position,
          session: id,
          question: number,
          kind,
          why,
          asked_at: askedAt,
          data: JSON.stringify(question),
        };
        return [{ do: "put", row }];
      }
      case "QuestionAnswered":
        return [{ do: "delete", key: `${id}/${event.data.answer.question}` }];
      case "QuestionWithdrawn":
        return [{ do: "delete", key: `${id}/${event.data.question}` }];
      default:
        return [];
    }
  },
};

export const PROJECTIONS: readonly Projection[] = [SESSIONS_TABLE, QUESTIONS_TABLE];
