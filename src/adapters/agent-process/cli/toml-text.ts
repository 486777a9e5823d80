// Values of a TOML file, so that no text can become anything but a text.

/** The escapes of JSON are all known to TOML; what JSON leaves as it is and TOML refuses is seen to here. */
export function tomlText(text: string): string {
  return JSON.stringify(text.replace(/\p{Surrogate}/gu, "\uFFFD")).replaceAll("\u007F", "\\u007f");
}
