import { apply, borrow, pay, settle, signIn, signUp } from '../../../test/app-borrower.ts';
import type { AppServer } from '../../../test/app-server.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import {
  begin,
  CALLABLE_DAYS_LATE,
  check,
  end,
  FACTS,
  promise,
  TERM_DAYS,
} from '../../contact/arrears/arrears.test-support.ts';
import { type Applicant, applicant } from '../../credit/application/review.test-support.ts';
import {
  APPROVE,
  DECLINE,
  decide,
  declinedByRules,
  open,
  take,
} from '../application/applications.test-support.ts';

export type WatchedOffice = Record<
  'natasha' | 'head' | 'operations' | 'bwalya' | 'auditor' | 'finance',
  StaffMember
>;

/** People of each role that the reports count or that reads them. */
async function hireOffice(server: AppServer): Promise<WatchedOffice> {
  const { first: maker, second: checker } = await openOffice(server);
  const hired = (userName: string, role: Parameters<typeof hire>[2]['roles'][number]) =>
    hire(server, { maker, checker }, { userName, roles: [role] });
  return {
    natasha: await hired('natasha', 'underwriter'),
    head: await hired('thandiwe', 'head_of_credit'),
    operations: await hired('chanda', 'head_of_operations'),
    bwalya: await hired('bwalya', 'collector'),
    auditor: await hired('mwape', 'auditor'),
    finance: await hired('luse', 'finance'),
  };
}

/** The server as an app reaches it that was installed from a channel. */
function fromChannel(server: AppServer, appChannelCode: string): AppServer {
  return {
    ...server,
    newClient(headers) {
      const client = server.newClient(headers);
      return {
        ...client,
        call: (name, request, options) => client.call(name, request, { ...options, appChannelCode }),
        ask: (name, request, options) => client.ask(name, request, { ...options, appChannelCode }),
      };
    },
  };
}

/**
 * Registrations of two channels that came to different stages, decisions of each kind, payments that succeeded and were
 * refused, calls, promises and complaints. It ends 39 days after the loans were borrowed for 30.
 */
export async function liveSomeWeeks(server: AppServer): Promise<WatchedOffice> {
  const office = await hireOffice(server);
  const { natasha, head } = office;
  const partner = fromChannel(server, 'WM2');
  const opening = { pageId: '/promotion', actionId: 'show' };
  for (const client of [partner.newClient(), partner.newClient(), server.newClient()])
    await client.ask('buriedPointV2', { body: [opening, { ...opening, actionId: 'click' }] as never });

  await signIn(fromChannel(server, 'a channel that is not known'));
  await signUp(partner);
  const repaid = await signUp(partner);
  await settle(server, repaid, await borrow(repaid));
  const payer = await signUp(partner);
  await pay(server, payer, await borrow(payer), { action: 'refuse' });

  const approved = await applicant(server, FACTS);
  await natasha.client.call('getApplicationPicture', {
    params: { loanId: approved.orderId, picture: 'front' },
  });
  await decide(natasha, approved, APPROVE);
  await decide(natasha, await applicant(server), DECLINE);
  await decide(natasha, await applicant(server), { outcome: 'ask_evidence', evidence: 'payslip' });
  await applicant(server);
  const poor = await signUp(server, { monthlyIncome: 500 });
  await apply(poor, { productId: 1, amount: 100 });
  await override(await declinedByRules(server), { natasha, head });

  await complain(server, office, 'I paid twice.');
  await server.passDays(TERM_DAYS + CALLABLE_DAYS_LATE);
  await callLate(server, office, approved.orderId);
  await server.passDays(30);
  await answerComplaints(office);
  return office;
}

async function override(one: Applicant, { natasha, head }: Pick<WatchedOffice, 'natasha' | 'head'>) {
  await take(natasha, one);
  const { data } = await open(natasha, one);
  const asked = await natasha.client.call('requestOverride', {
    params: { loanId: one.orderId },
    body: { reason: 'the employer confirmed a rise', shown: data.shown },
  });
  await head.client.call('answerRequest', {
    params: { requestId: asked.data.requestId },
    body: { answer: 'approve', reason: 'seen it too' },
  });
}

/** One promise that is not kept, and a call that is not answered. */
async function callLate(server: AppServer, { bwalya }: WatchedOffice, loanId: number): Promise<void> {
  await promise(bwalya, loanId, { amount: 50, dueOn: server.today() });
  const second = await begin(bwalya, loanId);
  await check(bwalya, { loanId, callId: second.data.callId });
  await end(bwalya, { loanId, callId: second.data.callId }, { outcome: 'discussed' });
}

async function complain(server: AppServer, { operations }: WatchedOffice, text: string): Promise<void> {
  for (const words of [text, `${text} Again.`]) {
    const borrower = await signIn(server);
    await borrower.ask('writeComplaint', { body: { topic: 'payment', text: words } });
  }
  const [{ ticket_id: ticketId }] = (await server.query(
    'select min(ticket_id)::integer as ticket_id from complaint',
  )) as [{ ticket_id: number }];
  await operations.client.call('answerComplaint', {
    params: { ticketId },
    body: { answer: 'We found the second payment.' },
  });
}

/** After their day. */
async function answerComplaints({ operations }: WatchedOffice): Promise<void> {
  const { data } = await operations.client.call('listWaitingTickets', { query: {} });
  for (const { ticketId } of data.items)
    await operations.client.call('answerComplaint', { params: { ticketId }, body: { answer: 'At last.' } });
}
