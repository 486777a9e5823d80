/** What tells one launch of a call from every other, and shows whether a result is its own. */
export interface LaunchSeal {
  /** Chance, made for this launch. */
  readonly nonce: string;
  /** The public half of the pair that its result is sealed with. */
  readonly sealKey: string;
}
