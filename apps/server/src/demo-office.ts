import type { Day } from '@thumba/lending/day';
import { ngwee } from '@thumba/lending/money';
import type { Config } from './book/settings/config.ts';
import { consoleOriginOf } from './book/settings/console-origin.ts';
import { type DemoStaffMember, demoStaff, hireDemoStaff, listDemoStaff } from './demo-staff.ts';
import { leaveDemoWork, openFloats } from './demo-work.ts';
import { systemClock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import { ownKeys } from './platform/own-keys.ts';
import { systemRandomness } from './platform/randomness.ts';
import type { Sealing } from './platform/sealing.ts';

type Announced = { config: Config; localUrl: string; newPassword(): string };

export type OfficeParts = Announced & { db: Database; sealing: Sealing };

type WorkParts = OfficeParts & {
  today(): Day;
  startingFloatNgwee: number;
  /** The people of staff, where the history of the demo hired them. Their wallets are filled then too. */
  hired?: ReadonlyMap<string, number>;
};

/** Where people of staff of this demo sign in. Undefined for a demo without them. */
function consoleUrlOf({ config, localUrl }: Announced): string | undefined {
  if (!config.demo || !config.DEMO_BORROWERS || !config.DEMO_STAFF) return undefined;
  const origin = consoleOriginOf(config, config.PUBLIC_URL ?? localUrl);
  return origin && `${origin}/console`;
}

/** Made once for each demo, and kept in its data folder. No two demos have the same. */
export function passwordOf({ config, newPassword }: Omit<Announced, 'localUrl'>): string {
  return ownKeys(config.DATA_DIR, 'demo-staff.json', () => ({ password: newPassword() })).password!;
}

/** Gives a demo its people of staff, and work for them, once. */
export async function openDemoOffice(parts: WorkParts): Promise<void> {
  const { config, db, sealing, today } = parts;
  if (consoleUrlOf(parts) === undefined) return;
  const deps = { db, sealing, clock: systemClock };
  const hired =
    parts.hired ?? (await hireDemoStaff({ ...deps, random: systemRandomness }, passwordOf(parts)));
  if (!hired) return;
  const complaintAnswerDays = config.COMPLAINT_ANSWER_DAYS;
  const startingFloatNgwee = ngwee(parts.startingFloatNgwee);
  const work = { ...deps, today, complaintAnswerDays, startingFloatNgwee };
  if (!parts.hired) await openFloats(work);
  await leaveDemoWork(work, hired);
}

/** The people of staff of a demo with what they need to sign in, for its handset page. */
export async function readDemoOffice(
  parts: OfficeParts,
): Promise<{ consoleUrl: string; password: string; people: DemoStaffMember[] } | undefined> {
  const consoleUrl = consoleUrlOf(parts);
  if (consoleUrl === undefined) return undefined;
  const { db, sealing } = parts;
  const people = await listDemoStaff({ db, sealing, clock: systemClock });
  return { consoleUrl, password: passwordOf(parts), people };
}

/** The lines that a start prints about the people of staff. */
export function demoOfficeLines(parts: Announced): string[] {
  const consoleUrl = consoleUrlOf(parts);
  if (consoleUrl === undefined) return [];
  return [
    '',
    `Demo staff (sign in at ${consoleUrl} with the password ${passwordOf(parts)}; codes of their authenticator apps are on the handset page):`,
    ...demoStaff.map(
      ({ userName, role, name }) => `  ${userName.padEnd(12)}${role.replaceAll('_', ' ').padEnd(20)}${name}`,
    ),
  ];
}
