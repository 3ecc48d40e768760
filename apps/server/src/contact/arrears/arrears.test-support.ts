import type { StaffRequest } from '@thumba/contract/staff/wire';
import { type AppBorrower, borrow, signUp } from '../../../test/app-borrower.ts';
import type { AppServer } from '../../../test/app-server.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';

/** Two collectors and the head of operations. */
export async function hireCollectors(
  server: AppServer,
): Promise<{ bwalya: StaffMember; natasha: StaffMember; head: StaffMember }> {
  const { first: maker, second: checker } = await openOffice(server);
  const hireAs = (userName: string, role: 'collector' | 'head_of_operations') =>
    hire(server, { maker, checker }, { userName, roles: [role] });
  return {
    bwalya: await hireAs('bwalya', 'collector'),
    natasha: await hireAs('natasha', 'collector'),
    head: await hireAs('chanda', 'head_of_operations'),
  };
}

/** Four days after its due date a loan had two reminders in the last seven days, and a call is allowed. */
export const CALLABLE_DAYS_LATE = 4;
export const TERM_DAYS = 30;

export type Debtor = { borrower: AppBorrower; loanId: number };

/** K1,000 for 30 days: K1,150, due on 21 December if it is borrowed when the server starts. */
export async function debtorOf(server: AppServer, amount = 1000): Promise<Debtor> {
  const borrower = await signUp(server, FACTS);
  return { borrower, loanId: await borrow(borrower, { amount }) };
}

export const FACTS = { lastName: 'Mwansa', birthDate: '1990-05-14' } as const;

export const begin = ({ client }: StaffMember, loanId: number) =>
  client.call('beginArrearsCall', { params: { loanId } });

export const check = (
  { client }: StaffMember,
  of: { loanId: number; callId: number },
  body: StaffRequest<'checkRightPerson'>['body'] = FACTS,
) => client.call('checkRightPerson', { params: of, body } as never);

export const end = (
  { client }: StaffMember,
  of: { loanId: number; callId: number },
  body: { outcome: string; note?: string; promise?: { amount: number; dueOn: string } },
) => client.call('endArrearsCall', { params: of, body } as never);

/** Calls, checks the right person, and writes the promise down. */
export async function promise(
  by: StaffMember,
  loanId: number,
  promised: { amount: number; dueOn: string },
): Promise<void> {
  const begun = await begin(by, loanId);
  if (begun.code !== 200) throw new Error(begun.msg);
  const of = { loanId, callId: begun.data.callId };
  await check(by, of);
  const ended = await end(by, of, { outcome: 'promised', promise: promised });
  if (ended.code !== 200) throw new Error(ended.msg);
}
