/** What the other side of a dispute holds, asked for once. */
export interface PositionDocument {
  readonly position: string;
}
