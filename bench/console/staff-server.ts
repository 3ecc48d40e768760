import type { Role } from '@thumba/contract/staff/roles';
import { createApp } from '../../apps/server/src/app.ts';
import { createBusinessCalendar } from '../../apps/server/src/book/calendar/calendar.ts';
import { demoLender } from '../../apps/server/src/book/lender.ts';
import { readConfig } from '../../apps/server/src/book/settings/config.ts';
import { demoStaff, hireDemoStaff, listDemoStaff } from '../../apps/server/src/demo-staff.ts';
import {
  earlierOperatorsOfConfig,
  operatorsOfConfig,
} from '../../apps/server/src/money/payment/operators/operators-of-config.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { type Database, statement } from '../../apps/server/src/platform/database.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { ownKeys } from '../../apps/server/src/platform/own-keys.ts';
import { freePort } from '../../apps/server/src/platform/ports.ts';
import { newToken, systemRandomness } from '../../apps/server/src/platform/randomness.ts';
import type { Sealing } from '../../apps/server/src/platform/sealing.ts';
import { handsetGateway } from '../../apps/server/src/platform/sms.ts';
import { demoSettings } from '../../apps/server/src/simulator/settings.ts';
import { newStaffClient, type StaffClient } from '../../apps/server/test/staff-client.ts';

/** Each run signs in eleven people, and from one address 60 tries an hour are allowed. */
const forgetSignInsStatement = statement<never>(
  'bench: forget sign-ins of staff',
  `delete from counted_use where kind in ('staff_password', 'staff_code')`,
);

export type StaffServer = { port: number; as(role: Role): StaffClient; close(): Promise<void> };

/**
 * The server on a made book, with a person of staff in each role who is signed in. Its own work (the end of the day,
 * messages, payments) is not started, because it would be measured too.
 */
export async function openStaffServer(parts: {
  dataDir: string;
  db: Database;
  sealing: Sealing;
}): Promise<StaffServer> {
  const { dataDir, db, sealing } = parts;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const simulatorUrl = `${url}/sim`;
  const config = readConfig({ NODE_ENV: 'development', DATA_DIR: dataDir, PUBLIC_URL: url });
  const log = createLog({ level: 'silent', service: 'bench' });
  const deps = { db, clock: systemClock, log };
  await createBusinessCalendar(db, systemClock, 0);
  const app = await createApp({
    ...deps,
    config,
    sealing,
    sms: handsetGateway(simulatorUrl, config.SMS_SENDER),
    push: undefined,
    google: undefined,
    operators: operatorsOfConfig(config, deps, { url: simulatorUrl, settings: demoSettings }, url),
    earlierOperators: earlierOperatorsOfConfig(config, deps, url),
    lender: demoLender,
    publicUrl: url,
  });
  await app.http.listen({ port, host: '127.0.0.1' });
  app.setReady(true);
  const { password } = ownKeys(dataDir, 'bench-staff.json', () => ({ password: newToken(systemRandomness) }));
  await hireDemoStaff({ ...deps, sealing, random: systemRandomness }, password!);
  await db.rows(forgetSignInsStatement, {});
  const clients = new Map<Role, StaffClient>();
  for (const { userName, role } of demoStaff) {
    const client = newStaffClient({ url });
    await client.call('staffPassword', { body: { userName, password: password! } });
    const { code } = (await listDemoStaff({ ...deps, sealing })).find((one) => one.userName === userName)!;
    const entered = await client.call('staffCode', { body: { code } });
    if (entered.code !== 200) throw new Error(`${userName} could not sign in: ${entered.msg}`);
    clients.set(role, client);
  }
  return { port, as: (role) => clients.get(role)!, close: () => app.close() };
}
