// How the tables over all sessions follow from their events.
import { type SessionEvent, upcast } from "../../core/refinement/session/session-event.ts";
import type { Projection, RecordedEvent, RowChange } from "../../engine/ports.ts";
import { QUESTIONS_TABLE, SESSIONS_TABLE } from "./session-tables.ts";

const STREAM = /^session\/(.+)$/;

function sessionEvent(event: RecordedEvent): { readonly id: string; readonly event: SessionEvent } | null {
  const id = STREAM.exec(event.stream)?.[1];
  return id === undefined ? null : { id, event: upcast(event) };
}

const SESSIONS_PROJECTION: Projection = {
  ...SESSIONS_TABLE,
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

const QUESTIONS_PROJECTION: Projection = {
  ...QUESTIONS_TABLE,
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

export const SESSION_PROJECTIONS: readonly Projection[] = [SESSIONS_PROJECTION, QUESTIONS_PROJECTION];
