import { request } from 'node:http';
import { expect } from 'vitest';
import { PATIENCE } from '../../../test/app-borrower.ts';
import type { AppServer } from '../../../test/app-server.ts';
import { reviewDeps } from '../../credit/application/review.test-support.ts';
import { openFiles } from '../../people/authentication/file-rows.ts';
import { filesFolder } from '../../platform/files.ts';
import { systemRandomness } from '../../platform/randomness.ts';
import { folderStorage } from '../../platform/storage.ts';
import { type ReviewPageDeps, reviewDesk } from './review-desk.ts';
import { type OpenReview, openReview } from './review-server.ts';

/* What tests of the page of a review share: the page as the first browser has it, and its forms. */

export type Answered = { status: number; headers: Record<string, unknown>; body: string };
type Asked = { method?: string; headers?: Record<string, string>; body?: string };

/** One request as it stands, with any Host header, without following a redirect. */
export function ask(address: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('latin1').on('data', (piece) => (text += piece));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: text }),
      );
    });
    asked.on('error', reject).end(body);
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

export const send = (page: string, headers: Headers, fields: Fields) =>
  ask(`${page}decision`, {
    method: 'POST',
    headers: {
      ...headers,
      origin: new URL(page).origin,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
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
