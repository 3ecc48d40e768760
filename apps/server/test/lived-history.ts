import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addDays, type Day } from '@thumba/lending/day';
import type { Ngwee } from '@thumba/lending/money';
import { createBusinessCalendar, openCalendar } from '../src/book/calendar/calendar.ts';
import { demoLender } from '../src/book/lender.ts';
import { readConfig } from '../src/book/settings/config.ts';
import { publishWording } from '../src/contact/message/publish-wording.ts';
import { openHistory } from '../src/demo-history.ts';
import { operatorsOfConfig } from '../src/money/payment/operators/operators-of-config.ts';
import { toDate } from '../src/platform/clock.ts';
import { type Database, openDatabase } from '../src/platform/database.ts';
import { createLog } from '../src/platform/log.ts';
import { systemRandomness } from '../src/platform/randomness.ts';
import { createSealing, type Sealing } from '../src/platform/sealing.ts';
import { demoSettings } from '../src/simulator/settings.ts';
import { createTestDatabase } from './database.ts';

export type LivedHistory = {
  db: Database;
  sealing: Sealing;
  databaseUrl: string;
  programUrl: string;
  dataDir: string;
  drop(): Promise<void>;
};

/** Late loans are handed to it. */
export const AGENCY = 'Collect Fair Ltd';

export const STAFF_PASSWORD = 'a password of the test';

/** A history as a demo begins with, on a database of its own, of so many borrowers and days. */
export async function liveHistory(wish: {
  today: Day;
  days: number;
  people: number;
  seed: number;
  floatNgwee: Ngwee;
}): Promise<LivedHistory> {
  const { today, days } = wish;
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'thumba-history-'));
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir });
  const sealing = createSealing(config.keys);
  const db = openDatabase({ url: database.programUrl });
  const clock = { nowMs: () => Date.parse(`${today}T08:00:00Z`) };
  const log = createLog({ level: 'error', service: 'test' });
  await createBusinessCalendar(db, clock, -days);
  const calendar = await openCalendar(db, clock);
  await publishWording(db, undefined, toDate(clock.nowMs()));
  const url = 'http://127.0.0.1:1';
  const operators = operatorsOfConfig(config, { db, clock, log }, { url, settings: demoSettings }, url);
  const history = await openHistory(
    {
      ...{ config, db, bookDb: db, sealing, log, random: systemRandomness },
      ...{ lender: { ...demoLender, collectionAgencies: [AGENCY] }, operators, publicUrl: url },
    },
    { today, floatNgwee: wish.floatNgwee, staffPassword: STAFF_PASSWORD },
    { people: wish.people, days, seed: wish.seed },
  );
  for (let ago = days; ago >= 0; ago -= 1) {
    const on = addDays(today, -ago);
    await calendar.moveForwardTo(on);
    await history.liveDay(on);
  }
  return {
    ...{ db, sealing, dataDir, databaseUrl: database.url, programUrl: database.programUrl },
    async drop() {
      await db.close();
      await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}
