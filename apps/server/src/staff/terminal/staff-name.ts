import { userInfo } from 'node:os';
import { readDatabaseSettings } from '../../book/settings/config.ts';

const USER_NAME = /^[A-Za-z_][\w.@-]{0,63}$/;

/**
 * The person at the terminal: the user of the machine, or who ran sudo to be the user of the server. What sudo says counts
 * on the program's own PostgreSQL only. Who gets through to that one has its passwords and needs no invented name. With
 * DATABASE_URL anyone who has it could set these variables.
 */
export function staffNameOf(variables: Record<string, string | undefined>): string {
  const { username, uid } = userInfo();
  const { SUDO_USER = '', SUDO_UID = '' } = variables;
  const isOtherUser = /^\d+$/.test(SUDO_UID) && Number(SUDO_UID) !== uid;
  if (!isOtherUser || !USER_NAME.test(SUDO_USER)) return username;
  return readDatabaseSettings(variables).DATABASE_URL === undefined ? SUDO_USER : username;
}
