import { staffActor } from '../../../book/actor.ts';
import { checkReason, REASON_NEEDED_TEXT, readRecordNumber } from '../../../book/staff-action.ts';
import { type RefuseHolderRefusal, refuseHolder } from '../../../money/payment/refuse-holder.ts';
import { findWaitingHolders } from '../../../money/payment/waiting-holders.ts';
import { allowHolder } from '../../../people/borrower/account-holder.ts';
import { toDate } from '../../../platform/clock.ts';
import { recordLookOfCommand } from '../recorded-look.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run holders                                 the payouts that wait, because the account is in another name',
  'npm run holders -- allow <account> "<reason>"   sends money to this account from now on',
  'npm run holders -- refuse <account> "<reason>"  ends the payouts that wait for this account, and the borrower may name another',
];

const NOTHING_WAITS = 'No payout to this account waits because of its name.';

const refusedTexts: Record<RefuseHolderRefusal['kind'], string> = {
  reason_needed: REASON_NEEDED_TEXT,
  nothing_waits: NOTHING_WAITS,
  step_under_way: 'A payout to this account is being looked at or may have been sent: try again in a minute.',
};

export const command = staffCommand({
  purpose: 'lists payouts to accounts in another name, and allows or refuses them',
  recorded: { command: 'holders', actions: ['allow', 'refuse'] },
  about: ([, account]) => [{ kind: 'account', no: account }],
  async atDesk(desk, [verb, ...words]) {
    if (verb === undefined) return list(desk);
    if (verb === 'allow') return allow(desk, words);
    return verb === 'refuse' ? refuse(desk, words) : declined(...USAGE);
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
      ({ accountId, borrowerId, identityName, holderName }) =>
        `account ${accountId} of borrower ${borrowerId}: ${identityName} in the identity, ${holderName} at the operator`,
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
    : declined(NOTHING_WAITS);
}

async function refuse(desk: StaffDesk, [account = '', ...words]: readonly string[]): Promise<CommandAnswer> {
  const accountId = readRecordNumber(account);
  if (accountId === undefined) return declined(...USAGE);
  const catalogue = await desk.openCatalogue();
  const refused = await refuseHolder(
    { ...desk, sealing: desk.sealing(), ladderRule: () => catalogue.current().ladder },
    { accountId, reason: words.join(' '), actor: staffActor(desk.staffName()) },
  );
  if (!refused.ok) return declined(refusedTexts[refused.refusal.kind]);
  return told(`What waited for account ${accountId} has failed. The borrower can name another number.`);
}
