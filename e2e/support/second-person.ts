import type { Role } from '@thumba/contract/staff/roles';
import { hire } from '../../apps/server/test/staff-client.ts';
import { openOfficeBeside } from './hired-staff.ts';
import type { Program } from './program.ts';

/**
 * Hires a person with this role. The function that it answers approves the request that a command printed, and answers
 * what was done.
 */
export async function hireChecker(
  program: Program,
  role: Role,
): Promise<(printed: string) => Promise<string>> {
  const { server, pair } = await openOfficeBeside(program);
  const { client } = await hire(server, pair, { userName: 'mapalo', roles: [role] });
  return async (printed) => {
    const requestId = Number(/^Request (\d+) is filed/.exec(printed)?.[1]);
    const answer = { answer: 'approve', reason: 'looked at it' } as const;
    const { code, msg, data } = await client.call('answerRequest', { params: { requestId }, body: answer });
    if (code !== 200 || data.state !== 'done') throw new Error(`${msg} ${JSON.stringify(data)}`);
    return data.sentence;
  };
}
