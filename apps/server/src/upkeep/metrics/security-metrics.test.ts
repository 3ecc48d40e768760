import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { addAccount, giveIdentity, signIn, stepUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { keysOf, newKeys } from '../../book/settings/key-settings.ts';
import { createSealing } from '../../platform/sealing.ts';

const DOCS = path.join(import.meta.dirname, '../../../../../docs');

const EARLIER = `1:${randomBytes(32).toString('hex')}`;

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer({
    settings: { DATA_KEYS: `2:${randomBytes(32).toString('hex')},${EARLIER}` },
  });
});
afterAll(() => server.stop());

async function readMetrics(): Promise<string> {
  return (await fetch(`${server.url}/metrics`)).text();
}

/** The value of the series whose name and labels are these, in any order. */
function figureOf(text: string, name: string, labels: readonly string[]): number | undefined {
  const line = text.split('\n').find((candidate) => {
    const [, found, inBraces = ''] = /^(\w+)(?:\{(.*)\})? /.exec(candidate) ?? [];
    return found === name && labels.every((label) => inBraces.split(',').includes(label));
  });
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

async function countOf(kind: string, outcome: 'succeeded' | 'refused'): Promise<number> {
  const labels = [`kind="${kind}"`, `outcome="${outcome}"`];
  return figureOf(await readMetrics(), 'thumba_security_events_total', labels)!;
}

test('events are counted, those of a batch and those that the statement of a change writes', async () => {
  expect([await countOf('sign_in', 'succeeded'), await countOf('keys_loaded', 'succeeded')]).toEqual([0, 1]);
  const borrower = await signIn(server);
  await giveIdentity(borrower);
  await addAccount(server, borrower, { mobile: server.newMobile('airtel') });
  server.clock.advance({ minutes: 2 });
  const wrong = await borrower.call('downloadMyData', {
    body: { format: 'json', stepUpCode: `${await stepUp(server, borrower, 'download')}`.replace(/./, flip) },
  });
  expect(wrong.code).toBe(400);
  await borrower.call('queryLoanDetail', { params: { id: 1 } });
  await borrower.ask('sendDeletionCode', { body: {} });
  const captcha = await server.handset.waitForCode(borrower.mobile);
  await borrower.ask('deleteAccount', { body: { captcha } });
  const counted = {
    sign_in: await countOf('sign_in', 'succeeded'),
    identity_confirmed: await countOf('identity_confirmed', 'succeeded'),
    payout_account_added: await countOf('payout_account_added', 'succeeded'),
    step_up_asked: await countOf('step_up_asked', 'succeeded'),
    step_up_passed: await countOf('step_up_passed', 'succeeded'),
    step_up_refused: await countOf('step_up_refused', 'refused'),
    access_refused: await countOf('access_refused', 'refused'),
    account_deleted: await countOf('account_deleted', 'succeeded'),
  };
  expect(counted).toEqual({
    sign_in: 1,
    identity_confirmed: 1,
    payout_account_added: 1,
    step_up_asked: 2,
    step_up_passed: 1,
    step_up_refused: 1,
    access_refused: 1,
    account_deleted: 1,
  });
});

const flip = (digit: string) => String((Number(digit) + 1) % 10);

test('opened values are counted by whether they are under the first key and bound to their row', async () => {
  const opened = async (key: string) =>
    figureOf(await readMetrics(), 'thumba_sealed_values_opened_total', [`key="${key}"`])!;
  const borrower = await signIn(server);
  const before = [await opened('current'), await opened('earlier')];
  await borrower.ask('getUserInfo', {});
  expect(await opened('current')).toBeGreaterThan(before[0]!);
  const current = await opened('current');
  const earlier = createSealing(keysOf({ ...newKeys(), DATA_KEYS: EARLIER }));
  const row = { borrower_id: borrower.borrowerId };
  await server.query('update borrower set mobile_sealed = $2 where borrower_id = $1', [
    borrower.borrowerId,
    earlier.seal('borrower.mobile_sealed', row, borrower.mobile),
  ]);
  await borrower.ask('listAccounts', {});
  await borrower.ask('getUserInfo', {});
  expect([(await opened('current')) > current, await opened('earlier')]).toEqual([true, before[1]! + 1]);
});

type Rule = {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: Record<string, string>;
};

/** Figures that are only there while a backup follows the log. */
const ONLY_FOLLOWED = /^thumba_followed_log_/;

test('every figure and label that an alert rule names is served', async () => {
  const text = await readFile(path.join(DOCS, 'running/alerts.yaml'), 'utf8');
  const { groups } = parse(text) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  const served = await readMetrics();
  for (const { alert, expr, labels, annotations } of rules) {
    const selectors = [...expr.matchAll(/(thumba_\w+)(?:\{([^}]*)\})?/g)];
    expect(selectors.length, alert).toBeGreaterThan(0);
    for (const [selector, name, inBraces = ''] of selectors.filter(([, name]) => !ONLY_FOLLOWED.test(name!)))
      expect(
        figureOf(served, name!, inBraces.split(',').filter(Boolean)),
        `${alert}: ${selector}`,
      ).toBeTypeOf('number');
    expect(labels.severity).toMatch(/^(warning|critical)$/);
    expect(Object.keys(annotations)).toEqual(['summary', 'action']);
  }
});

async function alertsOf(groupName: string): Promise<string[]> {
  const text = await readFile(path.join(DOCS, 'running/alerts.yaml'), 'utf8');
  const { groups } = parse(text) as { groups: { name: string; rules: Rule[] }[] };
  return groups.find(({ name }) => name === groupName)!.rules.map(({ alert }) => alert);
}

test('docs/running/production.md names every alert about the database', async () => {
  const page = await readFile(path.join(DOCS, 'running/production.md'), 'utf8');
  for (const alert of await alertsOf('thumba-database')) expect(page).toContain(`\`${alert}\``);
});

test('docs/running/operators.md names every alert about payments', async () => {
  const page = await readFile(path.join(DOCS, 'running/operators.md'), 'utf8');
  for (const alert of await alertsOf('thumba-payments')) expect(page).toContain(`\`${alert}\``);
});

test('docs/running/backup.md names every alert about backups', async () => {
  const page = await readFile(path.join(DOCS, 'running/backup.md'), 'utf8');
  for (const alert of await alertsOf('thumba-backup')) expect(page).toContain(`\`${alert}\``);
});

test('docs/running/overload.md names every alert about too many callers', async () => {
  const page = await readFile(path.join(DOCS, 'running/overload.md'), 'utf8');
  for (const alert of await alertsOf('thumba-overload')) expect(page).toContain(`\`${alert}\``);
});

test('docs/security/security-log.md names every kind of event and every alert about them', async () => {
  const page = await readFile(path.join(DOCS, 'security/security-log.md'), 'utf8');
  const served = await readMetrics();
  const kinds = new Set(
    [...served.matchAll(/thumba_security_events_total\{kind="(\w+)"/g)].map(([, kind]) => kind),
  );
  expect(kinds.size).toBeGreaterThan(15);
  for (const kind of kinds) expect(page).toContain(`\`${kind}\``);
  for (const alert of await alertsOf('thumba-security')) expect(page).toContain(`\`${alert}\``);
});
