import { z } from 'zod';
import { contractWords, said } from '../contract-words.ts';
import {
  code,
  DEVICE_SECRET_PATTERN,
  deviceType,
  id,
  instant,
  kwachaOut,
  mobile,
  nothing,
} from '../fields.ts';

const label = z.string().max(100).default('');

/** Google's access token, or its ID token in the Android app. The first is forwarded in a header, so it has only characters that a header allows. */
const authCode = z
  .string()
  .regex(/^[\x21-\x7e]{1,4096}$/)
  .meta({ description: 'The access token from Google, or its ID token in the Android app' });
const thirdType = z.literal(1).meta({ description: '1 is Google' });

type Phone = { mobile: string; captcha: string };
/** The proof of a sign-in. A phone and a Google account together are linked. */
type Proof = { phone: Phone; authCode: string | undefined } | { phone: undefined; authCode: string };

const signIn = z
  .object({
    mobile: mobile.optional(),
    captcha: code.optional(),
    authCode: authCode.optional(),
    thirdType: thirdType.optional(),
    deviceType,
    deviceBrand: label,
    appChannelCode: label,
    deviceSecret: z.string().regex(DEVICE_SECRET_PATTERN).optional().catch(undefined).meta({
      description: '32 random bytes as base64url. A device whose secret is known sees everything at once',
    }),
    deviceId: z.string().max(100).optional().catch(undefined).meta({
      description: 'Tells a device that was reported before there were device secrets',
    }),
  })
  .transform(({ mobile, captcha, authCode, thirdType, deviceBrand, appChannelCode, ...device }, context) => {
    const missing = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const proofOf = (): Proof | undefined => {
      if (authCode !== undefined && thirdType === undefined) missing('thirdType', contractWords.check);
      if (authCode !== undefined && mobile === undefined && captcha === undefined) {
        return { phone: undefined, authCode };
      }
      if (mobile === undefined) missing('mobile', contractWords.phone);
      if (captcha === undefined) missing('captcha', contractWords.code);
      return mobile && captcha ? { phone: { mobile, captcha }, authCode } : undefined;
    };
    const proof = proofOf();
    return proof ? { proof, deviceBrand, appChannelCode, ...device } : z.NEVER;
  });

export const session = {
  sendSmsCode: {
    params: z.object({ phone: mobile }),
    query: z.object({
      appHash: z
        .string()
        .regex(/^[A-Za-z0-9+/]{11}$/)
        .optional()
        .catch(undefined)
        .meta({
          description:
            'The 11 characters by which the SMS Retriever of the Android app finds its SMS. The SMS ends with them if the lender has listed them',
        }),
    }),
    output: nothing,
  },
  mobileLogin: {
    body: signIn,
    output: z.object({
      token: z.string(),
      id,
      appRedirectStatus: z
        .union([z.literal(0), z.literal(1)])
        .meta({ description: '1 when this sign-in registered the borrower' }),
      isNewDevice: z.boolean().meta({
        description: 'true where personal data stays masked until the borrower confirmed this device',
      }),
    }),
  },
  bindCheck: {
    body: z.object({ authCode, thirdType, deviceType, appname: label }),
    output: z.object({ bind: z.boolean() }),
  },
  googleSignIn: {
    output: z.object({
      google: z
        .object({
          clientId: z.string(),
          authorizeUrl: z.string().optional().meta({
            description:
              'The page where the borrower chooses the Google account. Without it, it is the authorization page of Google',
          }),
        })
        .nullable()
        .meta({ description: 'null when the lender has no sign-in with Google' }),
    }),
  },
  chooseLanguage: {
    body: z.object({
      language: z
        .string(said('language'))
        .max(20, said('language'))
        .meta({
          description: 'The tag of a language that this lender has, as in the header lang',
          examples: ['en'],
        }),
    }),
    output: nothing,
  },
  logout: {
    body: z.object({ everywhere: z.boolean().default(false) }),
    output: nothing,
  },
  getUserInfo: {
    output: z.object({
      userId: id,
      mobile: z.string().meta({ description: 'Masked' }),
      name: z.string().optional(),
      avatarFileId: z.string().optional(),
      email: z.string().optional(),
      creditLimit: kwachaOut,
      availableLimit: kwachaOut,
      couponCount: z.int(),
      walletBalance: kwachaOut,
      authStep: z.int(),
      hasIdentity: z
        .boolean()
        .meta({ description: 'Whether an identity is known, of which digits confirm a new device' }),
      questionsWaiting: z
        .int()
        .meta({ description: 'How many questions the questionnaire still has for this borrower' }),
      registeredAt: instant,
      isNewDevice: z.boolean().meta({ description: 'Whether this device still has to be confirmed' }),
    }),
  },
};
