import { type Clock, lusakaDay, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { tryLater } from '../../platform/try-later.ts';
import { hasConsent } from '../consent/consents.ts';
import {
  endOfReportHour,
  keepFigures,
  keepLocation,
  keepPhone,
  type ReportOutcome,
  type ReportRefusal,
} from './device-data.ts';
import { deviceDataWords } from './device-words.ts';
import { figuresOf, figuresOfPhone } from './money-messages.ts';

export type DeviceDeps = {
  db: Database;
  sealing: Sealing;
  clock: Clock;
  /** The senders whose SMS are read. Null where this lender reads none. */
  messageSenders(): readonly string[] | null;
};

/** A thousand SMS of a usual length. */
const MESSAGES_LIMIT_BYTES = 512 * 1024;

/** What phones report of borrowers who gave the consent for it. No other part of the app needs these reports. */
export function registerDeviceRoutes(server: Server, deps: DeviceDeps): void {
  const now = () => toDate(deps.clock.nowMs());
  const replyTo = <Data>(outcome: ReportOutcome, data: Data) =>
    outcome.ok ? done(data) : refuse(outcome.refusal, now());

  serve(server, 'addUserGrabInfoToRisk', async ({ body }, { borrowerId }) => {
    if (body.kind === 'device') {
      const report = { borrowerId, now: now(), occasion: 'risk' as const, info: body.info };
      return replyTo(await keepPhone(deps, report), null);
    }
    const location = { latitude: body.info.latitudeLocation, longitude: body.info.longitudeLocation };
    return replyTo(await keepLocation(deps, { borrowerId, now: now(), location }), null);
  });

  serve(server, 'addDeviceInfo', async ({ body }, { borrowerId }) => {
    if (body.userId !== borrowerId) return NOT_FOUND;
    const occasion = body.type === 1 ? 'start' : 'sign_in';
    return replyTo(await keepPhone(deps, { borrowerId, now: now(), occasion, info: body.info }), null);
  });

  // Without the consent the body is not even parsed.
  const refuseBeforeReading = async ({ borrowerId }: { borrowerId: number }) => {
    if (!deps.messageSenders()) {
      return refused(501, deviceDataWords.messagesNotRead, { reason: 'messages_not_read' });
    }
    const isAllowed = await hasConsent(deps.db, borrowerId, 'messages');
    return isAllowed ? undefined : refuse({ kind: 'consent_missing' }, now());
  };

  serve(
    server,
    'saveMessages',
    async ({ body }, { borrowerId }) => {
      if (body.userId !== borrowerId) return NOT_FOUND;
      const senders = deps.messageSenders() ?? [];
      const { readCount, figures } = figuresOf(body.appUserMessages, senders, deps.clock.nowMs());
      return replyTo(await keepFigures(deps, { borrowerId, now: now(), figures }), { kept: readCount });
    },
    { bodyLimitBytes: MESSAGES_LIMIT_BYTES, refuseBeforeReading },
  );

  serve(
    server,
    'saveMessageFigures',
    async ({ body }, { borrowerId }) => {
      if (body.userId !== borrowerId) return NOT_FOUND;
      const figures = figuresOfPhone(body.figures, lusakaDay(deps.clock.nowMs()));
      if (!figures) return refused(400, deviceDataWords.otherDays, { reason: 'days' });
      return replyTo(await keepFigures(deps, { borrowerId, now: now(), figures }), null);
    },
    { refuseBeforeReading },
  );
}

function refuse({ kind }: ReportRefusal, now: Date): Reply<never> {
  switch (kind) {
    case 'consent_missing':
      return refused(501, deviceDataWords.notAllowed, { reason: kind });
    case 'too_often':
      return tryLater('device_reports', deviceDataWords.tooOften, endOfReportHour(now), now.getTime());
  }
}
