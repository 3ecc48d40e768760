import type { LoanClass } from '@thumba/accounting/classification';
import type { RETURN_FIGURES } from '@thumba/contract/staff/return-words';
import type { Day } from '@thumba/lending/day';
import type { Actor } from '../../book/actor.ts';
import { brokenConstraint, type Database, statement, type Transaction } from '../../platform/database.ts';

type Named = { part: string; code: string; title: string };

/** A line of the return: accounts of the chart, the result, a class of loans, or the sum of lines above it. */
export type ReturnLine = Named &
  (
    | { is: 'accounts'; accounts: readonly string[] }
    | { is: 'result' }
    | { is: 'class'; loanClass: LoanClass; figure: (typeof RETURN_FIGURES)[number] }
    | { is: 'sum'; of: readonly string[] }
  );

export type ReturnLayout = {
  version: number;
  source: string;
  isConfirmed: boolean;
  startsOn: Day;
  lines: readonly ReturnLine[];
  savedBy: Actor;
  savedAt: Date;
};

const LAYOUT = `version, source, is_confirmed as "isConfirmed", starts_on as "startsOn", lines, saved_by as "savedBy",
  saved_at as "savedAt"`;

const listStatement = statement<ReturnLayout>(
  'return: list layouts',
  `select ${LAYOUT} from return_layout order by version desc`,
);

/** All versions, the latest first. */
export function listLayouts(db: Transaction): Promise<ReturnLayout[]> {
  return db.rows(listStatement, {});
}

/** The version that counts on a day: of those that began by then, the latest. */
export function layoutOn(layouts: readonly ReturnLayout[], on: Day): ReturnLayout | undefined {
  return layouts.find(({ startsOn }) => startsOn <= on);
}

const insertStatement = statement<
  never,
  Omit<ReturnLayout, 'lines' | 'savedAt'> & { lines: string; now: Date; requestId: number }
>(
  'return: insert a layout',
  `insert into return_layout (version, source, is_confirmed, starts_on, lines, saved_by, saved_at, request_id)
   values ($version, $source, $isConfirmed, $startsOn, $lines::jsonb, $savedBy, $now, $requestId)`,
);

const ofRequestStatement = statement<{ version: number }, { requestId: number }>(
  'return: layout of a request',
  'select version from return_layout where request_id = $requestId',
);

/** Saves the next version. Undefined where another one took its number; a second time for a request it finds it. */
export async function saveLayout(
  db: Database,
  { lines, ...layout }: Omit<ReturnLayout, 'savedAt'> & { now: Date; requestId: number },
): Promise<number | undefined> {
  const { requestId, version } = layout;
  const saved = await db.row(ofRequestStatement, { requestId });
  if (saved) return saved.version;
  try {
    await db.rows(insertStatement, { ...layout, lines: JSON.stringify(lines) });
    return version;
  } catch (error) {
    if (brokenConstraint(error) === 'return_layout_pkey') return undefined;
    throw error;
  }
}
