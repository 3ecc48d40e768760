import { createBorrowerClient } from './borrower-client.ts';
import { demoBorrowers, demoDeviceSecret } from './demo-borrowers.ts';
import { createHandset } from './handset.ts';

/** What a browser needs to be the phone of a borrower of the demo, signed in. */
export type DemoSession = { token: string; deviceSecret: string };

/**
 * Signs borrowers of the demo in as the app does: with a code that is read on their simulated phone. A session that is
 * still valid is used again, because a number gets few codes in an hour.
 */
export function demoSessions(server: {
  baseUrl: string;
  simulatorUrl: string;
  tenant: string;
  nowMs(): number;
}): (mobile: string) => Promise<DemoSession | undefined> {
  const tokens = new Map<string, string>();
  const handset = createHandset(server.simulatorUrl);

  return async (mobile) => {
    if (!demoBorrowers.some((borrower) => borrower.mobile === mobile)) return undefined;
    const deviceSecret = demoDeviceSecret(mobile);
    const headers = { deviceSecret, 'X-TenantID': server.tenant };
    const client = createBorrowerClient(server.baseUrl, server.nowMs, headers);
    const known = tokens.get(mobile);
    if (known !== undefined) {
      client.setToken(known);
      if ((await client.call('getUserInfo', {})).code === 200) return { token: known, deviceSecret };
    }
    const sent = await client.call('sendSmsCode', { params: { phone: mobile } });
    if (sent.code !== 200) throw Object.assign(new Error(sent.msg), { statusCode: sent.code });
    const captcha = await handset.waitForCode(mobile);
    const device = { deviceType: 4, deviceBrand: 'h5', appChannelCode: '' } as const;
    const { token } = await client.ask('mobileLogin', { body: { mobile, captcha, ...device } });
    tokens.set(mobile, token);
    return { token, deviceSecret };
  };
}
