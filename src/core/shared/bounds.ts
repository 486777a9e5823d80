// How much of a text from outside is read: the one place for these bounds. Whatever is beyond them stays unread, and a
// failure of the gate, a note or a finding says so.

const KB = 1024;
const MB = 1024 * KB;

/** Of what an agent hands in; a larger document fails the gate, whatever it says. */
export const DOCUMENT_BYTES_MAX = 2 * MB;
/** Of a form of the build loop, whose fields are all short. */
export const FORM_BYTES_MAX = 256 * KB;
/** Larger than any spec two agents could argue over. */
export const SPEC_BYTES_MAX = 8 * MB;
/** Of a file that a person names: larger than any list of tasks somebody keeps, or any document somebody asks about. */
export const NAMED_FILE_BYTES_MAX = 64 * MB;

/** A longer line meets no pattern and no parser. */
export const LINE_CHARS_MAX = 64 * KB;
/** A paragraph or list item with more is left as it stands; no pattern meets more at once. */
export const PIECE_CHARS_MAX = 256 * KB;
/** Of marks that open or close something: the parser's time grows with their square, so a piece may hold only so many. */
export const PIECE_MARKS_MAX = 1_000;
/** Of lists and quotes in one another. */
export const NESTING_MAX = 32;
/** Of fences in one another. */
export const FENCES_NESTED_MAX = 32;
/** How often a text may be read again after a fence that stayed open; then CommonMark's reading rules. */
export const FENCE_REREADS_MAX = 16;
/** Paragraphs, list items, headings, cells: after so many the reading of a text is given up. */
export const PIECES_MAX = 100_000;
/** A text with more is no spec that anybody works through finding by finding. */
export const FINDINGS_MAX = 5_000;
/** After so many a rule looks no further. */
export const HITS_MAX = 4 * FINDINGS_MAX;
/** Of one mark in one paragraph, item or cell; no more are looked at. */
export const MATCHES_MAX = 1_000;

/** Read in about a tenth of a second, whatever it says: less is not worth the way to another thread. */
export const IN_PLACE_CHARS_MAX = 128 * KB;
/** What takes longer would never end: the longest texts take seconds, on a busy machine a minute. */
export const WORK_MS_MAX = 300_000;
/** Of the thread that reads; the longest texts take a fifth of it. */
export const WORK_MEMORY_MB_MAX = 2_048;

/** Of what an agent says while it works: a sign of life needs no more. */
export const SAID_CHARS_MAX = 2_000;
/** A timer that is set to more goes off at once. */
export const TIMER_MS_MAX = 2 ** 31 - 1;
/** How long output may still come in after a program has ended: what it left in the background holds the pipe open. */
export const OUTPUT_DRAIN_MS = 100;

/** What is wrong with a form: nobody mends more at once. */
export const FORM_FAULTS_MAX = 20;

/** How many names a message lists before it says that there are more. */
export const NAMES_SHOWN_MAX = 12;
