import type { Role } from '@thumba/contract/staff/roles';
import type { AppServer } from '../../apps/server/test/app-server.ts';
import { acceptInvitation } from '../../apps/server/test/staff-client.ts';
import { inviteFirstAdministrator } from './console-screens.ts';
import type { Program } from './program.ts';
import { runBeside } from './terminal.ts';

type Hired = { userName: string; name: string; role: Role };

/** Two administrators invite people of staff and approve their roles. Answers the links of the invitations. */
export async function hireBeside(program: Program, people: readonly Hired[]): Promise<string[]> {
  const server = { url: program.url, clock: { nowMs: () => Date.now() } } as AppServer;
  const link = await inviteFirstAdministrator(program, 'chipo', 'Chipo Banda');
  const first = await acceptInvitation(server, { link, userName: 'chipo' });
  const invite = async ({ userName, name, role }: Hired) => {
    const body = { userName, name, roles: [role], reason: 'hired by the board' };
    const { code, msg, data } = await first.client.call('inviteStaff', { body });
    if (code !== 200) throw new Error(msg);
    return data;
  };
  const invited = await invite({ userName: 'mutale', name: 'Mutale Phiri', role: 'administrator' });
  const approval = ['approve', String(invited.requestId), 'hired', 'by', 'the', 'board'];
  await runBeside(program, 'staff', 'first-administrator', ...approval);
  const second = await acceptInvitation(server, { link: invited.link, userName: 'mutale' });
  const links: string[] = [];
  for (const person of people) {
    const { link: ofPerson, requestId } = await invite(person);
    await second.client.call('answerRequest', {
      params: { requestId },
      body: { answer: 'approve', reason: 'seen the contract' },
    });
    links.push(ofPerson);
  }
  return links;
}
