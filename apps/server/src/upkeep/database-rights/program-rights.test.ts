import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { programFunctions, programRights } from './program-rights.ts';

/** Ledger, history and audit. What stands in them is neither changed nor removed by the program. */
const APPEND_ONLY = [
  'account_mapping',
  'return_layout',
  'agency_file',
  'ledger_transfer',
  'loan_event',
  'alert_rule_version',
  'setting_version',
  'application_review',
  'loan_acceptance',
  'wallet_payout_event',
  'complaint_event',
  'taken_on_loan',
  'mobile_change_event',
  'consent_change',
  'security_event',
  'staff_look',
  'staff_relation',
  'borrower_block_event',
  'staff_audit',
  'screening_import',
  'catalogue_version',
  'coupon_offer',
  'message_template',
  'notice_version',
  'wheel',
  'wheel_prize',
  'wheel_draw',
  'payment_attempt_step',
  'payment_by_attempt',
  'portfolio_snapshot',
  'float_movement',
  'bank_statement',
  'bank_statement_row',
  'bank_row_posting',
  'transit_arrival',
  'operator_charge_posting',
  'wallet_day',
  'journal',
  'income_policy',
  'effective_interest_run',
  'journal_proposal',
  'journal_answer',
  'period_event',
  'impairment_table',
  'impairment_run',
  'impairment_loan',
  'impairment_flow',
  'operator_route',
  'payout_release',
  'lending_switch',
  'operator_switch',
  'bulk_export',
  'payout_ceiling',
  'examination_verdict',
  'operator_statement',
  'operator_statement_days',
  'operator_other_charge',
  'operator_statement_shown',
];

const NOT_ALLOWED = '42501';
const ALL_PRIVILEGES = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'];
const relations = Object.keys(programRights);
const tables = relations.filter((name) => programRights[name]!.includes('insert'));

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let program: pg.Client;
let owner: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  program = await connect(database.programUrl);
  owner = await connect(database.url);
});
afterAll(async () => {
  await Promise.all([program?.end(), owner?.end()]);
  await database?.drop();
});

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** The code with which the database refuses a statement of the program's role; 'done' for one that it runs. */
async function refusalOf(statement: string, values: unknown[] = []): Promise<string> {
  await program.query('begin');
  const code = await program.query(statement, values).then(
    () => 'done',
    (error: pg.DatabaseError) => error.code ?? error.message,
  );
  await program.query('rollback');
  return code;
}

async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** The columns that a table lets the program update. */
async function updatableColumns(table: string): Promise<string[]> {
  const rights = programRights[table]!;
  if (rights.includes('update')) return columnsOf(table);
  return rights.flatMap((right) => /^update \((.*)\)$/.exec(right)?.[1]?.split(', ') ?? []);
}

describe('the list of rights', () => {
  test('names every table and view of the database, and no other', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') order by 1`,
    );
    const withoutRights = ['kysely_migration_lock'];
    expect([...relations, ...withoutRights].sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  test('is what the database says of each table, no more and no less', async () => {
    for (const relation of relations) {
      const listed = programRights[relation]!;
      for (const privilege of ALL_PRIVILEGES) {
        const { rows } = await program.query<{ has: boolean }>('select has_table_privilege($1, $2) as has', [
          relation,
          privilege,
        ]);
        expect({ relation, privilege, has: rows[0]!.has }).toEqual({
          relation,
          privilege,
          has: listed.includes(privilege),
        });
      }
      const updatable = await updatableColumns(relation);
      const { rows } = await program.query<{ name: string }>(
        `select name from unnest($2::text[]) as name where has_column_privilege($1, name, 'update')`,
        [relation, await columnsOf(relation)],
      );
      expect(rows.map(({ name }) => name).sort(), relation).toEqual(updatable.sort());
    }
  });

  test('is what the database says of each function and each sequence', async () => {
    const functions = await program.query<{ name: string }>(
      `select oid::regprocedure::text as name from pg_proc
       where pronamespace = 'public'::regnamespace and has_function_privilege(oid, 'execute')`,
    );
    expect(functions.rows.map(({ name }) => name).sort()).toEqual([...programFunctions].sort());
    const sequences = await program.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and case when relkind = 'S' then
         not has_sequence_privilege(oid, 'usage') or has_sequence_privilege(oid, 'update') end`,
    );
    expect(sequences.rows).toEqual([]);
  });

  test('lets no row of ledger, history and audit be changed or removed', () => {
    for (const table of APPEND_ONLY) expect(programRights[table], table).toEqual(['select', 'insert']);
    expect(tables.filter((table) => programRights[table]!.some((right) => right === 'truncate'))).toEqual([]);
  });

  test('gives no table that the program may neither change nor remove from, besides these', () => {
    const neither = tables.filter(
      (table) => !programRights[table]!.some((right) => /^(update|delete)/.test(right)),
    );
    expect(neither.sort()).toEqual([...APPEND_ONLY].sort());
  });
});

describe('the role of the program', () => {
  test.each([...relations, 'kysely_migration_lock'])(
    'has nothing to say about %s itself',
    async (relation) => {
      const kind = (
        await owner.query<{ relkind: string }>('select relkind from pg_class where oid = $1::regclass', [
          relation,
        ])
      ).rows[0]!.relkind;
      const statements =
        kind === 'v'
          ? [`drop view ${relation}`, `create or replace view ${relation} as select 1`]
          : [
              `drop table ${relation}`,
              `drop table ${relation} cascade`,
              `alter table ${relation} add column more text`,
              `alter table ${relation} disable trigger all`,
              `alter table ${relation} owner to current_user`,
              `alter table ${relation} rename to other`,
              `truncate ${relation}`,
              `create index on ${relation} ((true))`,
              `create trigger other before insert on ${relation} for each row execute function refuse_change_of_history()`,
              `create rule other as on delete to ${relation} do instead nothing`,
              `create policy other on ${relation}`,
            ];
      for (const statement of statements)
        expect([statement, await refusalOf(statement)]).toEqual([statement, NOT_ALLOWED]);
    },
  );

  test.each(tables)('changes of %s only what it may', async (table) => {
    const updatable = await updatableColumns(table);
    for (const column of await columnsOf(table)) {
      const code = await refusalOf(`update ${table} set ${column} = default where false`);
      expect([column, code === NOT_ALLOWED]).toEqual([column, !updatable.includes(column)]);
    }
    const deleted = await refusalOf(`delete from ${table} where false`);
    expect(deleted).toBe(programRights[table]!.includes('delete') ? 'done' : NOT_ALLOWED);
    if (updatable.length === 0) {
      expect(await refusalOf(`select from ${table} for update`)).toBe(NOT_ALLOWED);
      expect(await refusalOf(`insert into ${table} select * from ${table} on conflict do nothing`)).not.toBe(
        NOT_ALLOWED,
      );
    }
  });

  test.each([
    'create table other (id integer)',
    'create temporary table other (id integer)',
    'create schema other',
    'create view other as select 1',
    'create sequence other',
    'create type other as (id integer)',
    `create function other() returns void language sql as ''`,
    `create or replace function erase_consent_changes(borrower_ids bigint[]) returns void language sql as ''`,
    'alter function erase_consent_changes(bigint[]) owner to current_user',
    'alter function erase_consent_changes(bigint[]) security invoker',
    'drop function refuse_change_of_history() cascade',
    'drop schema public cascade',
    'alter schema public owner to current_user',
    'create extension pg_trgm',
    'create role other',
    'alter role current_user superuser',
    'alter role current_user createrole',
    'create event trigger other on ddl_command_start execute function refuse_change_of_history()',
    'alter default privileges for role thumba grant all on tables to current_user',
    'set session_replication_role = replica',
    'set role thumba',
    'set session authorization thumba',
    'grant thumba to current_user',
    `copy (select 1) to program 'true'`,
    `copy (select 1) to '/tmp/other'`,
    `copy message from program 'true'`,
    `select pg_read_file('PG_VERSION')`,
    `select pg_ls_dir('.')`,
    `select lo_import('/etc/hostname')`,
    `select rolpassword from pg_authid`,
    `select setval('ledger_entry_id', 1)`,
    'select refuse_before_the_years(array[]::bigint[])',
  ])('is refused: %s', async (statement) => {
    const named = statement.replaceAll('thumba', new URL(database.url).username);
    expect(await refusalOf(named)).toBe(NOT_ALLOWED);
  });

  test.each(['create database other', 'alter system set fsync = off', 'drop database current'])(
    'is refused outside a transaction: %s',
    async (statement) => {
      const named = statement.replace('current', new URL(database.url).pathname.slice(1));
      await expect(program.query(named)).rejects.toMatchObject({
        code: expect.stringMatching(/^(42501|55006)$/),
      });
    },
  );

  test('gives itself no right', async () => {
    for (const right of ['update', 'delete', 'truncate', 'trigger']) {
      await program.query(`grant ${right} on ledger_transfer to current_user`).catch(() => undefined);
      await program.query(`grant ${right} on ledger_transfer to public`).catch(() => undefined);
    }
    expect(await refusalOf('delete from ledger_transfer')).toBe(NOT_ALLOWED);
    expect(await refusalOf('update ledger_transfer set amount_ngwee = 0')).toBe(NOT_ALLOWED);
  });
});

describe('a function that erases', () => {
  const ERASING = programFunctions.filter((signature) => signature.startsWith('erase_'));
  const callOf = (signature: string) => `select ${signature.replace('(bigint[])', '($1::bigint[])')}`;
  const IN_THE_YEARS = `current_date + 3650`;

  async function addConsent(borrowerId: number): Promise<void> {
    await owner.query(
      `insert into business_calendar (offset_days, day_ended_through) values (0, current_date) on conflict do nothing`,
    );
    await owner.query(
      `insert into consent_change (borrower_id, kind, ordinal, is_given, wording_version, changed_at)
       values ($1, 'location', 1, true, 1, now())`,
      [borrowerId],
    );
  }
  const consentsOf = async (borrowerId: number) =>
    (await owner.query('select from consent_change where borrower_id = $1', [borrowerId])).rowCount;
  /** As the program writes it, at its own will. */
  const writeDeletion = (borrowerId: number, deletedOn: string, keptUntil: string) =>
    program.query(
      `insert into account_deletion (borrower_id, deleted_at, deleted_on, kept_until)
       values ($1, now(), ${deletedOn}, ${keptUntil})`,
      [borrowerId],
    );
  const writeDecision = (borrowerId: number, decidedAt: string) =>
    owner.query(
      `insert into loan_decision (borrower_id, loan_id, outcome, points, reasons, inputs, versions, decided_at)
       values ($1, $1, 'approve', 1, '[]', '{"income": 1}', '{}', ${decidedAt})`,
      [borrowerId],
    );

  test('exists for each table that the program may not erase itself', () => {
    expect(ERASING).toHaveLength(6);
  });

  test.each(ERASING)('%s refuses a borrower who is not deleted', async (signature) => {
    await addConsent(ERASING.indexOf(signature) + 1);
    await expect(program.query(callOf(signature), [[ERASING.indexOf(signature) + 1]])).rejects.toMatchObject({
      code: NOT_ALLOWED,
      message: `borrower ${ERASING.indexOf(signature) + 1} is not deleted, or the years are not over`,
    });
    expect(await consentsOf(ERASING.indexOf(signature) + 1)).toBe(1);
  });

  test('refuses a deleted borrower whose years are not over, also between others', async () => {
    await Promise.all([addConsent(20), addConsent(21)]);
    await writeDeletion(20, 'current_date - 4000', 'current_date - 300');
    await writeDeletion(21, 'current_date', IN_THE_YEARS);
    await expect(program.query('select erase_consent_changes($1)', [[20, 21]])).rejects.toThrow(
      'borrower 21 is not deleted, or the years are not over',
    );
    expect(await consentsOf(20)).toBe(1);
    await program.query('select erase_consent_changes($1)', [[20]]);
    expect([await consentsOf(20), await consentsOf(21)]).toEqual([0, 1]);
  });

  test('refuses a borrower who was decided on within a year, whatever deletion the program writes', async () => {
    await addConsent(30);
    await writeDecision(30, `now() - interval '364 days'`);
    await writeDeletion(30, 'current_date - 4000', 'current_date - 4000');
    for (const signature of ERASING) {
      await expect(program.query(callOf(signature), [[30]])).rejects.toMatchObject({ code: NOT_ALLOWED });
    }
    const { rows } = await owner.query('select inputs from loan_decision where borrower_id = 30');
    expect(rows).toEqual([{ inputs: { income: 1 } }]);
  });

  test('erases of a borrower whose years are over, and of one who never applied on the day of the deletion', async () => {
    await Promise.all([addConsent(40), addConsent(41)]);
    await writeDecision(40, `now() - interval '11 years'`);
    await writeDeletion(40, 'current_date - 4000', 'current_date');
    await writeDeletion(41, 'current_date', 'current_date');
    for (const signature of ERASING) await program.query(callOf(signature), [[40, 41]]);
    expect([await consentsOf(40), await consentsOf(41)]).toEqual([0, 0]);
    const { rows } = await owner.query('select inputs from loan_decision where borrower_id = 40');
    expect(rows).toEqual([{ inputs: {} }]);
  });

  test('leaves the deletion itself, which the program cannot take back', async () => {
    await writeDeletion(50, 'current_date', IN_THE_YEARS);
    for (const statement of [
      'delete from account_deletion',
      'update account_deletion set kept_until = current_date',
      'update account_deletion set deleted_on = current_date',
    ]) {
      expect(await refusalOf(statement)).toBe(NOT_ALLOWED);
    }
  });

  test('of the security log leaves what is younger than 400 days', async () => {
    await owner.query(
      `insert into security_event (happened_at, kind, outcome)
       values (now() - interval '399 days', 'sign_in', 'succeeded'), (now() - interval '401 days', 'sign_in', 'succeeded')`,
    );
    const { rows } = await program.query(
      `select purge_security_events(now() + interval '10 years')::integer as purged`,
    );
    expect(rows).toEqual([{ purged: 1 }]);
  });
});

test('a decision is reviewed once', async () => {
  await owner.query(
    `insert into loan_decision (borrower_id, loan_id, outcome, points, reasons, inputs, versions, decided_at)
     values (60, 60, 'refer', 1, '[]', '{}', '{}', now())`,
  );
  const review = (outcome: string) =>
    program.query(
      `update loan_decision set review_outcome = $1, review_reason = 'why', reviewed_by = 'staff:mary', reviewed_at = now()
       where borrower_id = 60`,
      [outcome],
    );
  await review('approve');
  await expect(review('decline')).rejects.toMatchObject({
    code: NOT_ALLOWED,
    message: 'a decision is reviewed once',
  });
});
