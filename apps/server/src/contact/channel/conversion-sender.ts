import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { startWorkLoop, type WorkLoop } from '../../platform/work-loop.ts';
import { claimDueConversionsStatement, type DueConversion, noteConversionStatement } from './conversions.ts';
import type { ReportConversion } from './conversions-api.ts';

const CLAIM_MS = 30_000;
const LOOK_EVERY_MS = 5_000;
/** After this time a report that may not be sent is looked at again. */
const LOOK_AGAIN_MS = 10 * 60_000;
/** The wait after the first try. It doubles with each further one, up to the longest. */
const RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 6 * 60 * 60 * 1000;

type SenderDeps = {
  db: Database;
  clock: Clock;
  sealing: Sealing;
  log: Log;
  reportConversion: ReportConversion;
};

/** Reports the registrations that are due. One whose process died is reported again, under the same event id. */
export function startConversionSender(deps: SenderDeps): WorkLoop {
  const { db, clock, log } = deps;
  return startWorkLoop({
    everyMs: LOOK_EVERY_MS,
    onError: (error) => log.error({ err: error }, 'registrations could not be taken for reporting'),
    async takeBatch() {
      const nowMs = clock.nowMs();
      const due = await db.rows(claimDueConversionsStatement, {
        now: toDate(nowMs),
        claimedUntil: toDate(nowMs + CLAIM_MS),
        lookAgainAt: toDate(nowMs + LOOK_AGAIN_MS),
      });
      const reported = due.filter((conversion) => conversion.may_be_reported);
      await Promise.all(reported.map((conversion) => send(deps, conversion)));
      return due.length;
    },
  });
}

async function send(
  { db, clock, sealing, log, reportConversion }: SenderDeps,
  due: DueConversion,
): Promise<void> {
  const borrowerId = due.borrower_id;
  try {
    await reportConversion({
      pixelId: due.pixel_id,
      pixelToken: sealing.open('channel.pixel_token_sealed', due, due.pixel_token_sealed),
      eventId: due.event_id,
      at: due.registered_at,
    });
  } catch (error) {
    log.warn({ err: error, tries: due.tries }, 'a registration could not be reported');
    const waitMs = Math.min(RETRY_MS * 2 ** (due.tries - 1), LONGEST_RETRY_MS);
    await db.rows(noteConversionStatement, {
      borrowerId,
      sentAt: null,
      nextTryAt: toDate(clock.nowMs() + waitMs),
    });
    return;
  }
  await db.rows(noteConversionStatement, { borrowerId, sentAt: toDate(clock.nowMs()), nextTryAt: null });
}
