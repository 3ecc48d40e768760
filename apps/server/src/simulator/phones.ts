import { type Direction, type Instruction, instructionColumns } from './instruction.ts';
import { type Network, networkOf, type Operator } from './phone-number.ts';
import { isMtnSandboxNumber } from './scripted-numbers.ts';
import type { Simulator } from './settings.ts';
import { instant, type Statements } from './store.ts';

export async function ensurePhone(simulator: Simulator, db: Statements, mobile: string): Promise<void> {
  const network = isMtnSandboxNumber(mobile) ? 'mtn' : networkOf(mobile);
  await db.query(
    `insert into phone (mobile, network, balance_ngwee, first_seen_at) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [mobile, network, simulator.settings.startingBalanceNgwee, instant(simulator.now())],
  );
}

export async function setBalance(simulator: Simulator, mobile: string, balanceNgwee: number): Promise<void> {
  await simulator.pool.query(
    `insert into phone (mobile, network, balance_ngwee, first_seen_at) values ($1, $2, $3, $4)
     on conflict (mobile) do update set balance_ngwee = excluded.balance_ngwee`,
    [mobile, networkOf(mobile), balanceNgwee, instant(simulator.now())],
  );
}

export async function deliverMessage(
  simulator: Simulator,
  db: Statements,
  message: { mobile: string; from: string; text: string; businessOn?: string | undefined },
): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    'insert into message (mobile, sender, body, sent_at, business_on) values ($1, $2, $3, $4, $5) returning id',
    [
      message.mobile,
      message.from,
      message.text,
      instant(simulator.now()),
      message.businessOn ?? (await simulator.businessDay()),
    ],
  );
  return rows[0]!.id;
}

export async function markInboxRead({ pool, now }: Simulator, mobile: string): Promise<void> {
  await pool.query('update message set read_at = $2 where mobile = $1 and read_at is null', [
    mobile,
    instant(now()),
  ]);
}

type Phone = {
  network: Network;
  balanceNgwee: number;
  messages: { id: number; on: string | null; at: Date; from: string; text: string; isRead: boolean }[];
  prompts: Instruction[];
};

export async function readPhone(simulator: Simulator, mobile: string): Promise<Phone> {
  const { pool, now, settings } = simulator;
  const [phone, messages, prompts] = await Promise.all([
    pool.query<{ balanceNgwee: number }>(
      'select balance_ngwee as "balanceNgwee" from phone where mobile = $1',
      [mobile],
    ),
    pool.query<Phone['messages'][number]>(
      `select id, business_on::text as "on", sent_at as at, sender as "from", body as text, read_at is not null as "isRead"
       from message where mobile = $1 order by id desc limit 200`,
      [mobile],
    ),
    pool.query<Instruction>(
      `select ${instructionColumns} from instruction
       where mobile = $1 and outcome = 'pending' and prompt_expires_at > $2 order by id`,
      [mobile, instant(now())],
    ),
  ]);
  return {
    network: networkOf(mobile),
    balanceNgwee: phone.rows[0]?.balanceNgwee ?? settings.startingBalanceNgwee,
    messages: messages.rows,
    prompts: prompts.rows,
  };
}

type PhoneSummary = {
  mobile: string;
  network: Network;
  balanceNgwee: number;
  unread: number;
  openPrompts: number;
};

export async function listPhones({ pool, now }: Simulator): Promise<PhoneSummary[]> {
  const { rows } = await pool.query<PhoneSummary>(
    `select mobile, network, balance_ngwee as "balanceNgwee",
       (select count(*) from message where message.mobile = phone.mobile and read_at is null) as unread,
       (select count(*) from instruction where instruction.mobile = phone.mobile and outcome = 'pending'
         and prompt_expires_at > $1) as "openPrompts"
     from phone
     where mobile like '0%'
     order by greatest(first_seen_at,
       (select max(sent_at) from message where message.mobile = phone.mobile),
       (select max(created_at) from instruction where instruction.mobile = phone.mobile
         and outcome = 'pending')) desc
     limit 50`,
    [instant(now())],
  );
  return rows;
}

export async function readFloat(db: Statements, operator: Operator, direction: Direction): Promise<number> {
  const { rows } = await db.query<{ balanceNgwee: number }>(
    'select balance_ngwee as "balanceNgwee" from float_account where operator = $1 and direction = $2',
    [operator, direction],
  );
  return rows[0]!.balanceNgwee;
}

export async function openFloats(db: Statements, startingFloatNgwee: number): Promise<void> {
  await db.query(
    `insert into float_account (operator, direction, balance_ngwee)
     select operator, direction, $1
     from unnest(array['mtn', 'airtel', 'zamtel']) as operator, unnest(array['collect', 'payout']) as direction
     on conflict do nothing`,
    [startingFloatNgwee],
  );
}
