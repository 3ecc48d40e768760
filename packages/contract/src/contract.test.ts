import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CallDefinition } from './calls/definition.ts';
import { type CallName, calls } from './calls.ts';
import { CAPABILITIES } from './capabilities.ts';
import { BIZ_TYPE, COUPON_STATUS } from './codes.ts';
import {
  API_BASE,
  COMMON_HEADERS,
  DEFAULT_APP_VERSION_CODE,
  DEFAULT_TENANT,
  NONCE_LENGTH,
  REQUEST_TIMEOUT_MS,
  SIGNED_HEADERS,
} from './envelope.ts';
import { openApiDocument } from './openapi.ts';
import { REFUSAL_MEANINGS, refusalCodes } from './refusals.ts';
import { schemas } from './schemas.ts';
import { signature } from './signature.ts';

const snapshotFile = path.join(import.meta.dirname, '../openapi.json');

describe('the contract', () => {
  test('has shapes for every call and a call for every shape', () => {
    expect(Object.keys(schemas).sort()).toEqual(Object.keys(calls).sort());
  });

  test('puts no two calls in one place', () => {
    const places = Object.values(calls).map(
      (call) => `${call.method} ${call.path.replaceAll(/\{\w+\}/g, '{}')}`,
    );
    expect(new Set(places).size).toBe(places.length);
  });

  test('names the parameters of a path in its shapes', () => {
    for (const [name, call] of Object.entries(calls)) {
      const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const shapes = schemas[name as keyof typeof schemas] as { params?: { shape: object } };
      expect(Object.keys(shapes.params?.shape ?? {}), name).toEqual(inPath);
    }
  });

  // `UPDATE_CONTRACT=true` writes the file again. The change is then part of the commit.
  test('is the one kept in openapi.json', async () => {
    const current = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
    if (process.env.UPDATE_CONTRACT === 'true') await writeFile(snapshotFile, current);
    expect(await readFile(snapshotFile, 'utf8')).toBe(current);
  });

  test('puts each call into one group of the API page', () => {
    const grouped = CAPABILITIES.flatMap((capability) => capability.calls);
    expect([...grouped].sort()).toEqual(Object.keys(calls).sort());
  });

  test('signs with the MD5 of uid, nonce and timestamp', () => {
    expect(signature('uid-1', 'abc123', '1700000000000')).toBe('ab7998ccabf9cdf735f39853519177c2');
  });
});

/* Other clients depend on these values, so the test repeats them by hand. */
describe('what is agreed with every client', () => {
  test.each([
    ['POST', '/api/v4/product/productTrial', true],
    ['POST', '/api/h5/quickRepay/info', false],
    ['POST', '/api/h5/quickRepay/repayment', false],
    ['GET', '/my/getMyLoanInfo', true],
    ['GET', '/my/getUserInfo', true],
    ['POST', '/order/api/queryLoanDetail/{id}', true],
    ['POST', '/api/v3/order/queryLoanDetail/{id}', true],
    ['POST', '/order/api/getRepayDetailV2/{id}', true],
    ['POST', '/order/payment/api/submitRepayApplyV2', true],
    ['POST', '/order/api/extensionDetail', true],
    ['POST', '/zmb/index/api/appManualGetLoan', true],
    ['POST', '/api/v4/my/coupon-list', true],
    ['POST', '/coupon/api/couponUsedByPlanId', true],
    ['POST', '/authentication/mobileLogin', false],
    ['POST', '/authentication/sendSmsCode/{phone}/1', false],
    ['POST', '/api/v1/user-third-info/bind-check', false],
    ['POST', '/user/auth/api/getUserAuthProcessStep', true],
    ['POST', '/user/auth/api/addOrUpdateUserOcrInfoV3', true],
    ['POST', '/user/auth/api/addOrUpdateUserAuthInfo', true],
    ['GET', '/user/auth/api/queryCertifyColumnByCerCode', true],
    ['POST', '/admin/questionnaire/api/info', true],
    ['POST', '/admin/questionnaire/api/submit', true],
    ['POST', '/common/api/uploadBase64', false],
    ['GET', '/h5/region/queryAreaInfoById/{id}', true],
    ['POST', '/user/grab/info/api/addUserGrabInfoToRisk', true],
    ['POST', '/user/grab/info/api/saveMessages', true],
    ['POST', '/app/node/buriedPointV2', false],
    ['GET', '/api/v1/channel/queryByChannelCode/{code}', false],
    ['GET', '/api/v4/reminder/get', false],
  ])('%s %s, with a token: %s', (method, path, token) => {
    expect(Object.values(calls).filter((call) => call.path === path)).toMatchObject([{ method, token }]);
  });

  test('the base path, the headers, the defaults and the timeout', () => {
    expect(API_BASE).toBe('/api');
    expect(COMMON_HEADERS).toEqual([
      'appName',
      'AppVersionCode',
      'X-TenantID',
      'lang',
      'deviceBrand',
      'appChannelCode',
    ]);
    expect(SIGNED_HEADERS).toEqual(['uid', 'nonce', 'timestamp', 'sign', 'token']);
    expect([DEFAULT_TENANT, DEFAULT_APP_VERSION_CODE]).toEqual(['tenant_26', '1016']);
    expect([REQUEST_TIMEOUT_MS, NONCE_LENGTH]).toEqual([120_000, 6]);
  });

  test('a repayment is 1 and an extension 2, without a card unless it is said; an applied coupon is 2', () => {
    expect(BIZ_TYPE).toEqual({ repayment: 1, extension: 2 });
    expect(COUPON_STATUS.applied).toBe(2);
    const { body } = schemas.submitRepayApplyV2;
    const payment = { planId: 1, payAmount: 20, repayAccountId: 1 };
    for (const bizType of [1, 2]) expect(body.parse({ ...payment, bizType }).payCard).toBe(false);
    expect(body.safeParse({ ...payment, bizType: 3 }).success).toBe(false);
  });

  test('an Android app is device type 2, everything else 4; Google is third type 1', () => {
    const login = { mobile: '0977123456', captcha: '4827', deviceBrand: 'h5', appChannelCode: '' };
    const takes = (parts: object) => schemas.mobileLogin.body.safeParse({ ...login, ...parts }).success;
    expect([1, 2, 3, 4].filter((deviceType) => takes({ deviceType }))).toEqual([2, 4]);
    expect([0, 1, 2].filter((thirdType) => takes({ authCode: 'ya29.token', thirdType }))).toEqual([1]);
  });
});

describe('the OpenAPI document', () => {
  const document = openApiDocument();
  const texts = JSON.stringify(document);

  test('has every part that it refers to', () => {
    const references = [...texts.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference!);
    expect(references.length).toBeGreaterThan(100);
    for (const reference of new Set(references)) {
      expect(reference).toMatch(/^#\/components\//);
      const found = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document);
      expect(found, reference).toBeDefined();
    }
    expect(texts).not.toContain('$defs');
  });

  test.each(Object.keys(calls) as CallName[])(
    '%s declares its parameters, and the answer before it is reached',
    (name) => {
      type Operation = { parameters: { in?: string; name?: string; $ref?: string }[]; responses: object };
      const { paths } = document as { paths: Record<string, Record<string, Operation>> };
      const { parameters, responses } = paths[`/api${calls[name].path}`]![calls[name].method.toLowerCase()]!;
      const inPath = [...calls[name].path.matchAll(/\{(\w+)\}/g)].map(([, part]) => part);
      expect(parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(inPath);
      const takesDevice = parameters.some(({ $ref }) => $ref === '#/components/parameters/deviceSecret');
      expect(takesDevice).toBe(['sendSmsCode', 'mobileLogin', 'addAccount'].includes(name));
      expect(Object.keys(responses)).toEqual(['200', 'default']);
    },
  );

  test.each(Object.keys(calls) as CallName[])('%s says with which codes it is refused', (name) => {
    const call: CallDefinition = calls[name];
    const codes = refusalCodes(name);
    expect(codes).toEqual(expect.arrayContaining([400, 500, ...(call.token ? [401] : [])]));
    if (!['nobody', 'self', 'link'].includes(call.owner)) expect(codes).toContain(404);
    for (const code of codes) expect(REFUSAL_MEANINGS[code]).toBeDefined();
    const { paths } = document as { paths: Record<string, Record<string, unknown>> };
    const operation = JSON.stringify(paths[`/api${call.path}`]![call.method.toLowerCase()]);
    expect(operation).toContain(`"enum":${JSON.stringify(codes)}`);
  });
});
