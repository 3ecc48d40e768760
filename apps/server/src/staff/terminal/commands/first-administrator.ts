import { userName as userNameShape } from '@thumba/contract/staff/access';
import { staffActor } from '../../../book/actor.ts';
import { consoleOriginOf } from '../../../book/settings/console-origin.ts';
import { checkReason, REASON_NEEDED_TEXT, readRecordNumber } from '../../../book/staff-action.ts';
import { toDate } from '../../../platform/clock.ts';
import { systemRandomness } from '../../../platform/randomness.ts';
import { countAdministrators, inviteFirstAdministrator } from '../../access/accounts.ts';
import { linkOf } from '../../access/accounts-routes.ts';
import { approveRoles } from '../../request/grant-roles.ts';
import { findRequest } from '../../request/requests.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run first-administrator -- <user name> "<name>"          invites the first administrator of the console, once',
  'npm run first-administrator -- approve <request> <reason>    approves roles while there is one administrator only',
];

export const command = staffCommand({
  purpose: 'invites the first administrator of the console, and approves the roles of the second',
  recorded: {
    command: 'first-administrator',
    actions: ['approve'],
    actionOfValue: { isValue: (word) => word !== 'approve', action: 'invite' },
  },
  async atDesk(desk, [first = '', ...words]) {
    if (first === 'approve') return approve(desk, words);
    const userName = userNameShape.safeParse(first);
    const name = words.join(' ').trim();
    return userName.success && name.length >= 2
      ? invite(desk, { userName: userName.data, name })
      : declined(...USAGE);
  },
});

async function invite(
  desk: StaffDesk,
  { userName, name }: { userName: string; name: string },
): Promise<CommandAnswer> {
  const config = desk.config();
  const consoleOrigin = consoleOriginOf(config, config.PUBLIC_URL ?? `http://127.0.0.1:${config.PORT}`);
  if (consoleOrigin === undefined) return declined('Set CONSOLE_URL first: the console is not served.');
  const link = await inviteFirstAdministrator(
    { db: desk.db, random: systemRandomness },
    { userName, name, madeBy: staffActor(desk.staffName()), now: toDate(desk.clock.nowMs()) },
  );
  if (!link) return declined('There is an administrator already. Administrators invite all other people.');
  return told(
    `${name} is invited as the first administrator. This link works once, for three days:`,
    linkOf({ consoleOrigin }, link).link,
  );
}

/** The first administrator cannot approve what they ask for. Until there is a second one, the terminal does. */
async function approve(desk: StaffDesk, [number = '', ...words]: readonly string[]): Promise<CommandAnswer> {
  const requestId = readRecordNumber(number);
  if (requestId === undefined) return declined(...USAGE);
  const reason = checkReason(words.join(' '));
  if (!reason.ok) return declined(REASON_NEEDED_TEXT);
  if ((await countAdministrators(desk.db)) !== 1) {
    return declined('There are several administrators, who approve roles in the console.');
  }
  const deps = { db: desk.db, sealing: desk.sealing() };
  const request = await findRequest(deps, requestId);
  if (request?.kind !== 'role_grant') return declined('There is no request for roles with this number.');
  const approved = await approveRoles(deps, request, {
    checker: { actor: staffActor(desk.staffName()), staffId: null },
    reason: reason.value,
    now: toDate(desk.clock.nowMs()),
  });
  if (approved.ok) return told(approved.value.sentence);
  return approved.refusal.kind === 'own_request'
    ? declined('The person who asked has your user name. Another person has to approve the roles.')
    : declined('This request is answered already.');
}
