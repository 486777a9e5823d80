/** Why a command was not carried out: an expected answer, not an error of the program. */
export interface Refusal {
  readonly refused: string;
  readonly message: string;
  readonly fix?: string;
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && "refused" in value;
}
