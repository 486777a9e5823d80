import { isFailure } from "../failure.ts";
import type { Surroundings } from "../surroundings.ts";
import { projectTrust } from "../trust/project-trust.ts";
import type { Row } from "../wire/project.ts";

/** Nothing where the project names nothing, or its settings are wrong, which is told elsewhere. */
export async function checkTrust(surroundings: Surroundings): Promise<readonly Row[]> {
  const trust = await projectTrust(surroundings);
  if (isFailure(trust) || trust.names.length === 0) return [];
  const check = "trust";
  const keys = trust.names.map(({ key }) => key).join(", ");
  if (trust.trusted)
    return [{ check, status: "ok", detail: `you have agreed to what its settings name: ${keys}` }];
  const detail = `its settings name what would be run or contacted, and you have not agreed to it: ${keys}`;
  return [{ check, status: "warn", detail, fix: "parley trust" }];
}
