import type { Role } from '@thumba/contract/staff/roles';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Browser } from 'playwright-core';
import type { AppServer } from '../../apps/server/test/app-server.ts';
import { acceptInvitation, type StaffMember } from '../../apps/server/test/staff-client.ts';
import type { Screen } from './browser.ts';
import { acceptWithPassword, inviteFirstAdministrator, openConsole } from './console-screens.ts';
import type { Program } from './program.ts';
import { runBeside } from './terminal.ts';

type Hired = { userName: string; name: string; role: Role };

/** The program as the calls of staff take it, and its two administrators. */
export type Office = { server: AppServer; pair: { maker: StaffMember; checker: StaffMember } };

/** The terminal invites the first administrator, and approves the roles of the second. */
export async function openOfficeBeside(program: Program): Promise<Office> {
  const server = { url: program.url, clock: { nowMs: () => Date.now() } } as AppServer;
  const link = await inviteFirstAdministrator(program, 'chipo', 'Chipo Banda');
  const maker = await acceptInvitation(server, { link, userName: 'chipo' });
  const second = { userName: 'mutale', name: 'Mutale Phiri', role: 'administrator' } as const;
  const invited = await invite(maker, second);
  const approval = ['approve', String(invited.requestId), 'hired', 'by', 'the', 'board'];
  const { status, complained } = await runBeside(program, 'staff', 'first-administrator', ...approval);
  if (status !== 0) throw new Error(complained);
  const checker = await acceptInvitation(server, { link: invited.link, userName: 'mutale' });
  return { server, pair: { maker, checker } };
}

async function invite(
  maker: StaffMember,
  { userName, name, role }: Hired,
): Promise<StaffAnswer<'inviteStaff'>> {
  const body = { userName, name, roles: [role], reason: 'hired by the board' };
  const { code, msg, data } = await maker.client.call('inviteStaff', { body });
  if (code !== 200) throw new Error(msg);
  return data;
}

/** Two administrators invite people of staff and approve their roles. Answers the links of the invitations. */
async function hireBeside(program: Program, people: readonly Hired[]): Promise<string[]> {
  const { maker, checker } = (await openOfficeBeside(program)).pair;
  const links: string[] = [];
  for (const person of people) {
    const { link, requestId } = await invite(maker, person);
    const body = { answer: 'approve', reason: 'seen the contract' } as const;
    const { code, msg } = await checker.client.call('answerRequest', { params: { requestId }, body });
    if (code !== 200) throw new Error(msg);
    links.push(link);
  }
  return links;
}

const PASSWORD = 'maize copper lake forty';

/** A person of staff at the console, who signed in with a password and a code. */
export type StaffScreen = Screen & { password: string; nextCode(): string };

/** Hires people of staff and opens a window of the console for each of them. They are signed in. */
export async function hireAndOpen<const People extends readonly Hired[]>(
  { program, browser }: { program: Program; browser: Browser },
  ...people: People
): Promise<{ -readonly [Place in keyof People]: StaffScreen }> {
  const screens: StaffScreen[] = [];
  for (const link of await hireBeside(program, people)) {
    const screen = await openConsole(browser, link);
    const { nextCode } = await acceptWithPassword(screen.page, PASSWORD);
    screens.push({ ...screen, password: PASSWORD, nextCode });
  }
  return screens as { -readonly [Place in keyof People]: StaffScreen };
}

/** Thandiwe Mwale, who asks, and Chanda Mumba, who answers, each at the console. */
export function openMakerAndChecker(
  opened: { program: Program; browser: Browser },
  roles: { maker: Role; checker: Role },
): Promise<[StaffScreen, StaffScreen]> {
  return hireAndOpen(
    opened,
    { userName: 'thandiwe', name: 'Thandiwe Mwale', role: roles.maker },
    { userName: 'chanda', name: 'Chanda Mumba', role: roles.checker },
  );
}
