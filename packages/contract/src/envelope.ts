/** Every answer of the server. The outcome is in `code`, not in the HTTP status. */
export type Envelope<Data> = { code: OutcomeCode; msg: string; data: Data | null };

export type OutcomeCode =
  | 200
  | 400
  | 401
  | 403
  | 404
  | 408
  | 409
  | 413
  | 414
  | 415
  | 429
  | 431
  | 500
  | 501
  | 503;

export const API_BASE = '/api';
export const REQUEST_TIMEOUT_MS = 120_000;
export const DEFAULT_TENANT = 'tenant_26';
export const DEFAULT_APP_VERSION_CODE = '1016';

/** Sent with every call. Only the tenant is enforced; an older app may leave the others empty. */
export const COMMON_HEADERS = [
  'appName',
  'AppVersionCode',
  'X-TenantID',
  'lang',
  'deviceBrand',
  'appChannelCode',
] as const;

/** Sent with calls that need a token, and enforced. */
export const SIGNED_HEADERS = ['uid', 'nonce', 'timestamp', 'sign', 'token'] as const;

/** A call that moves money repeats its first answer when it receives the same key again. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** The secret that a known device keeps. An older app does not send it. */
export const DEVICE_SECRET_HEADER = 'deviceSecret';

/** The shortest term in days that an Android app may offer. Only the app sends it. With 2 or more the terms of stores hold. */
export const SHORTEST_TERM_HEADER = 'shortestTermDays';

/** On every answer of a call: the server's clock in milliseconds, and the business date. */
export const SERVER_TIME_HEADER = 'Server-Time';
export const BUSINESS_DATE_HEADER = 'Business-Date';

export const NONCE_LENGTH = 6;
/** The largest difference between the clocks of the phone and the server that a signature may have. */
export const SIGNATURE_TOLERANCE_MS = 10 * 60 * 1000;
