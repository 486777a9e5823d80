// A database with one byte changed, at places spread over everything it holds: what each place belongs to, and what came of it.
import { readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "@photostructure/sqlite";
import { type OpenProject, openProject, type Project } from "../../src/app/project.ts";
import { StoreFailure } from "../../src/engine/ports.ts";

export interface Place {
  readonly offset: number;
  /** The table whose rows, or the rows of whose index, are on the page. */
  readonly table: string;
  /** Whether anything is stored there: pages have room left. */
  readonly isUsed: boolean;
  /** What the byte is changed by. */
  readonly mask: number;
}

/** What no byte of may change unnoticed. */
export const LOG_TABLES: ReadonlySet<string> = new Set(["commands", "events", "blobs", "chain"]);

interface Page {
  readonly table: string;
  readonly number: number;
  readonly type: string;
  readonly payload: number;
}

/** Tries to find a place where something is stored. */
const DRAWS_MAX = 200;

/** Every other one where the log is stored, the rest anywhere, no table more often; the same for the same seed. */
export function placesIn(file: string, count: number, seed: number): readonly Place[] {
  const bytes = readFileSync(file);
  const pages = pagesOf(file);
  const tables = [...new Set(pages.map(({ table }) => table))].sort();
  const draw = drawer(seed);
  const placeIn = (table: string | undefined): Place => {
    const own = pages.filter((page) => page.table === table);
    const page = own[draw(own.length)];
    if (page === undefined) throw new Error("a table without a page");
    return placeOn(bytes, page, draw);
  };
  return Array.from({ length: count }, (_, n) => {
    if (n % 2 === 1) return placeIn(tables[((n - 1) / 2) % tables.length]);
    const table = [...LOG_TABLES][(n / 2) % LOG_TABLES.size];
    let place = placeIn(table);
    for (let draws = 1; !place.isUsed && draws < DRAWS_MAX; draws += 1) place = placeIn(table);
    return place;
  });
}

function placeOn(bytes: Buffer, page: Page, draw: (below: number) => number): Place {
  const size = pageSizeOf(bytes);
  const within = draw(size);
  const start = (page.number - 1) * size;
  const used = usedOf(bytes.subarray(start, start + size), page);
  const isUsed = used.some(([from, to]) => within >= from && within < to);
  return { offset: start + within, table: page.table, isUsed, mask: 1 + draw(255) };
}

export function flip(from: string, to: string, { offset, mask }: Place): void {
  const bytes = readFileSync(from);
  bytes[offset] = (bytes[offset] ?? 0) ^ mask;
  writeFileSync(to, bytes);
}

export type Fate = "found" | "harmless" | "unseen";

/** `whole`: everything that was readable before. */
export async function fateOf(project: Project, whole: string): Promise<Fate> {
  let open: OpenProject | null = null;
  try {
    open = await openProject(project, "inspect");
    if ((await open.store.integrity()).length > 0) return "found";
    return (await everythingIn(open, project.database)) === whole ? "harmless" : "unseen";
  } catch (error) {
    if (error instanceof StoreFailure) return "found";
    throw error;
  } finally {
    open?.store.close();
  }
}

/** All streams, commands and documents as parley reads them. */
export async function everythingIn({ store }: OpenProject, file: string): Promise<string> {
  const db = new DatabaseSync(file, { readOnly: true });
  const addresses = db.prepare("select sha256 from blobs order by sha256").all();
  db.close();
  const streams = await store.streams();
  const logs = await Promise.all(
    streams.map(async ({ stream }) => [stream, await store.load(stream), await store.commands(stream)]),
  );
  const documents = await Promise.all(
    addresses.map(async ({ sha256 }) => Buffer.from((await store.get(String(sha256))) ?? []).toString("hex")),
  );
  return JSON.stringify([logs, documents]);
}

function pagesOf(file: string): readonly Page[] {
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = db
    .prepare(
      `select coalesce(s.tbl_name, d.name) as owner, d.pageno, d.pagetype, d.payload
       from dbstat d left join sqlite_schema s on s.name = d.name order by d.pageno`,
    )
    .all();
  db.close();
  return rows.map((row) => ({
    table: String(row.owner),
    number: Number(row.pageno),
    type: String(row.pagetype),
    payload: Number(row.payload),
  }));
}

type Span = readonly [from: number, to: number];

/** The header, the pointers to the cells, and the cells themselves. */
function usedOf(page: Buffer, { number, type, payload }: Page): readonly Span[] {
  if (type === "overflow") return [[0, 4 + payload]];
  const start = number === 1 ? 100 : 0;
  const kind = page[start] ?? 0;
  const isInner = kind === 2 || kind === 5;
  const cells = page.readUInt16BE(start + 3);
  const pointers = start + (isInner ? 12 : 8);
  const spans: Span[] = [[0, pointers + 2 * cells]];
  for (let n = 0; n < cells; n += 1) {
    const at = page.readUInt16BE(pointers + 2 * n);
    spans.push([at, at + cellSize(page, at, kind)]);
  }
  return spans;
}

function cellSize(page: Buffer, at: number, kind: number): number {
  let next = at + (kind === 2 || kind === 5 ? 4 : 0);
  const varint = (): number => {
    let value = 0;
    for (let n = 0; n < 9; n += 1) {
      const byte = page[next] ?? 0;
      next += 1;
      value = value * 128 + (byte & 127);
      if (byte < 128) break;
    }
    return value;
  };
  if (kind === 5) {
    varint();
    return next - at;
  }
  const size = varint();
  if (kind === 13) varint();
  const room = page.length;
  const most = kind === 13 ? room - 35 : Math.floor(((room - 12) * 64) / 255) - 23;
  if (size <= most) return next + size - at;
  const least = Math.floor(((room - 12) * 32) / 255) - 23;
  const rest = least + ((size - least) % (room - 4));
  return next + (rest <= most ? rest : least) + 4 - at;
}

function pageSizeOf(bytes: Buffer): number {
  return bytes.readUInt16BE(16);
}

/** Numbers below a bound, by chance and yet the same each time. */
function drawer(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
