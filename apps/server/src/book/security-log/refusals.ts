import type { RefusedCall, UnreadableRequest } from '../../platform/refused-request.ts';
import type { SecurityEvent, SecurityEventKind } from './events.ts';

/** What a refusal with this cause is in the log. */
const KIND_OF_CAUSE: Readonly<Record<string, SecurityEventKind>> = {
  wrong_code: 'wrong_code',
  step_up_wrong: 'step_up_refused',
  identity_wrong: 'step_up_refused',
  no_identity: 'step_up_refused',
  google_ended: 'sign_in',
  google_of_other_app: 'sign_in',
  google_not_linked: 'sign_in',
  google_linked_elsewhere: 'sign_in',
  google_token_used: 'sign_in',
  request_not_signed: 'access_refused',
  request_repeated: 'access_refused',
  unknown_lender: 'access_refused',
};

/** The event of a refused call; undefined for a refusal that says nothing about security. */
export function eventOfRefusal(refusal: RefusedCall): SecurityEvent | undefined {
  const { code, cause, route, borrowerId, address, reference } = refusal;
  const kind = kindOf(refusal);
  if (kind === undefined) return undefined;
  const why =
    kind === 'limit_reached'
      ? { limit: cause ?? 'unnamed' }
      : { reason: cause ?? REASON_OF_CODE[code] ?? 'unnamed' };
  return { kind, outcome: 'refused', borrowerId, address, reference, detail: { route, ...why } };
}

const REASON_OF_CODE: Readonly<Record<number, string>> = {
  401: 'no_session',
  403: 'forbidden',
  404: 'not_found',
};

function kindOf({ code, cause, borrowerId }: RefusedCall): SecurityEventKind | undefined {
  if (code === 429) return 'limit_reached';
  if (cause !== undefined && Object.hasOwn(KIND_OF_CAUSE, cause)) return KIND_OF_CAUSE[cause];
  // A record of another borrower is answered like one that does not exist.
  if (code === 401 || code === 403 || (code === 404 && borrowerId !== 0)) return 'access_refused';
  return undefined;
}

/** The event of a request that could not be read. */
export function eventOfUnreadable({ status, route, address, reference }: UnreadableRequest): SecurityEvent {
  return {
    kind: 'malformed_request',
    outcome: 'refused',
    ...(address === undefined ? {} : { address }),
    ...(reference === undefined ? {} : { reference }),
    detail: { status, ...(route === undefined ? {} : { route }) },
  };
}
