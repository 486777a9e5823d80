/** Characters that are read in about a tenth of a second, whatever they say: less is not worth the way to another thread. */
export const IN_PLACE_CHARS_MAX = 128 * 1024;
