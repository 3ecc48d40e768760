import { staffActor } from '../../../book/actor.ts';
import { checkReason, REASON_NEEDED_TEXT, readRecordNumber } from '../../../book/staff-action.ts';
import { findWaitingHolders } from '../../../money/payment/waiting-holders.ts';
import { allowHolder } from '../../../people/borrower/account-holder.ts';
import { toDate } from '../../../platform/clock.ts';
import { recordLookOfCommand } from '../recorded-look.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run holders                                 the payouts that wait, because the account is in another name',
  'npm run holders -- allow <account> "<reason>"   sends money to this account from now on',
];

export const command = staffCommand({
  purpose: 'lists payouts to accounts in another name, and allows them',
  recorded: { command: 'holders', actions: ['allow'] },
  async atDesk(desk, [verb, ...words]) {
    if (verb === undefined) return list(desk);
    return verb === 'allow' ? allow(desk, words) : declined(...USAGE);
  },
});

async function list(desk: StaffDesk): Promise<CommandAnswer> {
  const waiting = await findWaitingHolders({ db: desk.db, sealing: desk.sealing() });
  await recordLookOfCommand(desk, {
    ...{ command: 'holders', action: 'list' },
    listed: { subject: 'account_holder', borrowerIds: waiting.map(({ borrowerId }) => borrowerId) },
  });
  if (waiting.length === 0) return told('No payout waits because of the name of an account.');
  return told(
    ...waiting.map(
      ({ accountId, borrowerId, cardName, holderName }) =>
        `account ${accountId} of borrower ${borrowerId}: ${cardName} on the card, ${holderName} at the operator`,
    ),
  );
}

async function allow(desk: StaffDesk, [account = '', ...words]: readonly string[]): Promise<CommandAnswer> {
  const accountId = readRecordNumber(account);
  if (accountId === undefined) return declined(...USAGE);
  const reason = checkReason(words.join(' '));
  if (!reason.ok) return declined(REASON_NEEDED_TEXT);
  const deps = { db: desk.db, sealing: desk.sealing() };
  const waiting = (await findWaitingHolders(deps)).find((one) => one.accountId === accountId);
  const isAllowed =
    waiting !== undefined &&
    (await allowHolder(deps, {
      ...{ borrowerId: waiting.borrowerId, accountId, askedAt: waiting.askedAt, reason: reason.value },
      ...{ clearedBy: staffActor(desk.staffName()), now: toDate(desk.clock.nowMs()) },
    }));
  return isAllowed
    ? told(`Money may go to account ${accountId}. What waited is sent by itself.`)
    : declined('No payout to this account waits because of its name.');
}
