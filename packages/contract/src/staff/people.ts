import { z } from 'zod';
import { id, idInPath, instant, nothing, page, pageSize, visibleText } from '../fields.ts';
import { role, staffName, userName } from './access.ts';
import { bookDay } from './book-day.ts';
import { OFFER_PARTS } from './offer-parts.ts';
import { REQUEST_KINDS, type RequestKind } from './request-kinds.ts';

const staffId = idInPath;
const requestKind = z.enum(REQUEST_KINDS as [RequestKind, ...RequestKind[]]);
/** Why a person of staff does something. It is kept with the change. */
export const reason = visibleText(200).refine(
  (text) => text.trim().length >= 3,
  'Please give a reason of 3 to 200 characters.',
);

export const staffPerson = z.object({ staffId: id, userName: z.string(), name: z.string() });

/** A line of what a request would do: what it is about, how it is now, and how it would be. */
export const effectLine = z.object({
  title: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

const request = z.object({
  requestId: id,
  kind: requestKind,
  /** What is asked for, in one line. */
  title: z.string(),
  state: z.enum(['waiting', 'approved', 'done', 'failed', 'declined', 'withdrawn', 'expired']),
  borrowerId: id.nullable(),
  loanId: id.nullable(),
  madeBy: staffPerson,
  madeAt: instant,
  reason: z.string(),
  checkedBy: staffPerson.nullable(),
  checkedAt: instant.nullable(),
  checkReason: z.string().nullable(),
  /** Whether the person who asks may approve or decline it, and why not. */
  mayCheck: z.boolean(),
  whyNot: z.string().nullable(),
});

export const auditEntry = z.object({
  entryId: id,
  at: instant,
  userName: z.string(),
  /** A person at the terminal may have no account. */
  name: z.string().nullable(),
  call: z.string(),
  summary: z.string(),
  outcome: z.enum(['begun', 'done', 'refused', 'failed', 'shown']),
  borrowerId: id.nullable(),
  subject: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  reference: z.string().nullable(),
});

export const people = {
  listStaff: {
    query: z.object({ page, pageSize }),
    output: z.object({
      total: z.int(),
      items: z.array(
        staffPerson.extend({
          state: z.enum(['invited', 'active', 'ended']),
          roles: z.array(role),
          rolesWaiting: z.array(role),
          waysIn: z.array(z.enum(['password', 'passkey'])),
          lastSeenAt: instant.nullable(),
          openSessions: z.int(),
        }),
      ),
    }),
  },
  /** In the order of `ROLES`. A role that no person has is there too. */
  listRoleHolders: {
    output: z.object({
      items: z.array(
        z.object({
          role,
          people: z.array(staffPerson.extend({ state: z.enum(['invited', 'active']), since: instant })),
        }),
      ),
    }),
  },
  inviteStaff: {
    body: z.object({ userName, name: staffName, roles: z.array(role).min(1, 'Choose a role'), reason }),
    output: z.object({ staffId: id, link: z.string(), endsAt: instant, requestId: id }),
  },
  renewInvitation: {
    params: z.object({ staffId }),
    body: z.object({ reason }),
    output: z.object({ link: z.string(), endsAt: instant }),
  },
  endStaff: { params: z.object({ staffId }), body: z.object({ reason }), output: nothing },
  endStaffSessions: { params: z.object({ staffId }), body: z.object({ reason }), output: nothing },
  requestRoles: {
    params: z.object({ staffId }),
    body: z.object({ roles: z.array(role), reason }),
    output: z.object({ requestId: id }),
  },
  listRequests: {
    query: z.object({ state: z.enum(['waiting', 'ended']).default('waiting'), page, pageSize }),
    output: z.object({ total: z.int(), items: z.array(request) }),
  },
  getRequest: {
    params: z.object({ requestId: idInPath }),
    output: request.extend({
      effect: z.array(effectLine),
      message: z.string().nullable(),
      failure: z.string().nullable(),
      /** The part of the offer that it changes. Its lines are called after the fields of that part. */
      offerPart: z.enum(OFFER_PARTS).nullable(),
    }),
  },
  answerRequest: {
    params: z.object({ requestId: idInPath }),
    body: z.object({ answer: z.enum(['approve', 'decline']), reason }),
    output: z.object({ state: z.enum(['approved', 'done', 'failed', 'declined']), sentence: z.string() }),
  },
  withdrawRequest: { params: z.object({ requestId: idInPath }), output: nothing },
  searchAudit: {
    query: z.object({
      userName: z.string().max(60).optional(),
      call: z.string().max(60).optional(),
      borrowerId: z.coerce.number().int().positive().optional(),
      outcome: z.enum(['begun', 'done', 'refused', 'failed', 'shown']).optional(),
      from: bookDay.optional(),
      until: bookDay.optional(),
      /** The entries before this one, for the next page. */
      before: z.coerce.number().int().positive().optional(),
      pageSize,
    }),
    output: z.object({ items: z.array(auditEntry), isMore: z.boolean() }),
  },
  /** In the order of their sentences. */
  listAuditCalls: {
    output: z.object({ items: z.array(z.object({ call: z.string(), summary: z.string() })) }),
  },
};
