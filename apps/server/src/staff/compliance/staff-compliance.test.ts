import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borrow, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import { answerAs } from '../terminal/two-people.test-support.ts';
import {
  approveReportOf,
  caseOf,
  decideOn,
  hireCompliance,
  lookNow,
  NARRATIVE,
  payFromNumber,
  quicklySettled,
  readCase,
  writeReport,
} from './compliance.test-support.ts';

let server: AppServer;
let monde: StaffMember;
let taonga: StaffMember;
let office: { maker: StaffMember; checker: StaffMember };
beforeAll(async () => {
  server = await startAppServer();
  ({ monde, taonga, office } = await hireCompliance(server));
  await lookNow(server);
});
afterAll(async () => {
  await expectSoundBook(server);
  await server.stop();
});

async function openedCase() {
  const settled = await quicklySettled(server);
  await lookNow(server);
  return { ...settled, alertCaseId: await caseOf(server, settled.borrower) };
}

const read = (alertCaseId: number, member = monde) => readCase(member, alertCaseId);

const decide = (alertCaseId: number, decision: 'no_suspicion' | 'suspicion') =>
  decideOn(monde, alertCaseId, decision);

const write = (alertCaseId: number, member = monde, narrative = NARRATIVE) =>
  writeReport(member, alertCaseId, narrative);

const approve = (alertCaseId: number, reportId: number, member: StaffMember) =>
  approveReportOf(member, alertCaseId, reportId);

const exportAs = (alertCaseId: number, reportId: number, format: 'xml' | 'json' | 'pdf', member = monde) =>
  member.client.call('exportSuspicionReport', { params: { alertCaseId }, body: { reportId, format } });

describe('a case of alerts', () => {
  test('shows what was found, the payments in their order, and the sums of the ledger', async () => {
    const { borrower, loanId, paymentId, alertCaseId } = await openedCase();
    const { data } = await read(alertCaseId);
    expect(data).toMatchObject({
      ...{ alertCaseId, borrowerId: borrower.borrowerId, borrowerName: 'Wezi Nyirongo', state: 'open' },
      ...{ rules: ['quick_settlement'], alerts: 1, loans: 1, clock: null, reportDueOn: null },
      ...{ decision: null, notes: [], reports: [], isMore: false },
    });
    expect(data.alertsFound).toMatchObject([
      { rule: 'quick_settlement', ruleVersion: 1, loanId, ruleSentence: 'Hours after the payout: 24' },
    ]);
    expect(data.alertsFound[0]!.sentence).toMatch(
      new RegExp(
        `^Loan ${loanId} was settled 1 hour or less after its payout, with K1,[\\d.]+ from a number`,
      ),
    );
    expect(data.payments).toMatchObject([
      { direction: 'payout', purpose: 'loan_payout', loanId, otherNumber: null, alertIds: [] },
      { paymentId, direction: 'collection', otherNumber: 'A', alertIds: [data.alertsFound[0]!.alertId] },
    ]);
    expect(JSON.stringify(data)).not.toContain(borrower.mobile);
    const [sums] = await server.query(
      `select sum(amount_ngwee) filter (where direction = 'collection')::float / 100 as came_in,
         sum(amount_ngwee) filter (where direction = 'payout')::float / 100 as went_out
       from payment_attempt where borrower_id = $1 and state = 'succeeded'`,
      [borrower.borrowerId],
    );
    expect(data.sums).toEqual({ cameIn: sums.came_in, wentOut: sums.went_out });
  });

  test('is listed with the longest wait first, given to a person, and has notes', async () => {
    const { alertCaseId } = await openedCase();
    const list = async (state: 'open' | 'suspicion' | 'decided', member = monde) =>
      (await member.client.call('listAlertCases', { query: { state, pageSize: 100 } })).data.items;
    const items = await list('open');
    expect(items.map(({ openedAt }) => openedAt)).toEqual(items.map(({ openedAt }) => openedAt).toSorted());
    const params = { alertCaseId };
    const assign = (staffId: number | null) =>
      monde.client.call('assignAlertCase', { params, body: { staffId } });
    expect(await assign(taonga.staffId)).toMatchObject({ code: 200 });
    expect((await read(alertCaseId)).data.assignedTo).toMatchObject({ userName: 'taonga' });
    expect(await assign(office.maker.staffId)).toMatchObject({ code: 409, reason: 'not_for_them' });
    expect(await assign(null)).toMatchObject({ code: 200 });
    await taonga.client.call('writeAlertCaseNote', { params, body: { text: 'asked the operator' } });
    expect((await read(alertCaseId)).data).toMatchObject({
      assignedTo: null,
      notes: [{ by: 'Person taonga', text: 'asked the operator' }],
    });
    expect(await decide(alertCaseId, 'no_suspicion')).toMatchObject({
      code: 200,
      data: { reportDueOn: null },
    });
    expect((await list('open')).map((one) => one.alertCaseId)).not.toContain(alertCaseId);
    expect((await list('decided'))[0]).toMatchObject({ alertCaseId, state: 'no_suspicion' });
    expect((await read(alertCaseId)).data.decision).toMatchObject({
      by: 'Person monde',
      reason: 'looked at the payments',
    });
    expect(await decide(alertCaseId, 'suspicion')).toMatchObject({ code: 409, reason: 'moved_on' });
  });

  test('that got another alert since it was opened is not decided', async () => {
    const borrower = await signUp(server);
    const loanId = await borrow(borrower);
    for (const amount of [100, 110, 120]) await payFromNumber(server, borrower, loanId, { amount });
    await lookNow(server);
    const alertCaseId = await caseOf(server, borrower);
    const { shown } = (await read(alertCaseId)).data;
    // As if an hour had passed, in which the session of a person of staff would have ended.
    await server.query('delete from counted_use');
    await payFromNumber(server, borrower, loanId);
    await lookNow(server);
    const body = { decision: 'no_suspicion', reason: 'looked at it', shown } as const;
    const answer = await monde.client.call('decideAlertCase', { params: { alertCaseId }, body });
    expect(answer).toMatchObject({ code: 409, reason: 'moved_on' });
    expect((await read(alertCaseId)).data).toMatchObject({ state: 'open', alerts: 2 });
  });

  test('about a relative is in no list, is not opened, and is not given to them', async () => {
    const { borrower, alertCaseId } = await openedCase();
    await taonga.client.call('declareRelation', { body: { relation: 'self', mobile: borrower.mobile } });
    const { data } = await taonga.client.call('listAlertCases', { query: { pageSize: 100 } });
    expect(data.items.map((one) => one.alertCaseId)).not.toContain(alertCaseId);
    expect(await read(alertCaseId, taonga)).toMatchObject({ code: 403, reason: 'related' });
    const body = { staffId: taonga.staffId };
    expect(await monde.client.call('assignAlertCase', { params: { alertCaseId }, body })).toMatchObject({
      code: 409,
      reason: 'not_for_them',
    });
  });
});

describe('a report of a suspicion', () => {
  test('is due on the third working day, is on Today, and is late after it', async () => {
    const { alertCaseId } = await openedCase();
    expect(await write(alertCaseId)).toMatchObject({ code: 409, reason: 'no_suspicion' });
    const { data } = await decide(alertCaseId, 'suspicion');
    const dueOn = data.reportDueOn!;
    expect(dueOn > server.today()).toBe(true);
    expect((await read(alertCaseId)).data).toMatchObject({ reportDueOn: dueOn, clock: 'in_time' });
    const waiting = async () =>
      (await monde.client.call('getToday', {})).data.waiting.find(({ kind }) => kind === 'suspicion_report');
    expect(await waiting()).toMatchObject({ count: 1, dueOn });
    while (server.today() < dueOn) await server.passDays(1);
    expect((await read(alertCaseId)).data.clock).toBe('due_today');
    await server.passDays(1);
    const list = await monde.client.call('listAlertCases', { query: { state: 'suspicion' } });
    expect(list.data.items).toMatchObject([{ alertCaseId, clock: 'overdue', reportDueOn: dueOn }]);
    const { data: written } = await write(alertCaseId);
    await approve(alertCaseId, written.reportId, taonga);
    expect(await waiting()).toBeUndefined();
  });

  test('counts a declared holiday in its clock', async () => {
    const { alertCaseId } = await openedCase();
    const { alertCaseId: other } = await openedCase();
    const { data: without } = await decide(alertCaseId, 'suspicion');
    await server.query(
      `insert into notice (notice_code, kind, title, body, shown_from, shown_until)
       values ('mourning', 'holiday', 'A day of mourning', 'We are closed.', $1, $1)`,
      [without.reportDueOn],
    );
    const { data: with_ } = await decide(other, 'suspicion');
    expect(with_.reportDueOn! > without.reportDueOn!).toBe(true);
  });

  test('is approved by another person, never changes after that, and is corrected by a further one', async () => {
    const { borrower, alertCaseId } = await openedCase();
    await decide(alertCaseId, 'suspicion');
    const { data: draft } = await write(alertCaseId);
    expect(await exportAs(alertCaseId, draft.reportId, 'xml')).toMatchObject({ reason: 'not_approved' });
    expect((await read(alertCaseId, monde)).data.reports).toMatchObject([{ mayApprove: false }]);
    expect((await read(alertCaseId, taonga)).data.reports).toMatchObject([{ mayApprove: true }]);
    expect(await approve(alertCaseId, draft.reportId, monde)).toMatchObject({
      ...{ code: 403, reason: 'own_report' },
    });
    expect(await approve(alertCaseId, draft.reportId, taonga)).toMatchObject({ code: 200 });
    const { data } = await read(alertCaseId);
    expect(data).toMatchObject({
      ...{ state: 'reported', clock: null },
      reports: [{ reportId: draft.reportId, approval: { by: 'Person taonga' }, writtenBy: 'Person monde' }],
    });
    const change = `update suspicion_report set written_by = 'staff:mary' where report_id = ${draft.reportId}`;
    await expect(server.query(change)).rejects.toThrow('does not change: write a correction');
    await expect(
      server.query(`delete from suspicion_report where report_id = ${draft.reportId}`),
    ).rejects.toThrow();
    const { data: correction } = await write(alertCaseId, taonga, 'The first report had the wrong day.');
    await approve(alertCaseId, correction.reportId, monde);
    const { data: after } = await read(alertCaseId);
    expect(after.reports).toMatchObject([
      { reportId: correction.reportId, correctsReportId: draft.reportId },
      { reportId: draft.reportId, correctsReportId: null, narrative: NARRATIVE },
    ]);
    expect(borrower.borrowerId).toBe(after.borrowerId);
  });

  test('is not approved by one person whose row is written past the program', async () => {
    const { alertCaseId } = await openedCase();
    await decide(alertCaseId, 'suspicion');
    const { data: draft } = await write(alertCaseId);
    const approved = (by: string) =>
      server.query(
        `update suspicion_report set content_sealed = 'x', content_sha256 = sha256('x'), approved_by = $2, approved_at = now()
         where report_id = $1`,
        [draft.reportId, by],
      );
    await expect(approved('staff:monde')).rejects.toThrow('suspicion_report_two_people');
    await expect(
      server.query(
        `insert into suspicion_report (borrower_id, case_id, text_sealed, written_by, written_at, content_sealed,
           content_sha256, approved_by, approved_at)
         select borrower_id, case_id, '', 'staff:monde', now(), 'x', sha256('x'), 'staff:taonga', now()
         from suspicion_report where report_id = $1`,
        [draft.reportId],
      ),
    ).rejects.toThrow('begins as a draft');
  });

  test('is written as XML, JSON and PDF from what was approved, and each file is noted', async () => {
    const { borrower, loanId, alertCaseId } = await openedCase();
    await decide(alertCaseId, 'suspicion');
    const { data: draft } = await write(alertCaseId, monde, 'Paid by <a stranger> & "others"');
    await approve(alertCaseId, draft.reportId, taonga);
    const files = [];
    for (const format of ['xml', 'json', 'pdf'] as const) {
      const { data } = await exportAs(alertCaseId, draft.reportId, format);
      expect(data.fileName).toBe(`suspicion-report-${alertCaseId}-${draft.reportId}.${format}`);
      files.push(Buffer.from(data.base64, 'base64'));
    }
    const [xml, json, pdf] = files;
    expect(xml!.toString()).toContain('<reason>Paid by &lt;a stranger&gt; &amp; &quot;others&quot;</reason>');
    expect(xml!.toString().match(/<transaction>/g)).toHaveLength(2);
    const content = JSON.parse(json!.toString());
    expect(content).toMatchObject({
      person: { firstName: 'Wezi', lastName: 'Nyirongo', mobile: borrower.mobile },
      payments: [
        { direction: 'payout', loanId },
        { direction: 'collection', isOfBorrower: false },
      ],
      ...{ writtenBy: 'Person monde', approvedBy: 'Person taonga' },
    });
    const [book] = await server.query(
      `select sum(amount_ngwee) filter (where debit_account::text ~ '^float_')::integer as "cameInNgwee",
         sum(amount_ngwee) filter (where credit_account::text ~ '^float_')::integer as "wentOutNgwee"
       from ledger_transfer where borrower_id = $1`,
      [borrower.borrowerId],
    );
    expect(content.sums).toEqual(book);
    expect(pdf!.subarray(0, 5).toString()).toBe('%PDF-');
    const { exports } = (await read(alertCaseId)).data.reports[0]!;
    expect(exports.map(({ format, by }) => [format, by])).toEqual([
      ['xml', 'Person monde'],
      ['json', 'Person monde'],
      ['pdf', 'Person monde'],
    ]);
    const { data } = await monde.client.call('searchAudit', { query: { call: 'exportSuspicionReport' } });
    expect(data.items.some(({ detail }) => (detail as { format?: string }).format === 'pdf')).toBe(true);
  });
});

describe('a rule of alerts', () => {
  const current = async () => {
    const { data } = await monde.client.call('getAlertRules', {});
    return data.items.find(({ rule }) => rule === 'many_payers')!;
  };
  const change = (values: Record<string, number>, version: number, isOn = true) =>
    monde.client.call('changeAlertRule', {
      body: { rule: 'many_payers', isOn, values, version, reason: 'too many of them are families' },
    });

  test('is changed by two people, and keeps its earlier version', async () => {
    const values = { numbers: 5, withinDays: 30 };
    expect(await change({ numbers: 1, withinDays: 30 }, 1)).toMatchObject({ code: 400, reason: 'values' });
    expect(await change({ numbers: 3, withinDays: 30 }, 1)).toMatchObject({ reason: 'nothing_different' });
    const { data } = await change(values, 1);
    expect((await current()).openRequest).toMatchObject({ requestId: data.requestId });
    expect(await change(values, 1)).toMatchObject({ code: 409, reason: 'waits_already' });
    expect(await answerAs(monde, data.requestId)).toMatchObject({ code: 403 });
    expect((await current()).versions).toHaveLength(1);
    expect(await answerAs(taonga, data.requestId)).toMatchObject({ code: 200 });
    expect((await current()).versions).toMatchObject([
      { version: 2, isOn: true, values, savedBy: 'Person monde', approvedBy: 'Person taonga' },
      { version: 1, savedBy: 'setup', approvedBy: null },
    ]);
    expect(await change(values, 1)).toMatchObject({ code: 409, reason: 'moved_on' });
  });

  test('is not changed without a request, whatever the program does', async () => {
    const insert = `insert into alert_rule_version (rule, version, is_on, rule_values, saved_by, approved_by, saved_at)
      values ('large_cash', 2, true, '{"leastKwacha": 1}', 'staff:monde', 'staff:taonga', now())`;
    await expect(server.query(insert)).rejects.toThrow('a request that a second person approved');
  });
});
