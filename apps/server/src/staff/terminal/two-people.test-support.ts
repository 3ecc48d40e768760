import type { AppServer } from '../../../test/app-server.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';

/** Two heads of finance with accounts: mary, who is the person at the terminal, and grace, who checks what she asks for. */
export async function hireMaryAndGrace(
  server: AppServer,
): Promise<{ mary: StaffMember; grace: StaffMember }> {
  const { first, second } = await openOffice(server);
  const hireAs = (userName: string) =>
    hire(server, { maker: first, checker: second }, { userName, roles: ['head_of_finance'] });
  return { mary: await hireAs('mary'), grace: await hireAs('grace') };
}

export const answerAs = (member: StaffMember, requestId: number, given: 'approve' | 'decline' = 'approve') =>
  member.client.call('answerRequest', {
    params: { requestId },
    body: { answer: given, reason: 'looked at it' },
  });
