import { exportedLists } from '@thumba/contract/staff/list-export-words';
import { askedList } from '@thumba/contract/staff/list-exports';
import { staffActor } from '../../book/actor.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import { toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type Reply, refused } from '../../platform/reply.ts';
import type { StaffPerson } from '../../platform/serve-staff.ts';
import { useApproval } from './use-approval.ts';
import { type AskedList, LIST_FILES, type WantedList } from './walk-list.ts';

const USABLE_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

export const NO_NAMES = refused(409, 'This list has no names. Download it without a second person.', {
  reason: 'no_names',
});

/** Whether the list says who people are, so that its file can too. */
export function hasNames(list: AskedList['list']): boolean {
  return 'hasNames' in exportedLists[list];
}

/** What a second person is asked for: a list that names people. */
export function askForNamedList(asked: AskedList, wanted: WantedList, reason: string): AskedRequest {
  const { list, params, filter, format } = asked;
  const { title } = exportedLists[list];
  const words = Object.entries(wanted.filter).map(([word, value]) => `${word} ${value}`);
  const { named = [], borrowerOf } = LIST_FILES[list];
  const further = borrowerOf ? ['name of the borrower', 'NRC number', 'mobile number'] : [];
  return {
    kind: 'bulk_export',
    title: `${title}, with names`,
    subject: `list ${list} ${JSON.stringify(wanted.filter)}`,
    borrowerId: null,
    loanId: null,
    ofStaffId: null,
    payload: { list, params, filter, format },
    effect: [
      { title: 'List', before: null, after: title },
      { title: 'Filter', before: null, after: words.length > 0 ? words.join(', ') : 'none' },
      {
        title: 'Says who people are by',
        before: null,
        after: [...named.map(([column]) => column), ...further].join(', '),
      },
      {
        title: 'Downloaded',
        before: null,
        after: `once, within ${USABLE_DAYS} days, by the person who asks`,
      },
    ],
    message: null,
    reason,
  };
}

type KeptRequest = {
  kind: string;
  state: string;
  madeByStaffId: number | null;
  checkedAt: Date | null;
  payload: Record<string, unknown>;
};

/** The list that a second person approved, or why it cannot be downloaded now. */
export function approvedList(
  request: KeptRequest | undefined,
  { staffId, nowMs }: { staffId: number; nowMs: number },
): { asked: AskedList } | { refusal: Reply<never> } {
  const asked = request?.kind === 'bulk_export' ? askedList.safeParse(request.payload) : undefined;
  if (!request || !asked?.success) return no('no_list', 'This request is for no list.');
  if (request.madeByStaffId !== staffId) return no('not_yours', 'Another person asked for this list.');
  if (request.state !== 'done') return no('not_approved', 'The request is not approved.');
  if (nowMs - request.checkedAt!.getTime() > USABLE_DAYS * DAY_MS)
    return no('too_old', `The request was approved more than ${USABLE_DAYS} days ago. Ask again.`);
  return { asked: asked.data };
}

function no(reason: string, sentence: string): { refusal: Reply<never> } {
  return { refusal: refused(409, sentence, { reason }) };
}

/** Uses an approved request for one file. Answers a refusal where it was used already. */
export async function beginNamedList(
  db: Database,
  { requestId, person, nowMs }: { requestId: number; person: StaffPerson; nowMs: number },
): Promise<Reply<never> | undefined> {
  const actor = staffActor(person.userName);
  const isUsed = await useApproval(db, { requestId, actor, now: toDate(nowMs) });
  return isUsed ? undefined : no('used', 'This list was downloaded already. Ask again.').refusal;
}
