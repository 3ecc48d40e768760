import { seededRandom } from '../support/seeded-random.ts';

/** Every call of the description of the calls, as `METHOD path`. `{}` stands for a parameter of the path. */
export const EVERY_CALL = [
  'POST /api/v4/product/productTrial',
  'POST /api/h5/quickRepay/info',
  'POST /api/h5/quickRepay/repayment',
  'GET /my/getMyLoanInfo',
  'GET /my/getUserInfo',
  'POST /order/api/queryLoanDetail/{}',
  'POST /api/v3/order/queryLoanDetail/{}',
  'POST /order/api/getRepayDetailV2/{}',
  'POST /order/payment/api/submitRepayApplyV2',
  'POST /order/api/extensionDetail',
  'POST /zmb/index/api/appManualGetLoan',
  'POST /api/v4/my/coupon-list',
  'POST /coupon/api/couponUsedByPlanId',
  'POST /authentication/mobileLogin',
  'POST /authentication/sendSmsCode/{}/1',
  'POST /api/v1/user-third-info/bind-check',
  'POST /user/auth/api/getUserAuthProcessStep',
  'POST /user/auth/api/addOrUpdateUserOcrInfoV3',
  'POST /user/auth/api/addOrUpdateUserAuthInfo',
  'GET /user/auth/api/queryCertifyColumnByCerCode?cerCode={}',
  'POST /admin/questionnaire/api/info',
  'POST /admin/questionnaire/api/submit',
  'POST /common/api/uploadBase64',
  'GET /h5/region/queryAreaInfoById/{}',
  'POST /user/grab/info/api/addUserGrabInfoToRisk',
  'POST /user/grab/info/api/saveMessages',
  'POST /user/grab/info/api/saveMessageFigures',
  'POST /app/node/buriedPointV2',
  'GET /api/v1/channel/queryByChannelCode/{}',
  'GET /api/v4/reminder/get',
  'POST /authentication/logout',
  'POST /user/auth/api/verifyFace',
  'POST /user/grab/info/api/addDeviceInfo',
  'GET /api/v1/consent',
  'POST /api/v1/consent',
  'GET /api/v1/push',
  'POST /api/v1/push',
  'POST /api/v1/push/delete',
  'GET /api/v4/product/public',
  'GET /order/payment/api/payment/{}',
  'GET /api/v4/activity/turntable',
  'POST /api/v4/activity/turntable/spin',
  'POST /order/api/previewRepayment',
  'POST /order/api/settlementQuote',
  'POST /order/api/cancelLoan',
  'GET /my/accounts',
  'POST /my/accounts',
  'GET /my/orders',
  'GET /my/messages',
  'GET /my/wallet',
  'POST /my/wallet/use',
  'POST /my/wallet/payout',
  'POST /order/payment/api/claim',
];

const FIELDS = [
  'mobile captcha authCode thirdType deviceType deviceBrand appChannelCode cerCode columns columnCode value',
  'frontFileId backFileId confirm idNumber firstName lastName birthDate gender image purpose fileIds challenge',
  'questionnaireId answers questionId optionIds productId amount termId userCouponId repayAccountId',
  'contractVersion agreed bizType planId payAmount payCard quoteId orderId code payMobile operator status page',
  'pageSize userId type info kind appUserMessages reference everywhere pageId actionId __proto__ constructor',
]
  .join(' ')
  .split(' ');

const VALUES: unknown[] = [
  ...[null, true, false, 0, -0, -1, 0.001, 1e-9, 1e308, -1e308, 2 ** 53, 1.5, 99_999_999_999],
  ...['', ' ', 'NaN', 'Infinity', '1e5', '0x10', '-1', '١٢٣', '\u0000', 'a\u0000b', '\ud800', '\u202e', '💸'],
  ...["' or 1=1 --", '<script>', '../../etc/passwd', '%00', '{{7*7}}', '0977123456', '123456/11/1'],
  ...['2026-02-30', '9999-12-31', 'data:image/png;base64,', 'data:image/png;base64,AAAA', 'x'.repeat(20_000)],
  ...[[], {}, [null], [[]], [{}], { length: 1e9 }, { toString: 1 }, { valueOf: 1 }],
];

const PATH_PARTS = [
  ...['0', '-1', '1', '1.5', '1e9', 'abc', '%00', '%20', '%F0%9F%92%B8', '..%2f..%2f', '9'.repeat(30), '%ff'],
  ...['x'.repeat(300), "'", 'null', '2147483648', '9223372036854775808', '%E0%A4%A'],
];

export type HostileRequest = { method: string; path: string; body: string | undefined };

/** The same seed makes the same requests, so that a run with a failure can be repeated. */
export function hostileRequests(seed: number, count: number, ownIds: number[]): HostileRequest[] {
  const values = [...VALUES, ...ownIds];
  const pathParts = [...PATH_PARTS, ...ownIds.map(String)];
  const next = seededRandom(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;

  function record(depth: number): Record<string, unknown> {
    const entries = Array.from({ length: 1 + below(6) }, () => [oneOf(FIELDS), hostileValue(depth)]);
    return Object.fromEntries(entries);
  }

  function hostileValue(depth: number): unknown {
    if (depth > 0 && next() < 0.2) return Array.from({ length: 1 + below(3) }, () => record(depth - 1));
    if (depth > 0 && next() < 0.2) return record(depth - 1);
    return oneOf(values);
  }

  const bodies: (() => string)[] = [
    () => JSON.stringify(record(3)),
    () => JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, hostileValue(1)]))),
    () => JSON.stringify(record(2)).slice(0, -1 - below(5)),
    () => JSON.stringify(hostileValue(2)),
    () => '['.repeat(1 + below(5000)),
    () => `${'{"columns":'.repeat(500)}1${'}'.repeat(500)}`,
    () => '{"__proto__":{"agreed":true},"constructor":{"prototype":{"amount":1}}}',
    () => '{"amount":1e999,"amount":-1e999,"planId":1E400}',
    () => '{"amount":00012,"x":.5,}',
    () => Array.from({ length: below(200) }, () => String.fromCharCode(below(0xffff))).join(''),
  ];

  return Array.from({ length: count }, () => {
    const [method = '', pattern = ''] = oneOf(EVERY_CALL).split(' ');
    const path = pattern.replaceAll('{}', () => oneOf(pathParts));
    return { method, path, body: method === 'POST' ? oneOf(bodies)() : undefined };
  });
}
