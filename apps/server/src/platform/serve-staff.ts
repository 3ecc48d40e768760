import type { OutcomeCode } from '@thumba/contract/envelope';
import type { CallSchemas } from '@thumba/contract/schemas';
import {
  STAFF_API_BASE,
  STAFF_HEADER,
  STAFF_HEADER_VALUES,
  type StaffCallName,
  staffCalls,
} from '@thumba/contract/staff/calls';
import type { StaffCallDefinition, StaffSubject } from '@thumba/contract/staff/calls/definition';
import type { Permission } from '@thumba/contract/staff/permissions';
import type { Role } from '@thumba/contract/staff/roles';
import { staffSchemas } from '@thumba/contract/staff/schemas';
import type { StaffAnswer, StaffBody, StaffParams, StaffQuery } from '@thumba/contract/staff/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { headerOf, readInput, refusedInput } from './call-input.ts';
import { referenceOf } from './refused-request.ts';
import { NOT_FOUND, type Reply, refused } from './reply.ts';
import { ANSWER_HEADERS, envelope } from './serve.ts';

/** The person of staff who calls. */
export type StaffPerson = {
  staffId: number;
  userName: string;
  name: string;
  roles: readonly Role[];
  permissions: readonly Permission[];
  sessionId: string;
};

/** What a handler knows of its caller. */
export type StaffCaller = {
  /** Before signing in there is no person. */
  person: StaffPerson | undefined;
  /** The cookies of the console, by name. */
  cookies: Readonly<Record<string, string>>;
  address: string;
  userAgent: string;
  reference: string;
  /** The time at which the page renewed itself is no use of the session. */
  isTimer: boolean;
  /** An open page asks once more for what it shows. */
  isAgain: boolean;
  setCookie(cookie: string): void;
  /** Frees the place of a call that waits for its turn elsewhere. */
  leavePlace(): void;
  /** Numbers and codes for the audit entry of this call. */
  note(detail: Record<string, unknown>): void;
};

/** The caller of a call that needs a person. */
export type SignedInCaller = StaffCaller & { person: StaffPerson };

type CallerOf<Name extends StaffCallName> = (typeof staffCalls)[Name]['access'] extends 'visitor'
  ? StaffCaller
  : SignedInCaller;

export type StaffInput<Name extends StaffCallName> = {
  params: StaffParams<Name>;
  query: StaffQuery<Name>;
  body: StaffBody<Name>;
};

export type StaffHandler<Name extends StaffCallName> = (
  input: StaffInput<Name>,
  caller: CallerOf<Name>,
) => Promise<Reply<StaffAnswer<Name>>> | Reply<StaffAnswer<Name>>;

export type StaffAuditOutcome = 'begun' | 'done' | 'refused' | 'failed' | 'shown';

/** The record that a call is about. `isOpen` is false for one that the person may not see although they may call. */
export type StaffRecord = {
  kind: StaffSubject;
  id: number;
  borrowerId: number | null;
  /** Others whose money it moves. The rule on relatives holds for them too. */
  furtherBorrowerIds?: readonly number[];
};

export type StaffAuditEntry = {
  person: StaffPerson;
  call: StaffCallName;
  outcome: StaffAuditOutcome;
  record: StaffRecord | undefined;
  reference: string;
  detail: Record<string, unknown>;
};

export type StaffServer = {
  app: FastifyInstance;
  /** The origin at which the console is served. Calls to another host, or from a page of another origin, are refused. */
  consoleOrigin: string;
  /** The person of the session in the cookies. A call that a timer makes does not keep the session awake. */
  authenticate(caller: StaffCaller): Promise<StaffPerson | undefined>;
  /** The borrower of a record; undefined where there is no such record. */
  findRecord(kind: StaffSubject, id: number): Promise<StaffRecord | undefined>;
  /** Whether the borrower is the person or a relative whom they declared. */
  isRelated(person: StaffPerson, borrowerId: number): Promise<boolean>;
  writeAudit(entry: StaffAuditEntry): Promise<void>;
  /** Whether the audit has that this person was shown this record by this call a short while ago. */
  wasShown(look: Pick<StaffAuditEntry, 'person' | 'call'> & { record: StaffRecord }): Promise<boolean>;
  /** What each call does, by its name. A file of a list reads its pages by the handler of the list. */
  handlers: Map<StaffCallName, unknown>;
};

const SIGN_IN = refused(401, 'Please sign in.', { reason: 'signed_out' });
const NOT_FROM_HERE = refused(400, 'This call does not come from the console.', {
  reason: 'not_from_console',
});
const OWN_ACCOUNT = refused(
  403,
  'This is your own account or that of a relative. Another person has to do it.',
  {
    reason: 'related',
  },
);

const BODY_LIMIT_BYTES = 256 * 1024;

/**
 * Serves one call of the back office: checks where it comes from, the person, the permission, the input and the record,
 * writes the audit, then runs the handler. A look is in the audit before anything is shown. A change is there before it
 * is made, so none can be made without an entry.
 */
export function serveStaff<Name extends StaffCallName>(
  server: StaffServer,
  name: Name,
  handler: StaffHandler<Name>,
  options: { bodyLimitBytes?: number } = {},
): void {
  server.handlers.set(name, handler);
  server.app.route(staffRoute(server, name, handler, options.bodyLimitBytes ?? BODY_LIMIT_BYTES));
}

/** What a call does, for a file of its list. The permission of the call is for the caller of this to check. */
export function handlerOf<Name extends StaffCallName>(server: StaffServer, name: Name): StaffHandler<Name> {
  return server.handlers.get(name) as StaffHandler<Name>;
}

/** The route of a call, for `serveStaff` and for a call whose body or answer is a file. */
export function staffRoute<Name extends StaffCallName>(
  server: StaffServer,
  name: Name,
  handler: (
    input: StaffInput<Name>,
    caller: CallerOf<Name>,
    request: FastifyRequest,
  ) => Promise<Reply<StaffAnswer<Name>>> | Reply<StaffAnswer<Name>>,
  bodyLimit: number,
  /** What the audit keeps of a look. */
  detailOf: (input: StaffInput<Name>) => Record<string, unknown> = () => ({}),
) {
  const call: StaffCallDefinition = staffCalls[name];
  const shapes: CallSchemas = staffSchemas[name];

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<Reply<unknown>> {
    const details: Record<string, unknown> = {};
    const caller = callerOf(request, reply, details);
    const admitted = await admitStaff(server, name, request, caller);
    if ('refusal' in admitted) return admitted.refusal;
    const { person } = admitted;
    const input = readInput(shapes, request);
    if (input.error) return refusedInput(input.error);
    const id = call.subject && subjectId(input.given, call.subject);
    const record = id === undefined ? undefined : await server.findRecord(call.subject!.kind, id);
    const audit = (outcome: StaffAuditOutcome, detail: Record<string, unknown> = {}) =>
      person === undefined || call.audit === 'none'
        ? undefined
        : server.writeAudit({ person, call: name, outcome, record, reference: caller.reference, detail });
    if (call.subject && !record) return NOT_FOUND;
    if (person && record && (await isAboutRelative(server, person, record))) {
      await audit('refused', { reason: 'related' });
      return OWN_ACCOUNT;
    }
    if (!(await isPartOfLook(server, name, { caller, person, record })))
      await (call.audit === 'look'
        ? audit('shown', detailOf(input.given as StaffInput<Name>))
        : audit('begun'));
    const run = () =>
      handler(input.given as StaffInput<Name>, { ...caller, person } as CallerOf<Name>, request);
    if (call.audit !== 'change') return run();
    return withOutcome(run, (outcome, reason) => audit(outcome, { ...details, ...reason }));
  }

  return {
    method: call.method,
    url: STAFF_API_BASE + call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit,
    helmet: false as const,
    config: { requestClass: 'call' as const },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(ANSWER_HEADERS);
      return envelope(await answer(request, reply));
    },
  };
}

async function isAboutRelative(
  server: StaffServer,
  person: StaffPerson,
  { borrowerId, furtherBorrowerIds = [] }: StaffRecord,
): Promise<boolean> {
  const borrowerIds = borrowerId === null ? furtherBorrowerIds : [borrowerId, ...furtherBorrowerIds];
  const related = await Promise.all(borrowerIds.map((id) => server.isRelated(person, id)));
  return related.includes(true);
}

/** The person who may make the call, or a refusal, which does not depend on the input. */
export async function admitStaff(
  server: StaffServer,
  name: StaffCallName,
  request: FastifyRequest,
  caller: StaffCaller,
): Promise<{ person: StaffPerson | undefined } | { refusal: Reply<never> }> {
  const call: StaffCallDefinition = staffCalls[name];
  if (!comesFromConsole(server, request)) return { refusal: NOT_FROM_HERE };
  if (call.access === 'visitor') return { person: undefined };
  const person = await server.authenticate(caller);
  if (!person) return { refusal: SIGN_IN };
  if (mayCall(call, person)) return { person };
  if (call.audit !== 'none') {
    const { reference } = caller;
    const detail = { reason: 'not_permitted' };
    await server.writeAudit({ person, call: name, outcome: 'refused', record: undefined, reference, detail });
  }
  return { refusal: refused(403, 'Your roles do not allow this.', { reason: 'not_permitted' }) };
}

/** An open page that asks again is part of the look at which it was opened. */
async function isPartOfLook(
  server: StaffServer,
  call: StaffCallName,
  by: { caller: StaffCaller; person: StaffPerson | undefined; record: StaffRecord | undefined },
): Promise<boolean> {
  const { caller, person, record } = by;
  if (!caller.isAgain || staffCalls[call].audit !== 'look' || !person || !record) return false;
  return server.wasShown({ person, call, record });
}

/** Runs a change and writes how it ended. */
async function withOutcome<Data>(
  run: () => Promise<Reply<Data>> | Reply<Data>,
  write: (outcome: StaffAuditOutcome, reason: Record<string, unknown>) => Promise<void> | undefined,
): Promise<Reply<Data>> {
  try {
    const reply = await run();
    await write(reply.code === 200 ? 'done' : 'refused', reasonOf(reply));
    return reply;
  } catch (error) {
    await write('failed', {});
    throw error;
  }
}

function reasonOf(reply: Reply<unknown>): { code?: OutcomeCode; reason?: string } {
  if (reply.code === 200) return {};
  const reason = reply.cause ?? reply.data?.reason;
  return typeof reason === 'string' ? { reason } : { code: reply.code };
}

function mayCall({ access }: StaffCallDefinition, person: StaffPerson): boolean {
  return access === 'signed_in' || person.permissions.includes(access as Permission);
}

function subjectId(given: Record<string, unknown>, { parameter }: { parameter: string }): number {
  return (given.params as Record<string, number>)[parameter]!;
}

/** A page of another site can send neither the header nor our origin. */
function comesFromConsole({ consoleOrigin }: StaffServer, request: FastifyRequest): boolean {
  const { origin, host } = request.headers;
  const site = headerOf(request, 'sec-fetch-site');
  return (
    (STAFF_HEADER_VALUES as readonly string[]).includes(headerOf(request, STAFF_HEADER.toLowerCase())) &&
    host === new URL(consoleOrigin).host &&
    (origin === undefined || origin === consoleOrigin) &&
    (site === '' || site === 'same-origin')
  );
}

export function callerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  details: Record<string, unknown> = {},
): StaffCaller {
  return {
    person: undefined,
    cookies: cookiesIn(headerOf(request, 'cookie')),
    address: request.ip,
    userAgent: headerOf(request, 'user-agent').slice(0, 400),
    reference: referenceOf(request),
    isTimer: headerOf(request, STAFF_HEADER.toLowerCase()) === 'timer',
    isAgain: headerOf(request, STAFF_HEADER.toLowerCase()) !== 'person',
    setCookie: (cookie) => {
      reply.header('set-cookie', cookie);
    },
    leavePlace: request.leavePlace,
    note: (detail) => {
      Object.assign(details, detail);
    },
  };
}

function cookiesIn(header: string): Record<string, string> {
  const pairs = header.split(';').map((pair) => {
    const [name = '', ...value] = pair.trim().split('=');
    return [name, value.join('=')] as const;
  });
  return Object.fromEntries(pairs);
}
