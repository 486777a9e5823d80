import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

/** The file a shell would run for a name, or `null`. */
export async function findProgram(name: string, searchPath: string): Promise<string | null> {
  if (isAbsolute(name)) return (await isProgram(name)) ? name : null;
  if (name.includes("/")) return null;
  for (const folder of searchPath.split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const file = join(folder, name);
    if (await isProgram(file)) return file;
  }
  return null;
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
