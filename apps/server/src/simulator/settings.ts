import type { Pool } from 'pg';
import { z } from 'zod';

const wholeNumber = z.int().min(0);
const padding = z.enum(['pkcs1', 'oaep_sha256']);

export const simulatorSettingsSchema = z.strictObject({
  lenderName: z.string().min(1),
  startingBalanceNgwee: wholeNumber,
  startingFloatNgwee: wholeNumber,

  promptExpiryMs: wholeNumber,
  payoutDelayMs: wholeNumber,
  callbackDelayMs: wholeNumber,
  callbackLateMs: wholeNumber,
  callbackGapMs: wholeNumber,
  heldAnswerMs: wholeNumber,
  hangMs: wholeNumber,
  pollMs: z.int().min(1),

  mtnApiUser: z.string().min(1),
  mtnApiKey: z.string().min(1),
  /** The user and the key of the new platform. They are no UUID and no plain text. */
  mtnNewUserId: z.string().min(1),
  mtnNewCredentialToken: z.string().min(1),
  mtnCollectionKey: z.string().min(1),
  mtnDisbursementKey: z.string().min(1),
  mtnTokenSeconds: wholeNumber,
  mtnCallbackMethod: z.enum(['PUT', 'POST']),

  airtelClientId: z.string().min(1),
  airtelClientSecret: z.string().min(1),
  airtelPin: z.string().regex(/^\d{4}$/),
  airtelTokenSeconds: wholeNumber,
  airtelMessageSigning: z.boolean(),
  /** The versions that the application has in the portal. Payouts at v3 are signed in any case. */
  airtelPaymentVersions: z.array(z.enum(['v1', 'v2'])).min(1),
  airtelDisbursementVersions: z.array(z.enum(['v1', 'v2', 'v3'])).min(1),
  airtelWalletType: z.enum(['NORMAL', 'SALARY']),
  airtelPinPadding: padding,
  airtelSignaturePadding: padding,
  airtelCallbackUrl: z.url().optional(),
  airtelCallbackHashKey: z.string().min(1).optional(),

  zamtelThirdPartyId: z.string().min(1),
  zamtelPassword: z.string().min(1),
  zamtelShortcode: z.string().min(1),
  zamtelPayoutIdentifier: z.string().min(1),
  zamtelPayoutCredential: z.string().min(1),

  bureauUser: z.string().min(1),
  bureauPassword: z.string().min(1),

  googleClientId: z.string().min(1),
  googleTokenSeconds: wholeNumber,
});

export type SimulatorSettings = z.infer<typeof simulatorSettingsSchema>;

export const demoSettings: SimulatorSettings = {
  lenderName: 'Thumba',
  startingBalanceNgwee: 1_000_000,
  startingFloatNgwee: 5_000_000_000,

  promptExpiryMs: 300_000,
  payoutDelayMs: 0,
  callbackDelayMs: 250,
  callbackLateMs: 60_000,
  callbackGapMs: 500,
  heldAnswerMs: 10_000,
  hangMs: 120_000,
  pollMs: 200,

  mtnApiUser: '5a1c7f0e-3b52-4d8e-9c61-2f7a90d4e8b3',
  mtnApiKey: 'demo-mtn-api-key',
  mtnNewUserId: 'ZGVtby1zeXN0ZW0tdXNlcg==',
  mtnNewCredentialToken: 'demo:credential/token+1=',
  mtnCollectionKey: 'demo-mtn-collection-key',
  mtnDisbursementKey: 'demo-mtn-disbursement-key',
  mtnTokenSeconds: 3600,
  mtnCallbackMethod: 'PUT',

  airtelClientId: 'demo-airtel-client',
  airtelClientSecret: 'demo-airtel-secret',
  airtelPin: '4321',
  airtelTokenSeconds: 180,
  airtelMessageSigning: false,
  airtelPaymentVersions: ['v1', 'v2'],
  airtelDisbursementVersions: ['v1', 'v2', 'v3'],
  airtelWalletType: 'NORMAL',
  airtelPinPadding: 'pkcs1',
  airtelSignaturePadding: 'pkcs1',

  zamtelThirdPartyId: 'demo-zamtel-lender',
  zamtelPassword: 'demo-zamtel-password',
  zamtelShortcode: '000777',
  zamtelPayoutIdentifier: 'demo-zamtel-operator',
  zamtelPayoutCredential: 'demo-zamtel-credential',

  bureauUser: 'demo-lender',
  bureauPassword: 'demo-bureau-password',

  googleClientId: 'demo-thumba.apps.google.example',
  googleTokenSeconds: 3599,
};

export type Simulator = {
  pool: Pool;
  settings: SimulatorSettings;
  now: () => number;
  /** The lender's business day; null where this simulator runs without the lender's server. */
  businessDay: () => Promise<string | null>;
  /** A payment or a callback may be due now. */
  wakeDueWork: () => void;
};
