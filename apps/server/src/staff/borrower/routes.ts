import type { StaffCallName } from '@thumba/contract/staff/calls';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { staffActor } from '../../book/actor.ts';
import { orderSummary } from '../../book/loan/loan-view.ts';
import { listLoans } from '../../book/loan/queries.ts';
import type { LinkedLoan } from '../../book/loan/repay-link.ts';
import { readStaffNames } from '../../book/staff-names.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import { listTickets } from '../../contact/complaint/queries.ts';
import { textOfMessage } from '../../contact/message/message-texts.ts';
import { listMessages } from '../../contact/message/queries.ts';
import { readWallet } from '../../money/wallet/queries.ts';
import { blockBorrower } from '../../people/borrower/block.ts';
import { listNotes, writeNote } from '../../people/borrower/notes.ts';
import { holdPayouts, releasePayouts } from '../../people/borrower/payout-hold.ts';
import { askForUnblocking } from '../../people/borrower/staff-unblocking.ts';
import { listConsents } from '../../people/consent/consents.ts';
import { listSignedInDevices } from '../../people/session/signed-in-devices.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Page, pageOf } from '../../platform/page.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { type BorrowerSource, readBorrower, readUnmasked } from './read-borrower.ts';
import { listEvents, listPayments } from './read-history.ts';

export type StaffBorrowerDeps = BorrowerSource & {
  clock: Clock;
  today(): Day;
  linkOf(loan: LinkedLoan): string;
  onNewMessages(): void;
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
  openRequestsOf(borrowerId: number): Promise<StaffAnswer<'getBorrower'>['openRequests']>;
};

const NEWEST_ONE: Page = { offset: 0, limit: 1 };

/** The page of a borrower. */
export function registerStaffBorrowerRoutes(server: StaffServer, deps: StaffBorrowerDeps): void {
  serveStaff(server, 'getBorrower', async ({ params: { borrowerId } }) => {
    const borrower = await readBorrower(deps, borrowerId);
    if (!borrower) return NOT_FOUND;
    const [{ items }, openRequests] = await Promise.all([
      readLoans(deps, borrowerId, NEWEST_ONE),
      deps.openRequestsOf(borrowerId),
    ]);
    return done({ ...borrower, latestLoan: items[0] ?? null, openRequests });
  });
  serveStaff(server, 'unmaskBorrower', async ({ params: { borrowerId } }) => {
    const borrower = await readUnmasked(deps, borrowerId);
    return borrower ? done(borrower) : NOT_FOUND;
  });
  registerLists(server, deps);
  registerNotes(server, deps);
  registerBlocks(server, deps);
  registerHolds(server, deps);
}

type ListName = Extract<StaffCallName, `listBorrower${string}` | `readBorrower${string}`>;

function registerLists(server: StaffServer, deps: StaffBorrowerDeps): void {
  const { db, clock } = deps;
  const list = <Name extends ListName>(
    name: Name,
    read: (borrowerId: number, page: Page) => Promise<StaffAnswer<Name>>,
  ) =>
    serveStaff(server, name, async (input) => {
      const { params, query } = input as {
        params: { borrowerId: number };
        query: { page: number; pageSize: number };
      };
      return done(await read(params.borrowerId, pageOf(query)));
    });
  list('listBorrowerLoans', (borrowerId, page) => readLoans(deps, borrowerId, page));
  list('listBorrowerPayments', (borrowerId, page) => listPayments(db, borrowerId, page));
  list('listBorrowerEvents', (borrowerId, page) => listEvents(db, borrowerId, page));
  list('listBorrowerMessages', (borrowerId, page) => readMessages(deps, borrowerId, page));
  list('readBorrowerWallet', async (borrowerId, page) => {
    const { balance, total, movements } = await readWallet(db, borrowerId, page);
    const items = movements.map(({ at, title, amount, balanceAfter, orderId = null }) => ({
      ...{ at, title, amount, balanceAfter },
      loanId: orderId,
    }));
    return { balance, total, items };
  });
  list('listBorrowerTickets', async (borrowerId, page) => {
    const { total, items } = await listTickets(deps, borrowerId, page);
    return {
      total,
      items: items.map(({ ticketNo, kind, state, topic = null, at }) => ({
        ticketId: Number(ticketNo),
        ...{ kind, state, topic, at },
      })),
    };
  });
  list('readBorrowerDevices', async (borrowerId) => {
    const [sessions, consents] = await Promise.all([
      listSignedInDevices(deps, borrowerId, toDate(clock.nowMs())),
      listConsents(db, borrowerId),
    ]);
    return {
      sessions: sessions.map(({ device, place, startedAt, usedAt, isTrusted }) => ({
        ...{ device, place, isTrusted },
        startedAt: startedAt.toISOString(),
        usedAt: usedAt.toISOString(),
      })),
      consents: consents.map(({ kind, isGiven, changedAt }) => ({
        ...{ kind, isGiven },
        changedAt: changedAt.toISOString(),
      })),
    };
  });
}

async function readLoans(
  { db, clock, today }: StaffBorrowerDeps,
  borrowerId: number,
  page: Page,
): Promise<StaffAnswer<'listBorrowerLoans'>> {
  const now = { today: today(), nowMs: clock.nowMs() };
  const { total, loans } = await listLoans(db, borrowerId, page);
  const items = loans.map((stored) => {
    const { orderId, status, principal, remaining, dueDate, overdueDays } = orderSummary(stored, now);
    return {
      loanId: orderId,
      state: status,
      amount: principal,
      toRepay: remaining,
      appliedAt: stored.appliedAt.toISOString(),
      disbursedAt: stored.disbursedAt?.toISOString() ?? null,
      dueOn: dueDate ?? null,
      daysLate: overdueDays,
    };
  });
  return { total, items };
}

async function readMessages(
  { db, linkOf }: StaffBorrowerDeps,
  borrowerId: number,
  page: Page,
): Promise<StaffAnswer<'listBorrowerMessages'>> {
  const { total, messages } = await listMessages(db, borrowerId, page);
  const items = messages.map((message) => ({
    messageId: message.message_id,
    at: message.created_at.toISOString(),
    text: textOfMessage(message, borrowerId, linkOf),
    medium: message.medium,
  }));
  return { total, items };
}

function registerNotes(server: StaffServer, deps: StaffBorrowerDeps): void {
  serveStaff(server, 'listBorrowerNotes', async ({ params: { borrowerId }, query }) => {
    const { total, notes } = await listNotes(deps, borrowerId, pageOf(query));
    const nameOf = await readStaffNames(
      deps.db,
      notes.map(({ actor }) => actor),
    );
    const items = notes.map(({ noteId, text, actor, at }) => ({
      ...{ noteId, text },
      by: nameOf(actor),
      at: at.toISOString(),
    }));
    return done({ total, items });
  });
  serveStaff(server, 'writeBorrowerNote', async ({ params: { borrowerId }, body: { text } }, { person }) => {
    const now = toDate(deps.clock.nowMs());
    const noteId = await writeNote(deps, { borrowerId, text, actor: staffActor(person.userName), now });
    return done({ noteId });
  });
}

const BLOCKED_ALREADY = refused(409, 'This account is blocked already.', { reason: 'blocked_already' });
const NOT_BLOCKED = refused(409, 'This account is not blocked.', { reason: 'not_blocked' });

function registerBlocks(server: StaffServer, deps: StaffBorrowerDeps): void {
  serveStaff(server, 'blockBorrower', async ({ params: { borrowerId }, body: { reason, note } }, caller) => {
    caller.note({ reason });
    const isBlocked = await blockBorrower(deps, {
      ...{ borrowerId, reason, note: note.trim() },
      actor: staffActor(caller.person.userName),
      on: deps.today(),
      now: toDate(deps.clock.nowMs()),
    });
    if (!isBlocked) return BLOCKED_ALREADY;
    deps.onNewMessages();
    return done(null);
  });
  serveStaff(server, 'askForUnblocking', async ({ params: { borrowerId }, body }, { person }) => {
    const asked = await askForUnblocking(deps, { borrowerId, reason: body.reason.trim() });
    return asked ? deps.fileRequest(asked, person) : NOT_BLOCKED;
  });
}

const HELD_ALREADY = refused(409, 'The payouts to this borrower are held already.', {
  reason: 'held_already',
});
const RELEASE_REFUSALS = {
  not_held: refused(409, 'The payouts to this borrower are not held.', { reason: 'not_held' }),
  own_hold: refused(403, 'You hold these payouts yourself. Another person releases them.', {
    reason: 'own_hold',
  }),
};

function registerHolds(server: StaffServer, deps: StaffBorrowerDeps): void {
  const change = (borrowerId: number, reason: string, { userName }: StaffPerson) => {
    const now = toDate(deps.clock.nowMs());
    return { borrowerId, reason: reason.trim(), actor: staffActor(userName), now };
  };
  serveStaff(server, 'holdPayouts', async ({ params: { borrowerId }, body }, { person }) =>
    (await holdPayouts(deps, change(borrowerId, body.reason, person))) ? done(null) : HELD_ALREADY,
  );
  serveStaff(server, 'releasePayouts', async ({ params: { borrowerId }, body }, { person }) => {
    const release = await releasePayouts(deps, change(borrowerId, body.reason, person));
    return release === 'released' ? done(null) : RELEASE_REFUSALS[release];
  });
}
