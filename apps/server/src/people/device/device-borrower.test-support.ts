import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { CallServer } from '../../../test/call-server.ts';
import { standingVersion } from '../consent/consent-wordings.ts';

type Reported =
  | 'phone_record.phone_sealed'
  | 'rough_location.location_sealed'
  | 'money_message_figures.figures_sealed';

export type Kind = 'device' | 'location' | 'messages';

export const phone = (deviceid: string = randomUUID()) => ({
  deviceid,
  appNameDevice: 'Thumba',
  appVersionDevice: '1016',
  deviceTypeDevice: 'h5',
  language: 'en',
});
export const lusaka = {
  latitudeLocation: -15.41669,
  longitudeLocation: 28.28137,
  northOrSouthLocation: 'S',
  eastOrWestLocation: 'E',
};
export const CANARY = 'Canary Chanda';
export const received = (more: object = {}) => ({
  address: 'MTN MoMo',
  body: `You have received ZMW 500.00 from ${CANARY} (0978555613). Balance ZMW 12.00`,
  date: Date.parse('2026-11-11T08:00:00Z'),
  type: 1,
  ...more,
});

let lastMobile = 0;
/** A borrower who is signed in and has given these consents, with what their phone may send. */
export async function signInBorrower(server: CallServer, consents: Kind[]) {
  const mobile = `0977${String(++lastMobile).padStart(6, '0')}`;
  const { token, id } = await server.signIn(mobile);
  const consent = (kind: Kind, given: boolean) =>
    server.call('saveConsent', { token, body: { kind, given, wordingVersion: standingVersion(kind) } });
  for (const kind of consents) expect(await consent(kind, true)).toMatchObject({ code: 200 });
  return {
    id,
    token,
    consent,
    phone: (info: object = phone(), type: unknown = 1, userId: unknown = id) =>
      server.call('addDeviceInfo', { token, body: { userId, type, info } }),
    grab: (kind: string, info: object) =>
      server.call('addUserGrabInfoToRisk', { token, body: { kind, info } }),
    messages: (appUserMessages: unknown, userId: unknown = id) =>
      server.call('saveMessages', { token, body: { userId, appUserMessages } }),
    figures: (figures: unknown, userId: unknown = id) =>
      server.call('saveMessageFigures', { token, body: { userId, figures } }),
    rows: async (table: string) =>
      (
        await server.db.pool.query(`select * from ${table} where borrower_id = $1 order by told_at desc`, [
          id,
        ])
      ).rows,
    opened: async (place: Reported) => {
      const [table, column] = place.split('.') as [string, string];
      const { rows } = await server.db.pool.query(`select * from ${table} where borrower_id = $1`, [id]);
      return rows.map((row) => JSON.parse(server.sealing.open(place, row, row[column])));
    },
  };
}
