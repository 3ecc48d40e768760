import { airtelCallback } from './airtel-wire.ts';
import { type Faults, strikes } from './faults.ts';
import type { Instruction } from './instruction.ts';
import { mtnStatus } from './mtn-wire.ts';
import type { Simulator } from './settings.ts';
import { instant, type Statements } from './store.ts';

const ANSWER_WAIT_MS = 10_000;
const BATCH_SIZE = 20;

type Purpose = 'outcome' | 'repeat' | 'stale' | 'forged';

export async function scheduleOutcomeCallbacks(
  simulator: Simulator,
  db: Statements,
  instruction: Instruction,
  faults: Faults,
): Promise<void> {
  const { settings, now } = simulator;
  const isStruck = (name: Parameters<typeof strikes>[1]) => strikes(faults, name, instruction.faultDraw);
  if (isStruck('callbackLost')) return;

  const delayMs = isStruck('callbackBeforeAnswer') ? 0 : settings.callbackDelayMs;
  const dueAt = now() + delayMs + (isStruck('callbackLate') ? settings.callbackLateMs : 0);
  const body = callbackBody(simulator, instruction);
  await schedule(simulator, db, instruction, 'outcome', body, dueAt);
  if (isStruck('callbackTwice')) {
    await schedule(simulator, db, instruction, 'repeat', body, dueAt + settings.callbackGapMs);
  }
  if (isStruck('callbackReordered')) {
    const earlier: Instruction = { ...instruction, outcome: 'pending', failure: null };
    const staleBody = callbackBody(simulator, earlier);
    await schedule(simulator, db, instruction, 'stale', staleBody, dueAt + settings.callbackGapMs);
  }
}

// A forged callback: its sender knows the address and not the key, and claims ten times the sum.
export async function scheduleForgedCallback(
  simulator: Simulator,
  db: Statements,
  instruction: Instruction,
): Promise<void> {
  const claimed: Instruction = {
    ...instruction,
    outcome: 'succeeded',
    amountNgwee: instruction.amountNgwee * 10,
    request: { ...instruction.request, amountText: `${instruction.request.amountText}0` },
  };
  const body = callbackBody(simulator, claimed, 'a guessed key');
  await schedule(
    simulator,
    db,
    instruction,
    'forged',
    body,
    simulator.now() + simulator.settings.callbackDelayMs,
  );
}

function callbackBody({ settings }: Simulator, instruction: Instruction, forgedKey?: string): string {
  if (instruction.operator === 'mtn') return JSON.stringify(mtnStatus(instruction, 'callback'));
  const key = settings.airtelCallbackHashKey && (forgedKey ?? settings.airtelCallbackHashKey);
  return airtelCallback(instruction, settings.lenderName, key);
}

async function schedule(
  { settings }: Simulator,
  db: Statements,
  instruction: Instruction,
  purpose: Purpose,
  body: string,
  dueAtMs: number,
): Promise<void> {
  if (!instruction.callbackUrl) return;
  const method = instruction.operator === 'mtn' ? settings.mtnCallbackMethod : 'POST';
  await db.query(
    'insert into callback (instruction_id, purpose, method, url, body, due_at) values ($1, $2, $3, $4, $5, $6)',
    [instruction.id, purpose, method, instruction.callbackUrl, body, instant(dueAtMs)],
  );
}

export function isAllowedCallbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isLoopback = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback);
}

export async function isOutcomeCallbackSent(db: Statements, instructionId: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from callback where instruction_id = $1 and purpose = 'outcome' and answer_status is not null`,
    [instructionId],
  );
  return rowCount !== 0;
}

// A callback is marked as sent before it is sent. A kill in between loses it, and no callback is sent twice by accident.
// The operators behave in the same way. Answers whether more may be due.
export async function sendDueCallbacks({ pool, now }: Simulator): Promise<boolean> {
  const { rows } = await pool.query<{ id: number; method: string; url: string; body: string }>(
    `update callback set sent_at = $1
     where id in (select id from callback where sent_at is null and due_at <= $1
                  order by due_at, id limit ${BATCH_SIZE} for update skip locked)
     returning id, method, url, body`,
    [instant(now())],
  );
  await Promise.all(
    rows.map(async ({ id, method, url, body }) => {
      const answerStatus = await deliver(method, url, body);
      await pool.query('update callback set answer_status = $2 where id = $1', [id, answerStatus]);
    }),
  );
  return rows.length === BATCH_SIZE;
}

const NO_ANSWER = 0;

async function deliver(method: string, url: string, body: string): Promise<number> {
  try {
    const answer = await fetch(url, {
      method,
      body,
      headers: { 'content-type': 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WAIT_MS),
    });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return NO_ANSWER;
  }
}
