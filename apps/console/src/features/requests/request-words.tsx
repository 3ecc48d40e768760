import { type RequestKind, requestKinds } from '@thumba/contract/staff/request-kinds';
import { ROLES, type Role, roles } from '@thumba/contract/staff/roles';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { Badge } from '../../ui/badge.tsx';

export type StaffRequestRow = StaffAnswer<'listRequests'>['items'][number];
type State = StaffRequestRow['state'];

const STATES: Record<State, { text: string; look: 'plain' | 'good' | 'warn' | 'bad' }> = {
  waiting: { text: 'waiting', look: 'warn' },
  approved: { text: 'approved', look: 'good' },
  done: { text: 'done', look: 'good' },
  failed: { text: 'approved, but it could not be done', look: 'bad' },
  declined: { text: 'declined', look: 'bad' },
  withdrawn: { text: 'withdrawn', look: 'plain' },
  expired: { text: 'expired', look: 'plain' },
};

export function RequestState({ state }: { state: State }) {
  const { text, look } = STATES[state];
  return <Badge look={look}>{text}</Badge>;
}

export function stateText(state: State): string {
  return STATES[state].text;
}

export function kindTitle(kind: RequestKind): string {
  return requestKinds[kind].title;
}

/** "Unblock a borrower · Borrower 1". What it is about alone does not say what would be done. */
export function requestTitle({ kind, title }: Pick<StaffRequestRow, 'kind' | 'title'>): string {
  return `${kindTitle(kind)} · ${title}`;
}

/** "Head of finance or Head of operations": the roles that may check a request of this kind. */
export function checkersOf(kind: RequestKind): string {
  const { check } = requestKinds[kind];
  const titles = ROLES.filter((role: Role) =>
    (roles[role].permissions as readonly string[]).includes(check),
  ).map((role) => roles[role].title);
  return titles.length < 2 ? titles.join('') : `${titles.slice(0, -1).join(', ')} or ${titles.at(-1)}`;
}

/** What a dialog says once it has asked a second person. */
export function filedText({ requestId }: { requestId: number }): string {
  return `Request ${requestId} is filed: a second person approves it.`;
}
