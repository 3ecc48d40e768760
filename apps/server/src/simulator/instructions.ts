import { scheduleForgedCallback } from './callbacks.ts';
import { type Faults, strikes } from './faults.ts';
import { type Instruction, instructionColumns, type NewInstruction } from './instruction.ts';
import { type Ending, endInstruction } from './instruction-ending.ts';
import { isMobile, type Operator } from './phone-number.ts';
import { ensurePhone } from './phones.ts';
import { isMtnSandboxNumber, scriptFor } from './scripted-numbers.ts';
import type { Simulator } from './settings.ts';
import { instant, inTransaction, type Statements } from './store.ts';

type Plan = { endNow?: Ending; promptExpiresAt?: Date; endsAt?: Date };

// The instruction is made with its prompt or its immediate end in one transaction. A known reference changes nothing and
// is a duplicate.
export async function createInstruction(
  simulator: Simulator,
  wanted: NewInstruction,
  faults: Faults,
  draw: number,
): Promise<Instruction | undefined> {
  const plan = planFor(simulator, wanted, faults, draw);
  const instruction = await inTransaction(simulator.pool, async (client) => {
    if (isMobile(wanted.mobile) || isMtnSandboxNumber(wanted.mobile)) {
      await ensurePhone(simulator, client, wanted.mobile);
    }
    const created = await insertInstruction(simulator, client, wanted, plan, draw);
    if (!created) return undefined;
    if (strikes(faults, 'callbackForged', draw)) await scheduleForgedCallback(simulator, client, created);
    return plan.endNow ? endInstruction(simulator, client, created, plan.endNow, faults) : created;
  });
  simulator.wakeDueWork();
  return instruction;
}

function planFor(simulator: Simulator, wanted: NewInstruction, faults: Faults, draw: number): Plan {
  const { now, settings } = simulator;
  const { direction, mobile } = wanted;
  if (direction === 'payout' && strikes(faults, 'floatExhausted', draw)) {
    return { endNow: { failure: 'not_enough_funds' } };
  }
  if (!isMobile(mobile) && !isMtnSandboxNumber(mobile)) {
    return { endNow: { failure: direction === 'collect' ? 'payer_not_found' : 'payee_not_found' } };
  }
  const script = scriptFor(mobile, direction);
  if (script === 'stay_pending') return {};
  if (script === 'succeed') return { endNow: 'succeeded' };
  if (script) return { endNow: { failure: script } };
  if (direction === 'collect') return { promptExpiresAt: instant(now() + settings.promptExpiryMs) };
  if (settings.payoutDelayMs === 0) return { endNow: 'succeeded' };
  return { endsAt: instant(now() + settings.payoutDelayMs) };
}

async function insertInstruction(
  simulator: Simulator,
  db: Statements,
  wanted: NewInstruction,
  plan: Plan,
  draw: number,
): Promise<Instruction | undefined> {
  const { rows } = await db.query<Instruction>(
    `insert into instruction (operator, platform, direction, reference, mobile, amount_ngwee, currency, request, callback_url,
       fault_draw, created_at, prompt_expires_at, settles_at, api_user,
       business_on)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (operator, platform, direction, reference, api_user) do nothing
     returning ${instructionColumns}`,
    [
      wanted.operator,
      wanted.platform,
      wanted.direction,
      wanted.reference,
      wanted.mobile,
      wanted.amountNgwee,
      wanted.currency,
      JSON.stringify(wanted.request),
      wanted.callbackUrl ?? null,
      draw,
      instant(simulator.now()),
      plan.promptExpiresAt ?? null,
      plan.endsAt ?? null,
      wanted.apiUser ?? null,
      await simulator.businessDay(),
    ],
  );
  return rows[0];
}

export type InstructionKey = Pick<
  NewInstruction,
  'operator' | 'platform' | 'direction' | 'reference' | 'apiUser'
>;

type Enquiry = { instruction: Instruction; isAmbiguous: boolean };

export async function enquire(
  db: Statements,
  faults: Faults,
  { operator, platform, direction, reference, apiUser }: InstructionKey,
): Promise<Enquiry | undefined> {
  const { rows } = await db.query<Instruction>(
    `select ${instructionColumns} from instruction where operator = $1 and platform = $2 and direction = $3 and reference = $4
       and (api_user is null or api_user = $5)`,
    [operator, platform, direction, reference, apiUser ?? null],
  );
  const instruction = rows[0];
  if (!instruction) return undefined;
  if (!strikes(faults, 'ambiguousFirst', instruction.faultDraw)) return { instruction, isAmbiguous: false };
  const counted = await db.query<{ count: number }>(
    'update instruction set enquiry_count = enquiry_count + 1 where id = $1 returning enquiry_count as count',
    [instruction.id],
  );
  return { instruction, isAmbiguous: counted.rows[0]!.count === 1 };
}

type BookEntry = {
  id: string;
  operator: Operator;
  platform: Instruction['platform'];
  direction: Instruction['direction'];
  mobile: string;
  amountNgwee: number;
  outcome: Instruction['outcome'];
  on: string | null;
  at: Date;
};

export async function readBook(db: Statements, last: number | undefined): Promise<BookEntry[]> {
  const { rows } = await db.query<BookEntry>(
    `select reference as id, operator, platform, direction, mobile, amount_ngwee as "amountNgwee", outcome,
       business_on::text as "on", created_at as at
     from (select * from instruction order by id desc limit $1) as latest order by latest.id`,
    [last ?? null],
  );
  return rows;
}
