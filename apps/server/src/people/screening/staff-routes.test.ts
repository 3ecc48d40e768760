import { type StaffCallName, staffCalls } from '@thumba/contract/staff/calls';
import type { StaffCallDefinition } from '@thumba/contract/staff/calls/definition';
import { permissionsOf, ROLES } from '@thumba/contract/staff/roles';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AppBorrower, apply, PATIENCE, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { importPeople } from '../../staff/terminal/imported-list.test-support.ts';

let server: AppServer;
let monde: StaffMember;
let taonga: StaffMember;
let office: { maker: StaffMember; checker: StaffMember };
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  office = { maker, checker };
  monde = await hire(server, office, { userName: 'monde', roles: ['compliance'] });
  taonga = await hire(server, office, { userName: 'taonga', roles: ['compliance'] });
});
afterAll(() => server.stop());

const listed: string[] = [];

/** A borrower whom the list of exposed persons has, by name and birth date. */
async function suspect(lastName: string, details: { monthlyIncome?: number } = {}) {
  const borrower = await signUp(server, { ...details, firstName: 'Wezi', lastName, birthDate: '1980-05-06' });
  await putOnList(lastName);
  return { borrower, caseId: await caseOf(borrower) };
}

async function putOnList(lastName: string): Promise<void> {
  listed.push(`P${listed.length + 1},Wezi ${lastName},1980-05-06`);
  await importPeople(server, 'pep', ...listed);
}

async function openCases(member = monde) {
  const { data } = await member.client.call('listCases', { query: { pageSize: 100 } });
  return data.items;
}

async function caseOf({ borrowerId }: AppBorrower): Promise<number> {
  return (await openCases()).find((one) => one.borrowerId === borrowerId)!.caseId;
}

const open = (caseId: number) => monde.client.call('getCase', { params: { caseId } });

async function decide(caseId: number, decision: 'clear' | 'confirm' | 'release', member = monde) {
  const { data } = await open(caseId);
  const body = { decision, reason: 'seen with passport', shown: data.shown };
  return member.client.call('decideCase', { params: { caseId }, body });
}

describe('a case', () => {
  test('has the person of the list beside the borrower, and is cleared with a reason', async () => {
    const { borrower, caseId } = await suspect('Nyirongo', { monthlyIncome: 1500 });
    const { orderId } = await apply(borrower, { amount: 300 });
    const { data } = await open(caseId);
    expect(data).toMatchObject({
      ...{ caseId, borrowerId: borrower.borrowerId, state: 'open', listKind: 'pep', birth: 'agrees' },
      listedNames: ['Wezi Nyirongo'],
      listedBirths: [{ from: '1980-05-06', to: '1980-05-06' }],
      typed: { name: 'Wezi Nyirongo', birthDate: '1980-05-06' },
      waitingLoanId: orderId,
      ...{ decision: null, history: [], others: [], waitingPayouts: [] },
    });
    expect(data.maskedMobile).toContain('*');
    expect(await decide(caseId, 'clear')).toMatchObject({ code: 200 });
    expect((await openCases()).map((one) => one.caseId)).not.toContain(caseId);
    const { data: after } = await open(caseId);
    expect(after).toMatchObject({
      state: 'cleared',
      decision: { by: 'Person monde', reason: 'seen with passport' },
      history: [{ by: 'Person monde', decision: 'clear' }],
    });
    const decided = await monde.client.call('listCases', { query: { state: 'decided' } });
    expect(decided.data.items[0]).toMatchObject({ caseId, state: 'cleared' });
  });

  test('is confirmed and released, and keeps each decision in its history', async () => {
    const { caseId } = await suspect('Muzyamba');
    expect(await decide(caseId, 'confirm')).toMatchObject({ code: 200 });
    const confirmed = await monde.client.call('listCases', { query: { state: 'confirmed' } });
    expect(confirmed.data.items.map((one) => one.caseId)).toEqual([caseId]);
    expect(await decide(caseId, 'clear')).toMatchObject({ code: 409, reason: 'moved_on' });
    expect(await decide(caseId, 'release', taonga)).toMatchObject({ code: 200 });
    expect((await open(caseId)).data.history).toMatchObject([
      { by: 'Person monde', decision: 'confirm' },
      { by: 'Person taonga', decision: 'release' },
    ]);
  });

  test('that is confirmed holds a payout, shows it, and sends it once it is released', async () => {
    const { borrower, caseId } = await suspect('Mwansabombwe');
    await decide(caseId, 'clear');
    // The hit is confirmed in the moment in which the payout is opened.
    await server.query(`create function freeze_now() returns trigger language plpgsql security definer as $$ begin
      update screening_hit set state = 'confirmed' where borrower_id = new.borrower_id; return new; end $$`);
    await server.query(
      'create trigger freeze_now after insert on payment_attempt for each row execute function freeze_now()',
    );
    const { orderId } = await apply(borrower, { amount: 300 });
    await server.query('drop trigger freeze_now on payment_attempt');
    await vi.waitFor(async () => {
      const { data } = await open(caseId);
      expect(data.waitingPayouts).toMatchObject([{ loanId: orderId, amount: 300 }]);
    }, PATIENCE);
    await decide(caseId, 'release');
    await vi.waitFor(async () => {
      server.clock.advance({ seconds: 5 });
      expect((await borrower.ask('queryLoanDetail', { params: { id: orderId } })).status).toBe('active');
    }, PATIENCE);
    expect((await open(caseId)).data.waitingPayouts).toEqual([]);
  });

  test('that changed since it was opened is not decided', async () => {
    const { caseId } = await suspect('Sichone');
    const { data } = await open(caseId);
    const body = { decision: 'clear', reason: 'seen with passport', shown: data.shown } as const;
    listed.pop();
    listed.push(`P${listed.length + 1},Wezi M. Sichone,1980-05-06`);
    await importPeople(server, 'pep', ...listed);
    const answered = await monde.client.call('decideCase', { params: { caseId }, body });
    expect(answered).toMatchObject({ code: 409, reason: 'moved_on' });
    expect((await open(caseId)).data).toMatchObject({ state: 'open', listedName: 'Wezi M. Sichone' });
    expect(await decide(caseId, 'clear')).toMatchObject({ code: 200 });
  });

  test('of two people at once is decided by one', async () => {
    const { caseId } = await suspect('Kaluba');
    const answers = await Promise.all([decide(caseId, 'clear'), decide(caseId, 'confirm', taonga)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect((await open(caseId)).data.history).toHaveLength(1);
  });

  test('about a relative is in no list, and is not opened', async () => {
    const { borrower, caseId } = await suspect('Zimba');
    await taonga.client.call('declareRelation', { body: { relation: 'self', mobile: borrower.mobile } });
    expect((await openCases(taonga)).map((one) => one.caseId)).not.toContain(caseId);
    for (const name of ['getCase', 'decideCase'] as const) {
      const body = { decision: 'clear', reason: 'it is not me', shown: '' };
      const answer = await taonga.client.call(name, { params: { caseId }, body } as never);
      expect(answer).toMatchObject({ code: 403, reason: 'related' });
    }
  });
});

/** Their answers differ by what is allowed to be seen, or by the looks themselves. */
const OTHER_TESTS: readonly StaffCallName[] = [
  'getApplication',
  'listApplications',
  'searchAudit',
  'getOfficersWork',
];

describe('a person who does not see cases', () => {
  test.each(ROLES.filter((role) => !permissionsOf([role]).includes('seeCases')))(
    '%s reads the same of a borrower with a confirmed hit as of one without',
    async (role) => {
      const member = await hire(server, office, { userName: role.replaceAll('_', '-'), roles: [role] });
      const lastName = [
        'Mwenya',
        'Hachipuka',
        'Sitali',
        'Lubinda',
        'Chola',
        'Mbewe',
        'Ngoma',
        'Sakala',
        'Tonga',
        'Zulu',
      ][ROLES.indexOf(role)]!;
      const details = { firstName: 'Wezi', lastName, birthDate: '1980-05-06', monthlyIncome: 1500 };
      const borrower = await signUp(server, details);
      const { orderId } = await apply(borrower, { amount: 300 });
      const params = { borrowerId: borrower.borrowerId, loanId: orderId, picture: 'front', caseId: 1 };
      const reads = (Object.entries(staffCalls) as [StaffCallName, StaffCallDefinition][]).filter(
        ([name, call]) =>
          (call.method === 'GET' || name === 'findBorrowers' || name === 'unmaskBorrower') &&
          !OTHER_TESTS.includes(name) &&
          permissionsOf([role]).includes(call.access as never),
      );
      const answers = async () => {
        const found: Record<string, unknown> = {};
        for (const [name] of reads) {
          const body = { text: `Wezi ${lastName}`, page: 1, pageSize: 20 };
          const request = { params, ...(name === 'findBorrowers' ? { body } : {}) };
          const { code, data } = await member.client.call(name, request as never);
          found[name] = { code, data };
        }
        return found;
      };
      // The log of security is written in the background.
      await server.app.securityLog.flush();
      const before = await answers();
      await putOnList(lastName);
      await decide(await caseOf(borrower), 'confirm');
      expect(await answers()).toEqual(before);
      if (permissionsOf([role]).includes('seeApplications')) {
        const { data } = await member.client.call('getApplication', { params: { loanId: orderId } });
        expect(JSON.stringify({ ...data, identity: null, shown: null })).not.toMatch(
          /pep|listed|distance|hit|confirmed\b.*list|screening/i,
        );
      }
    },
  );

  test('finds no entry of a case in the audit', async () => {
    const auditor = await hire(server, office, { userName: 'thandiwe', roles: ['auditor'] });
    const audit = async ({ client }: StaffMember, call: StaffCallName) =>
      (await client.call('searchAudit', { query: { call } })).data.items.length;
    expect(await audit(auditor, 'decideCase')).toBe(0);
    expect(await audit(auditor, 'getCase')).toBe(0);
    expect(await audit(monde, 'decideCase')).toBeGreaterThan(0);
    const { data } = await auditor.client.call('searchAudit', {
      query: { userName: 'monde', pageSize: 100 },
    });
    expect(data.items.map(({ call }) => call)).not.toContain('getCase');
  });
});

describe('the blocked list', () => {
  test('takes an entry, which is listed with its reason, and lifted with another', async () => {
    const subject = { kind: 'mobile', mobile: '0977000123' } as const;
    const added = await monde.client.call('addBlocked', {
      body: { subject, reason: 'three cards of others' },
    });
    const { entryId } = added.data;
    const list = async () => (await monde.client.call('listBlocked', { query: {} })).data.items;
    expect((await list())[0]).toMatchObject({
      ...{ entryId, kind: 'mobile', text: '0977000123', birthDate: null },
      ...{ reason: 'three cards of others', addedBy: 'Person monde' },
    });
    const lift = () =>
      monde.client.call('liftBlocked', {
        params: { entryId },
        body: { reason: 'the number has a new owner' },
      });
    expect(await lift()).toMatchObject({ code: 200 });
    expect((await list()).map((entry) => entry.entryId)).not.toContain(entryId);
    expect(await lift()).toMatchObject({ code: 409, reason: 'not_on_list' });
    const [row] = await server.query(
      'select lift_reason_sealed, lifted_by from blocked_subject where entry_id = $1',
      [entryId],
    );
    expect(row.lifted_by).toBe('staff:monde');
    const place = { entry_id: entryId };
    expect(server.sealing.open('blocked_subject.lift_reason_sealed', place, row.lift_reason_sealed)).toBe(
      'the number has a new owner',
    );
  });

  test('stops a borrower who is on it from borrowing', async () => {
    const borrower = await signUp(server);
    const subject = { kind: 'mobile', mobile: borrower.mobile } as const;
    const { data } = await monde.client.call('addBlocked', { body: { subject, reason: 'lent to others' } });
    await expect(apply(borrower)).rejects.toThrow('Your account cannot borrow at the moment');
    const lift = { params: { entryId: data.entryId }, body: { reason: 'a mistake' } };
    await monde.client.call('liftBlocked', lift);
    expect(await apply(borrower)).toMatchObject({ orderId: expect.any(Number) });
  });

  test('is not lifted by a person for themselves or a relative, and another person does it', async () => {
    const card = { idNumber: '777001/10/1', birthDate: '1988-04-09' };
    const relative = await signUp(server, { firstName: 'Luyando', lastName: 'Hamoonga', ...card });
    const declare = (mobile: string) =>
      monde.client.call('declareRelation', { body: { relation: 'relative', mobile } });
    await declare(relative.mobile);
    // A relative who is no borrower yet.
    await declare('0977000777');
    for (const subject of [
      { kind: 'mobile', mobile: relative.mobile },
      { kind: 'mobile', mobile: '0977000777' },
      { kind: 'id_number', idNumber: card.idNumber },
      { kind: 'person', name: 'Luyando Hamoonga', birthDate: card.birthDate },
    ] as const) {
      const { data } = await taonga.client.call('addBlocked', { body: { subject, reason: 'a forged card' } });
      const lift = { params: { entryId: data.entryId }, body: { reason: 'a mistake' } };
      expect(await monde.client.call('liftBlocked', lift), subject.kind).toMatchObject({
        ...{ code: 403, reason: 'related' },
        msg: 'This entry is about you or about a relative. Another person has to take it off the list.',
      });
      const [row] = await server.query('select lifted_at from blocked_subject where entry_id = $1', [
        data.entryId,
      ]);
      expect(row.lifted_at).toBeNull();
      expect((await taonga.client.call('liftBlocked', lift)).code).toBe(200);
    }
  });

  test.each([
    [{ kind: 'person', name: 'Banda', birthDate: '1985-03-02' }, 400],
    [{ kind: 'person', name: 'Mary Banda', birthDate: '02.03.1985' }, 400],
    [{ kind: 'id_number', idNumber: '12' }, 400],
    [{ kind: 'person', name: 'Mary Banda', birthDate: '1985-03-02' }, 200],
    [{ kind: 'id_number', idNumber: '123456/10/1' }, 200],
  ])('%j is answered with %i', async (subject, code) => {
    const body = { subject, reason: 'asked by the police' } as never;
    expect((await monde.client.call('addBlocked', { body })).code).toBe(code);
  });
});
