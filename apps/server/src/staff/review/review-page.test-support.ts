import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { PATIENCE } from '../../../test/app-borrower.ts';
import type { AppServer } from '../../../test/app-server.ts';
import { type Applicant, reviewDeps } from '../../credit/application/review.test-support.ts';
import { openFiles } from '../../people/authentication/file-rows.ts';
import { standingVersion } from '../../people/consent/consent-wordings.ts';
import { saveConsent } from '../../people/consent/consents.ts';
import { toDate } from '../../platform/clock.ts';
import { filesFolder } from '../../platform/files.ts';
import { systemRandomness } from '../../platform/randomness.ts';
import { folderStorage } from '../../platform/storage.ts';
import { type ReviewPageDeps, reviewDesk } from './review-desk.ts';
import { type OpenReview, openReview } from './review-server.ts';

/* What tests of the page of a review share: the page as the first browser has it, and its forms. */

export type Answered = { status: number; headers: Record<string, unknown>; body: string };
type Asked = { method?: string; headers?: Record<string, string>; body?: string; signal?: AbortSignal };

/** One request as it stands, with any Host header, without following a redirect. */
export function ask(
  address: string,
  { method = 'GET', headers = {}, body, signal }: Asked = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { method, headers, signal }, (response) => {
      let text = '';
      response.setEncoding('latin1').on('data', (piece) => (text += piece));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: text }),
      );
    });
    asked.on('error', reject).end(body);
  });
}

/** Waits until the connection of the next request whose address ends so is closed on the side of the server. */
export function untilConnectionCloses(ending: string): Promise<void> {
  const channel = 'http.server.request.start';
  return new Promise((resolve) => {
    const onStart = (message: unknown) => {
      const started = message as { request: IncomingMessage; response: ServerResponse };
      if (!started.request.url?.endsWith(ending)) return;
      unsubscribe(channel, onStart);
      started.response.once('close', resolve);
    };
    subscribe(channel, onStart);
  });
}

const opened: OpenReview[] = [];
const failures: unknown[] = [];

/** After each test: every page is closed, and none of them failed. */
export async function closeReviews(): Promise<void> {
  for (const review of opened.splice(0)) await review.close();
  expect(failures.splice(0)).toEqual([]);
}

export async function reviewPageDeps(server: AppServer): Promise<ReviewPageDeps> {
  return {
    ...(await reviewDeps(server)),
    files: openFiles(server.db, server.sealing, folderStorage(filesFolder(server.dataDir))),
    random: systemRandomness,
    staffName: 'mary',
    failed: (error: unknown) => void failures.push(error),
  };
}

export async function openFor(
  server: AppServer,
  orderId: number,
  deps?: ReviewPageDeps,
): Promise<OpenReview> {
  const review = await openReview(reviewDesk(deps ?? (await reviewPageDeps(server)), orderId));
  opened.push(review);
  return review;
}

/** The first browser exchanges the token: the address of the page, and its cookie. */
export async function enter(review: OpenReview): Promise<{ page: string; headers: { cookie: string } }> {
  const exchanged = await ask(review.address);
  expect(exchanged.status).toBe(303);
  const [cookie] = exchanged.headers['set-cookie'] as string[];
  expect(cookie).toMatch(/^review=[\w-]{43}; Path=\/[\w-]{43}\/; HttpOnly; SameSite=Strict$/);
  const page = new URL(String(exchanged.headers.location), review.address).href;
  return { page, headers: { cookie: cookie!.split(';')[0]! } };
}

type Headers = { cookie: string };
type Fields = Record<string, string>;

/** What a page says that it showed, as each of its forms sends it. */
export function shownOn(body: string): string {
  return /name="shown" value="([^"]*)"/.exec(body)![1]!.replaceAll('&#34;', '"');
}

export const send = (page: string, headers: Headers, fields: Fields, signal?: AbortSignal) =>
  ask(`${page}decision`, {
    method: 'POST',
    headers: {
      ...headers,
      origin: new URL(page).origin,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
    signal,
  });

/** Opens the page, and sends one of its forms. */
export async function decide(page: string, headers: Headers, fields: Fields): Promise<Answered> {
  const { status, body } = await ask(page, { headers });
  return send(page, headers, status === 200 ? { shown: shownOn(body), ...fields } : fields);
}

/** Holds the row of the loan, so that a decision on it waits in the database until it is let go. */
export async function holdLoan(server: AppServer, orderId: number) {
  const holder = await server.owner.pool.connect();
  await holder.query('begin');
  await holder.query('select from loan where loan_id = $1 for update', [orderId]);
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like 'with changed_loans%'`;
  return {
    untilDecisionWaits: () => expect.poll(() => server.query(waiting), PATIENCE).toHaveLength(1),
    async letGo() {
      await holder.query('commit');
      holder.release();
    },
  };
}

type CheckOfFace = { front?: string; outcome?: string; reason?: string | null; minutes?: number };

/** A check of the face as it is kept with its picture, made against the picture of the card that the borrower has now. */
export async function keepCheck(
  server: AppServer,
  { borrower: { borrowerId } }: Applicant,
  checkId: string,
  { front, outcome = 'refer', reason = 'match_in_doubt', minutes = 0 }: CheckOfFace = {},
): Promise<void> {
  const now = toDate(server.clock.nowMs());
  const wordingVersion = standingVersion('face');
  await saveConsent(server.db, { borrowerId, kind: 'face', isGiven: true, wordingVersion, now });
  const measures = { similarity: 0.61, selfie: { brightness: 0.7, faces: [{ yaw: 0.04 }] } };
  const place = { borrower_id: borrowerId, check_id: checkId };
  const selfieFileId = `${checkId}-${borrowerId}`;
  await server.query(
    `insert into stored_file (file_id, borrower_id, purpose, byte_count, address_hash, uploaded_at)
     values ($1, $2, 'selfie', 1, '', $3)`,
    [selfieFileId, borrowerId, now],
  );
  await server.query(
    `insert into face_check (borrower_id, check_id, is_still, front_file_id, selfie_file_id, outcome, reason,
       rules_version, measures_sealed, checked_at)
     select borrower_id, $2, false, coalesce($3, front_file_id), $8, $4, $5, 1, $6, $7 from borrower_identity
     where borrower_id = $1`,
    [
      borrowerId,
      checkId,
      front,
      outcome,
      reason,
      server.sealing.seal('face_check.measures_sealed', place, JSON.stringify(measures)),
      toDate(server.clock.nowMs() + minutes * 60_000),
      selfieFileId,
    ],
  );
}

/** What stands on the page, without its marks. */
export async function readPage(server: AppServer, one: Applicant): Promise<string> {
  const { page, headers } = await enter(await openFor(server, one.orderId));
  const { body } = await ask(page, { headers });
  return Buffer.from(body, 'latin1')
    .toString('utf8')
    .replace(/<style>.*?<\/style>/s, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}
