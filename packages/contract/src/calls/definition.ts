/**
 * `owner` says whose thing a call touches, and so what another borrower's id must answer: the same as one that
 * does not exist. `self` is the signed-in borrower; `nobody` is a call about nothing that belongs to anyone,
 * and `link` one about what the unguessable code in it stands for, whoever calls.
 */
export type CallDefinition = {
  method: 'GET' | 'POST';
  /** Below `/api`. A part in braces is a parameter. */
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
    | 'ticket';
  /** A call that may move money or give a prize: it honours the `Idempotency-Key` header. */
  money?: true;
  summary: string;
};
