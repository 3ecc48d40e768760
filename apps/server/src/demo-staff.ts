import { ROLES, type Role, roles } from '@thumba/contract/staff/roles';
import { TOTP } from 'otpauth';
import { staffActor } from './book/actor.ts';
import { type Clock, toDate } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import type { Randomness } from './platform/randomness.ts';
import type { Sealing } from './platform/sealing.ts';
import { invite, inviteFirstAdministrator, listAccounts, type NewLink } from './staff/access/accounts.ts';
import { digestOf } from './staff/access/cookies.ts';
import { acceptInvitation, addPassword } from './staff/access/invitations.ts';
import { findSecret } from './staff/access/members.ts';
import { hashPassword } from './staff/access/password.ts';
import { newTotpSecret } from './staff/access/totp.ts';
import { approveRoles, askForRoles } from './staff/request/grant-roles.ts';
import { fileRequest, findRequest, type Maker } from './staff/request/requests.ts';

/** People of staff of the demo: two administrators, who check each other, and one person in each other role. */
export const demoStaff: readonly { userName: string; name: string; role: Role }[] = [
  { userName: 'chipo', name: 'Chipo Banda', role: 'administrator' },
  { userName: 'mutale', name: 'Mutale Phiri', role: 'administrator' },
  { userName: 'bupe', name: 'Bupe Mulenga', role: 'underwriter' },
  { userName: 'mwansa', name: 'Mwansa Kunda', role: 'head_of_credit' },
  { userName: 'kondwani', name: 'Kondwani Sakala', role: 'collector' },
  { userName: 'natasha', name: 'Natasha Lungu', role: 'support' },
  { userName: 'mubita', name: 'Mubita Nalumango', role: 'head_of_operations' },
  { userName: 'lweendo', name: 'Lweendo Hamusonde', role: 'finance' },
  { userName: 'suwilanji', name: 'Suwilanji Simukonda', role: 'head_of_finance' },
  { userName: 'monde', name: 'Monde Imasiku', role: 'compliance' },
  { userName: 'kasonde', name: 'Kasonde Chola', role: 'auditor' },
];

type StaffDeps = { db: Database; sealing: Sealing; clock: Clock; random: Randomness };

/**
 * Gives the people of staff of a demo their accounts. All have the same password, and an authenticator app of their own,
 * whose codes the handset page shows. Does nothing where a person of staff has a role already.
 */
export async function hireDemoStaff(
  deps: StaffDeps,
  password: string,
): Promise<ReadonlyMap<string, number> | undefined> {
  const [first, second, ...others] = demoStaff;
  const madeBy = staffActor('demo');
  const now = toDate(deps.clock.nowMs());
  const firstLink = await inviteFirstAdministrator(deps, { ...first!, madeBy, now });
  if (!firstLink) return undefined;
  const staffIds = new Map<string, number>();
  const accept = async ({ userName }: { userName: string }, link: NewLink | undefined) => {
    if (!link) throw new Error(`the demo has a person of staff with the name ${userName} already`);
    await acceptLink(deps, link, password);
    staffIds.set(userName, link.staffId);
    return { actor: staffActor(userName), staffId: link.staffId };
  };
  const maker = await accept(first!, firstLink);
  const secondMaker = await accept(second!, await invite(deps, { ...second!, madeBy, now }));
  await giveRole(deps, { person: second!, staffIds, maker, checker: { actor: madeBy, staffId: null } });
  for (const person of others) {
    await accept(person, await invite(deps, { ...person, madeBy: maker.actor, now }));
    await giveRole(deps, { person, staffIds, maker, checker: secondMaker });
  }
  return staffIds;
}

async function acceptLink(
  { db, sealing, clock, random }: StaffDeps,
  { staffId, token }: NewLink,
  password: string,
): Promise<void> {
  const now = toDate(clock.nowMs());
  const passwordHash = await hashPassword(random, password);
  const secret = newTotpSecret(random);
  const totpSecretSealed = sealing.seal('staff_password.totp_secret_sealed', { staff_id: staffId }, secret);
  await acceptInvitation(db, { tokenDigest: digestOf(token), now }, (transaction) =>
    addPassword(transaction, { staffId, passwordHash, totpSecretSealed, step: 0, now }),
  );
}

async function giveRole(
  deps: StaffDeps,
  {
    person,
    staffIds,
    maker,
    checker,
  }: {
    person: (typeof demoStaff)[number];
    staffIds: ReadonlyMap<string, number>;
    maker: Maker;
    checker: Maker;
  },
): Promise<void> {
  const now = toDate(deps.clock.nowMs());
  const member = { ...person, staffId: staffIds.get(person.userName)! };
  const asked = await askForRoles(deps.db, { member, roles: [person.role], reason: 'Starts on the team' });
  const requestId = (await fileRequest(deps, asked, { maker, now }))!;
  const request = (await findRequest(deps, requestId))!;
  const approved = await approveRoles(deps, request, { checker, reason: 'Seen the contract', now });
  if (!approved.ok)
    throw new Error(`the demo cannot give ${person.userName} a role: ${approved.refusal.kind}`);
}

export type DemoStaffMember = { userName: string; name: string; roles: string; code: string };

const MOST_LISTED = 50;

/** The people of staff of the demo, each with the code that their authenticator app shows now. */
export async function listDemoStaff({
  db,
  sealing,
  clock,
}: Pick<StaffDeps, 'db' | 'sealing' | 'clock'>): Promise<DemoStaffMember[]> {
  const nowMs = clock.nowMs();
  const { accounts } = await listAccounts(db, { offset: 0, limit: MOST_LISTED, now: toDate(nowMs) });
  const listed = await Promise.all(
    demoStaff.map(async ({ userName, name }) => {
      const account = accounts.find((one) => one.userName === userName && one.state === 'active');
      const kept = account && (await findSecret(db, account.staffId));
      if (!account || !kept) return [];
      const place = { staff_id: account.staffId };
      const secret = sealing.open('staff_password.totp_secret_sealed', place, kept.totpSecretSealed);
      const held = ROLES.filter((role) => account.roles.includes(role));
      const titles = held.map((role) => roles[role].title).join(', ');
      return [{ userName, name, roles: titles, code: new TOTP({ secret }).generate({ timestamp: nowMs }) }];
    }),
  );
  return listed.flat();
}
