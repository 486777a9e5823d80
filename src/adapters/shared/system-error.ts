// Errors of the operating system, and what their codes mean to a person.

const REASONS: { readonly [code: string]: string } = {
  EACCES: "permission denied",
  EPERM: "operation not permitted",
  ENOENT: "no such file or folder",
  ENOTDIR: "a part of the path is not a folder",
  EISDIR: "it is a folder",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  ELOOP: "too many symbolic links",
  ENAMETOOLONG: "the name is too long",
  EMFILE: "too many open files",
  ENOEXEC: "it is not a program this machine can run",
};

/** What the operating system says no to; anything else that is thrown is a bug. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && "syscall" in error;
}

export function errnoOf(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

export function reasonOf(error: unknown): string {
  const code = errnoOf(error);
  const known = code === null ? undefined : REASONS[code];
  return known ?? (error instanceof Error ? error.message : String(error));
}
