import type { Permission } from '../permissions.ts';

/**
 * The kinds of record that a staff call can be about. Each leads to a borrower where one is known. `payer` is the borrower of
 * a payment, or 0 for money whose owner is not known; `piece` is money in suspense.
 */
export const STAFF_SUBJECTS = [
  'borrower',
  'loan',
  'ticket',
  'request',
  'case',
  'alert_case',
  'difference',
  'payer',
  'piece',
] as const;
export type StaffSubject = (typeof STAFF_SUBJECTS)[number];

/**
 * `access` is the permission that the call needs; `signed_in`: any person of staff; `visitor`: a person before signing
 * in. `audit`: a `change` is written to the audit before it is made and again with its outcome, a `look` before anything
 * is shown, and a `sign_in` once the person has signed in or out; `none` is for what shows no borrower and changes nothing. `subject` names the path parameter with the record
 * that the call is about: a person of staff does not act on their own account or that of a declared relative. The body of
 * a call with `file` is the bytes of a file.
 */
export type StaffCallDefinition = {
  method: 'GET' | 'POST';
  /** The path below `/console/api`. A part in braces is a parameter. */
  path: string;
  access: Permission | 'signed_in' | 'visitor';
  audit: 'change' | 'look' | 'sign_in' | 'none';
  subject?: { kind: StaffSubject; parameter: string };
  file?: { mostBytes: number };
  summary: string;
};
