/** How a document deviates from the form it was asked for, at a place; never a reason to reject it by itself. */
export interface Note {
  readonly code: string;
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

/** What a document says, and how its form deviates. */
export interface ReadDocument<Document> {
  readonly document: Document;
  readonly notes: readonly Note[];
}
