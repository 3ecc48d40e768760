import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Statements } from './store.ts';

export const faultNames = [
  'callbackLost',
  'callbackTwice',
  'callbackLate',
  'callbackBeforeAnswer',
  'callbackForged',
  'callbackReordered',
  'answerLost',
  'refused500',
  'timeout',
  'ambiguousFirst',
  'floatExhausted',
  'tokenExpired',
] as const;
type FaultName = (typeof faultNames)[number];
export type Faults = { seed: number; rates: Record<FaultName, number> };

const rate = z.number().min(0).max(1);
export const faultChangeSchema = z.strictObject({
  seed: z.int().min(0).optional(),
  rates: z.partialRecord(z.enum(faultNames), rate).optional(),
});
type FaultChange = z.infer<typeof faultChangeSchema>;

const noFaults = Object.fromEntries(faultNames.map((name) => [name, 0])) as Record<FaultName, number>;

type FaultRow = { seed: number; rates: Partial<Record<FaultName, number>> };

function faultsOf(row: FaultRow): Faults {
  return { seed: row.seed, rates: { ...noFaults, ...row.rates } };
}

export async function prepareFaults(db: Statements, seed: number): Promise<void> {
  await db.query(`insert into fault_plan (id, seed, rates) values (1, $1, '{}') on conflict do nothing`, [
    seed,
  ]);
}

export async function readFaults(db: Statements): Promise<Faults> {
  const { rows } = await db.query<FaultRow>('select seed, rates from fault_plan');
  return faultsOf(rows[0]!);
}

// Setting a seed, even the same one, starts its sequence again. In this way a run is repeated.
export async function changeFaults(db: Statements, change: FaultChange): Promise<Faults> {
  const { rows } = await db.query<FaultRow>(
    `update fault_plan set
       seed = coalesce($1, seed),
       rates = rates || $2::jsonb,
       instruction_draws = case when $1::bigint is null then instruction_draws else 0 end,
       token_draws = case when $1::bigint is null then token_draws else 0 end
     returning seed, rates`,
    [change.seed ?? null, JSON.stringify(change.rates ?? {})],
  );
  return faultsOf(rows[0]!);
}

export async function drawForInstruction(db: Statements): Promise<{ faults: Faults; draw: number }> {
  const { rows } = await db.query<FaultRow & { draw: number }>(
    'update fault_plan set instruction_draws = instruction_draws + 1 returning seed, rates, instruction_draws as draw',
  );
  return { faults: faultsOf(rows[0]!), draw: rows[0]!.draw };
}

export async function tokenExpiresEarly(db: Statements): Promise<boolean> {
  const { rows } = await db.query<FaultRow & { draw: number }>(
    `update fault_plan set token_draws = token_draws + 1 where (rates->>'tokenExpired')::float8 > 0
     returning seed, rates, token_draws as draw`,
  );
  const row = rows[0];
  return row !== undefined && strikes(faultsOf(row), 'tokenExpired', row.draw);
}

export function strikes(faults: Faults, name: FaultName, draw: number): boolean {
  return fraction(faults.seed, name, draw) < faults.rates[name];
}

// After a timeout the caller does not know whether the instruction was carried out. The seed decides, half and half, and
// the book shows it.
export function timeoutActsFirst(faults: Faults, draw: number): boolean {
  return fraction(faults.seed, 'timeout acts first', draw) < 0.5;
}

// A hash and not a random generator: the decisions are the same after a restart, and the rate of one fault does not
// change the decisions about another.
function fraction(seed: number, purpose: string, draw: number): number {
  return createHash('sha256').update(`${seed}/${purpose}/${draw}`).digest().readUInt32BE(0) / 2 ** 32;
}
