import { z } from 'zod';
import { day, id, instant, MOBILE_PATTERN, nothing, visibleText } from '../fields.ts';
import { PERMISSIONS } from './permissions.ts';
import { ROLES } from './roles.ts';

const USER_NAME_PATTERN = /^[a-z][a-z0-9.-]{1,39}$/;
const PASSWORD_MIN_LENGTH = 12;
const PASSWORD_MAX_LENGTH = 200;

export const userName = z
  .string('Enter a user name')
  .trim()
  .toLowerCase()
  .regex(USER_NAME_PATTERN, 'A user name has 2 to 40 small letters, digits, dots and hyphens');
export const staffName = visibleText(60).refine((name) => name.trim().length >= 2, 'Enter a name');
export const role = z.enum(ROLES as [(typeof ROLES)[number], ...typeof ROLES]);
const password = z.string('Enter the password').min(1, 'Enter the password').max(PASSWORD_MAX_LENGTH);
const newPassword = z
  .string('Enter a password')
  .min(PASSWORD_MIN_LENGTH, `Use at least ${PASSWORD_MIN_LENGTH} characters`)
  .max(PASSWORD_MAX_LENGTH, `Use at most ${PASSWORD_MAX_LENGTH} characters`);
const totpCode = z
  .string('Enter the code')
  .trim()
  .regex(/^\d{6}$/, 'The code has six digits');
const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'This link is not complete. Copy the whole link.');
/** What the browser's passkey interface answers. The library on the server checks it. */
const passkeyResponse = z.looseObject({ id: z.string().max(1400), rawId: z.string().max(1400) });
const passkeyName = visibleText(40).refine((name) => name.trim() !== '', 'Enter a name of the device');
/** What the browser's passkey interface takes. */
const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) });

const signedIn = z.object({
  staffId: id,
  userName: z.string(),
  name: z.string(),
  roles: z.array(role),
  permissions: z.array(z.enum(PERMISSIONS as [(typeof PERMISSIONS)[number], ...typeof PERMISSIONS])),
  signedInAt: instant,
  /** When the session ends, also while it is used. */
  endsAt: instant,
  /** When it ends if nothing is done. */
  idleEndsAt: instant,
});

const session = z.object({
  step: z.enum(['signed_out', 'code', 'signed_in']),
  person: signedIn.nullable(),
  lenderName: z.string(),
  isDemo: z.boolean(),
  businessDate: day,
});

const ownSession = z.object({
  sessionId: z.string(),
  browser: z.string(),
  startedAt: instant,
  lastUsedAt: instant,
  isThisOne: z.boolean(),
});

export const access = {
  staffSession: { output: session },
  staffPassword: { body: z.object({ userName, password }), output: session },
  staffCode: { body: z.object({ code: totpCode }), output: session },
  passkeySignInOptions: { output: passkeyOptions },
  passkeySignIn: { body: z.object({ response: passkeyResponse }), output: session },
  staffSignOut: { output: nothing },
  openInvitation: {
    body: z.object({ token }),
    output: z.object({ userName: z.string(), name: z.string(), endsAt: instant }),
  },
  acceptWithPassword: {
    body: z.object({ token, password: newPassword }),
    output: z.object({
      /** For people who type it. */
      secret: z.string(),
      /** `otpauth:` with the secret, for the authenticator app on the same machine. */
      uri: z.string(),
      /** The same as the squares of a QR code, rows of 0 and 1. */
      squares: z.array(z.string()),
    }),
  },
  confirmInvitation: { body: z.object({ token, code: totpCode }), output: session },
  passkeyInvitationOptions: { body: z.object({ token }), output: passkeyOptions },
  acceptWithPasskey: { body: z.object({ token, response: passkeyResponse }), output: session },
  ownAccount: {
    output: z.object({
      hasPassword: z.boolean(),
      sessions: z.array(ownSession),
      passkeys: z.array(
        z.object({
          passkeyId: z.string(),
          name: z.string(),
          addedAt: instant,
          lastUsedAt: instant.nullable(),
        }),
      ),
      relations: z.array(
        z.object({ relation: z.enum(['self', 'relative']), mobile: z.string(), declaredAt: instant }),
      ),
    }),
  },
  endOwnSession: { params: z.object({ sessionId: z.string().max(60) }), output: nothing },
  changeOwnPassword: { body: z.object({ password, newPassword }), output: nothing },
  passkeyOptions: { output: passkeyOptions },
  addPasskey: { body: z.object({ response: passkeyResponse, name: passkeyName }), output: nothing },
  removePasskey: { params: z.object({ passkeyId: z.string().max(1400) }), output: nothing },
  declareRelation: {
    body: z.object({
      relation: z.enum(['self', 'relative']),
      mobile: z.string('Enter the mobile number').regex(MOBILE_PATTERN, 'Enter ten digits, like 0977123456'),
    }),
    output: nothing,
  },
};
