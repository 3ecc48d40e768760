/**
 * `owner` is the kind of record that a call names by id. For another borrower's id the call answers as for an id that
 * does not exist. `self`: the call concerns the signed-in borrower. `nobody`: the call concerns no borrower's record.
 * `link`: the call concerns the loan of an unguessable code, and needs no sign-in.
 */
export type CallDefinition = {
  method: 'GET' | 'POST';
  /** The path below `/api`. A part in braces is a parameter. */
  path: string;
  token: boolean;
  owner:
    | 'nobody'
    | 'self'
    | 'link'
    | 'loan'
    | 'instalment'
    | 'payment'
    | 'account'
    | 'coupon'
    | 'file'
    | 'ticket'
    | 'session';
  /** The call may move money or give a prize, so it obeys the `Idempotency-Key` header. */
  money?: true;
  summary: string;
};
