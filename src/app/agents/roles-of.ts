import type { Config } from "../config/schema.ts";

/** The roles that the settings give to an agent; `fallback.…` where it only takes over. */
export function rolesOf(name: string, { roles: { fallback, ...roles } }: Config): readonly string[] {
  const played = Object.entries(roles).flatMap(([role, who]) => (who === name ? [role] : []));
  const stoodIn = Object.entries(fallback).flatMap(([role, names]) =>
    names.includes(name) ? [`fallback.${role}`] : [],
  );
  return [...played, ...stoodIn];
}
