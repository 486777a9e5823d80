// What `config` tells programs.

export interface ConfigFile {
  readonly path: string;
  readonly exists: boolean;
}

export interface ConfigFiles {
  /** `null` outside of any project. */
  readonly project: ConfigFile | null;
  /** `null` for somebody without a home. */
  readonly user: ConfigFile | null;
}

/** Where a value comes from. */
export type ConfigOrigin = "user" | "project" | "default";
export type ConfigOrigins = Readonly<Record<string, ConfigOrigin>>;

/** All settings as they hold. */
export interface ShownConfig {
  /** By section and key, as in the files. */
  readonly values: object;
  /** Where the value of each key comes from; keys without a value are not here. */
  readonly origins: ConfigOrigins;
  readonly files: ConfigFiles;
  /** The unset keys that parley works out for itself, and from what. */
  readonly derived: readonly { readonly key: string; readonly from: string }[];
}

export interface ConfigEntry {
  readonly key: string;
  readonly value: unknown;
  /** Of a whole section: the origins of what is in it. */
  readonly origin: ConfigOrigin | ConfigOrigins;
}

export interface ChangedConfig {
  readonly key: string;
  /** Absent when the key was taken away. */
  readonly value?: unknown;
  readonly file: string;
  /** False when the file said so already; it was not touched then. */
  readonly changed: boolean;
}

export interface EditedConfig {
  readonly file: string;
  /** False where the file was closed as it was. */
  readonly changed: boolean;
}

export interface ValidConfig {
  readonly valid: true;
  readonly files: readonly string[];
}
