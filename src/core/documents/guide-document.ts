/** What an agent drafts for the user's answer to a task that keeps being rejected. */
export interface GuideDocument {
  /** What the coder should do, as the user might tell it. */
  readonly guidance: string;
  /** What in the history speaks for it. */
  readonly why: string;
}
