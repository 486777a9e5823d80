// What `config` tells programs of the files that hold settings.

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
