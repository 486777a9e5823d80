import type { Usage } from "../../../core/shared/usage.ts";

/** What the process that speaks to an ACP agent writes into the log of its run, a JSON document a line. */
export type AcpLine =
  | {
      readonly type: "session";
      readonly id: string;
      /** Whether it goes on with the session it was told to. */
      readonly resumed: boolean;
      /** Whether a later run can go on with it. */
      readonly canGoOn: boolean;
      /** What the agent calls itself. */
      readonly agent: string;
    }
  | { readonly type: "said"; readonly text: string }
  /** A tool that it uses, with its file. */
  | { readonly type: "used-tool"; readonly what: string }
  | { readonly type: "troubled"; readonly about: string }
  | { readonly type: "denied"; readonly what: string }
  /** It sends something that need not be told. */
  | { readonly type: "alive" }
  /** The turn came to its end; `usd` is what the whole session cost so far. */
  | { readonly type: "ended"; readonly text: string | null; readonly usage: Usage }
  /** The turn did not, or only says so. */
  | ({ readonly type: "failed"; readonly usage: Usage } & TurnFailure);

export interface TurnFailure {
  readonly message: string;
  /** A word for what went wrong, where there is one. */
  readonly code?: string;
  /** Of the model server, where it tells. */
  readonly status?: number;
}
