import { MOBILE_PATTERN } from '@thumba/contract/fields';
import { cardNumber } from '@thumba/identity/card-number';
import { isDay } from '@thumba/lending/day';
import { staffActor } from '../../../book/actor.ts';
import { REASON_NEEDED_TEXT, readRecordNumber } from '../../../book/staff-action.ts';
import { findBlockedPayouts } from '../../../money/payment/blocked-payouts.ts';
import {
  addToBlockedList,
  type BlockedEntry,
  type BlockedSubject,
  blockedList,
  isEntryOfRelative,
  liftFromBlockedList,
} from '../../../people/screening/blocked-list.ts';
import { lusakaDay, toDate } from '../../../platform/clock.ts';
import { recordLookOfCommand } from '../recorded-look.ts';
import { OWN_ACCOUNT_TEXT } from '../related-borrowers.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run blocked                                                    whom the lender does not lend to',
  'npm run blocked -- add id-number 123456/10/1 "<reason>"            the number of an identity card',
  'npm run blocked -- add mobile 0977123456 "<reason>"                a mobile number',
  'npm run blocked -- add person "Mary Banda" 1985-03-02 "<reason>"   a name with a birth date',
  'npm run blocked -- lift <no.>                                      takes an entry off the list',
];

export const command = staffCommand({
  purpose: 'lists and changes to which numbers and people the lender does not lend',
  recorded: { command: 'blocked', actions: ['add', 'lift'] },
  async atDesk(desk, [verb, ...words]) {
    if (verb === undefined) return list(desk);
    if (verb === 'add') return add(desk, words);
    return verb === 'lift' ? lift(desk, words[0] ?? '') : declined(...USAGE);
  },
});

async function list(desk: StaffDesk): Promise<CommandAnswer> {
  const entries = await blockedList(desk.db, desk.sealing());
  const waiting = await findBlockedPayouts({ db: desk.db, sealing: desk.sealing() });
  await recordLookOfCommand(desk, {
    ...{ command: 'blocked', action: 'list' },
    listed: { subject: 'application', borrowerIds: waiting.map(({ borrowerId }) => borrowerId) },
  });
  if (entries.length === 0) return told('Nobody is on the blocked list.');
  return told(
    ...entries.map(lineOf),
    ...waiting.map(
      ({ loanId, borrowerId }) =>
        `The payout of order ${loanId} of borrower ${borrowerId} waits: the borrower or the number is on the list.`,
    ),
  );
}

function lineOf({ entryId, subject, reason, addedBy, addedAt }: BlockedEntry): string {
  return `${entryId}: ${titleOf(subject)}: ${reason} (${addedBy}, ${lusakaDay(addedAt.getTime())})`;
}

function titleOf(subject: BlockedSubject): string {
  if (subject.kind === 'id_number') return `the card ${subject.idNumber}`;
  return subject.kind === 'mobile' ? subject.mobile : `${subject.name}, born ${subject.birthDate}`;
}

async function add(desk: StaffDesk, words: readonly string[]): Promise<CommandAnswer> {
  const read = readSubject(words);
  if (!read) return declined(...USAGE);
  const added = await addToBlockedList(
    { db: desk.db, sealing: desk.sealing() },
    {
      subject: read.subject,
      reason: read.reason.join(' '),
      addedBy: staffActor(desk.staffName()),
      now: toDate(desk.clock.nowMs()),
    },
  );
  if (added.ok)
    return told(`${added.value.entryId}: ${titleOf(read.subject)} is on the list, and cannot borrow.`);
  return declined(
    added.refusal.kind === 'reason_needed'
      ? REASON_NEEDED_TEXT
      : 'A person needs two parts of a name. One part and a birth date are too many people.',
  );
}

function readSubject([kind, ...words]: readonly string[]):
  | { subject: BlockedSubject; reason: readonly string[] }
  | undefined {
  const [value = '', ...rest] = words;
  if (kind === 'id-number' && cardNumber(value) !== undefined)
    return { subject: { kind: 'id_number', idNumber: value }, reason: rest };
  if (kind === 'mobile' && MOBILE_PATTERN.test(value))
    return { subject: { kind: 'mobile', mobile: value }, reason: rest };
  const [birthDate = '', ...reason] = rest;
  return kind === 'person' && value !== '' && isDay(birthDate)
    ? { subject: { kind: 'person', name: value, birthDate }, reason }
    : undefined;
}

async function lift(desk: StaffDesk, text: string): Promise<CommandAnswer> {
  const entryId = readRecordNumber(text);
  if (entryId === undefined) return declined(...USAGE);
  const staffName = desk.staffName();
  if (await isEntryOfRelative(desk.db, { entryId, staffName })) return declined(OWN_ACCOUNT_TEXT);
  const isLifted = await liftFromBlockedList(
    { db: desk.db, sealing: desk.sealing() },
    {
      entryId,
      liftedBy: staffActor(staffName),
      now: toDate(desk.clock.nowMs()),
    },
  );
  return isLifted
    ? told(`Entry ${entryId} is lifted.`)
    : declined('There is no entry with this number on the list.');
}
