import { expect, test, vi } from 'vitest';
import { freePort } from '../../apps/server/src/platform/ports.ts';
import { demoSettings, type SimulatorSettings } from '../../apps/server/src/simulator/settings.ts';
import {
  type SimulatorUnderTest,
  startSimulator,
} from '../../apps/server/src/simulator/simulator.test-support.ts';
import { apply, PATIENCE, signUp } from '../../apps/server/test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../apps/server/test/app-server.ts';
import { createTestDatabase } from '../../apps/server/test/database.ts';

type WrongSetting = {
  name: string;
  operator: 'mtn' | 'airtel';
  /** What the application is in the operator's portal. */
  portal?: Partial<SimulatorSettings>;
  wrong: Record<string, string>;
  right: Record<string, string>;
};

const newPlatform = {
  MTN_API_USER: demoSettings.mtnNewUserId,
  MTN_API_KEY: demoSettings.mtnNewCredentialToken,
};

const wrongSettings: WrongSetting[] = [
  {
    name: 'an earlier version on a portal that has only v3',
    operator: 'airtel',
    portal: { airtelDisbursementVersions: ['v3'] },
    wrong: { AIRTEL_DISBURSEMENTS_VERSION: 'v2' },
    right: { AIRTEL_DISBURSEMENTS_VERSION: 'v3' },
  },
  {
    name: 'no signature where the application signs',
    operator: 'airtel',
    portal: { airtelMessageSigning: true },
    wrong: { AIRTEL_SIGNS_MESSAGES: 'false' },
    right: { AIRTEL_SIGNS_MESSAGES: 'true' },
  },
  {
    name: 'the other padding of the signature',
    operator: 'airtel',
    portal: { airtelMessageSigning: true, airtelSignaturePadding: 'oaep_sha256' },
    wrong: { AIRTEL_SIGNS_MESSAGES: 'true', AIRTEL_SIGNATURE_PADDING: 'pkcs1' },
    right: { AIRTEL_SIGNS_MESSAGES: 'true', AIRTEL_SIGNATURE_PADDING: 'oaep_sha256' },
  },
  {
    name: 'the other padding of the PIN',
    operator: 'airtel',
    portal: { airtelPinPadding: 'oaep_sha256' },
    wrong: { AIRTEL_PIN_PADDING: 'pkcs1' },
    right: { AIRTEL_PIN_PADDING: 'oaep_sha256' },
  },
  {
    name: 'a wrong PIN',
    operator: 'airtel',
    wrong: { AIRTEL_PIN: '9999' },
    right: { AIRTEL_PIN: demoSettings.airtelPin },
  },
  {
    name: 'the environment of another country',
    operator: 'mtn',
    wrong: { ...newPlatform, MTN_TARGET_ENVIRONMENT: 'mtnuganda' },
    right: { ...newPlatform, MTN_TARGET_ENVIRONMENT: 'mtnzambia' },
  },
  {
    name: 'the credentials of the earlier platform',
    operator: 'mtn',
    wrong: { MTN_API_USER: demoSettings.mtnApiUser, MTN_API_KEY: demoSettings.mtnApiKey },
    right: newPlatform,
  },
  {
    name: 'the currency of another environment',
    operator: 'mtn',
    wrong: { ...newPlatform, MTN_CURRENCY: 'EUR' },
    right: { ...newPlatform, MTN_CURRENCY: 'ZMW' },
  },
];

const TITLE =
  'with $name ($operator) the payout waits and the log names the setting; with the right one the borrower is paid once';

test.each(wrongSettings)(TITLE, async ({ operator, portal, wrong, right }) => {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}/sim/${operator === 'mtn' ? 'mtn-new' : 'airtel'}`;
  const baseUrl = { [operator === 'mtn' ? 'MTN_BASE_URL' : 'AIRTEL_BASE_URL']: address };
  const database = await createTestDatabase();
  const operators = await startSimulator(database.url, portal, { port });
  const mistaken = await startAppServer({ settings: { ...baseUrl, ...wrong } });
  const mobile = mistaken.newMobile(operator);
  const { orderId } = await apply(await signUp(mistaken, { mobile }));
  const payoutsOn = (server: AppServer) =>
    server.query('select state, held_reason from payment_attempt where loan_id = $1', [orderId]);
  await vi.waitFor(
    async () =>
      expect(await payoutsOn(mistaken)).toEqual([{ state: 'created', held_reason: 'operator_down' }]),
    PATIENCE,
  );
  const warnings = mistaken.logLines.filter((line) => line.includes('"check"'));
  for (const setting of settingsThatDiffer(wrong, right)) expect(warnings.join()).toContain(setting);
  expect(await instructionsOf(operators)).toEqual([]);
  await mistaken.leave();

  const corrected = await startAppServer({
    besides: mistaken,
    startsAt: new Date(mistaken.clock.nowMs() + 120_000).toISOString(),
    settings: { ...baseUrl, ...right },
  });
  await vi.waitFor(
    async () => expect(await payoutsOn(corrected)).toEqual([expect.objectContaining({ state: 'succeeded' })]),
    PATIENCE,
  );
  expect(await instructionsOf(operators)).toEqual([
    expect.objectContaining({ operator, direction: 'payout', mobile, amount: 1000, outcome: 'succeeded' }),
  ]);
  expect((await operators.phone(mobile)).balance).toBe(11_000);
  await corrected.stop();
  await mistaken.stop();
  await operators.stop();
  await database.drop();
});

function settingsThatDiffer(wrong: Record<string, string>, right: Record<string, string>): string[] {
  return Object.keys(right).filter((name) => wrong[name] !== right[name]);
}

async function instructionsOf(operators: SimulatorUnderTest): Promise<object[]> {
  return (await operators.call('GET', '/api/book')).json.instructions;
}
