import { expect, test } from 'vitest';
import {
  refusingBaseUrl,
  type StubReply,
  startStubOperator,
} from '../money/payment/operators/stub-operator.test-support.ts';
import { africasTalkingGateway, handsetGateway } from './sms.ts';

const message = { mobile: '0977123456', text: '4831 is your Thumba code. It works for 5 minutes & more.' };
const account = { username: 'lender', apiKey: 'atsk_a_key', sender: 'THUMBA' };

/** Africa's Talking as its documentation shows it: 201, and a status for each recipient. */
function answered(recipients: { statusCode: number; status: string }[]): StubReply {
  return {
    status: 201,
    json: {
      SMSMessageData: {
        Message: `Sent to ${recipients.length}/1 Total Cost: ZMW 0.2500`,
        Recipients: recipients.map((recipient) => ({
          ...recipient,
          number: '+260977123456',
          cost: 'ZMW 0.2500',
          messageId: 'ATPid_SampleTxnId123',
        })),
      },
    },
  };
}

async function sendAnd(reply: StubReply) {
  const stub = await startStubOperator(() => reply);
  const sent = africasTalkingGateway({ baseUrl: stub.baseUrl, ...account }).send(message);
  return {
    requests: stub.requests,
    outcome: await sent.then(
      () => 'taken',
      (error: Error) => error.message,
    ),
  };
}

test('a message goes out as the form that the gateway documents', async () => {
  const { requests, outcome } = await sendAnd(answered([{ statusCode: 101, status: 'Success' }]));
  expect(outcome).toBe('taken');
  expect(requests).toHaveLength(1);
  const [request] = requests;
  expect(request).toMatchObject({
    method: 'POST',
    path: '/version1/messaging',
    headers: {
      apikey: 'atsk_a_key',
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    },
  });
  expect(Object.fromEntries(new URLSearchParams(request!.bodyText))).toEqual({
    username: 'lender',
    to: '+260977123456',
    message: message.text,
    from: 'THUMBA',
  });
});

test.each([
  [100, 'Processed'],
  [101, 'Sent'],
  [102, 'Queued'],
])('a status of %i, %s, means that it was taken', async (statusCode, status) => {
  expect((await sendAnd(answered([{ statusCode, status }]))).outcome).toBe('taken');
});

test.each([
  [401, 'RiskHold'],
  [402, 'InvalidSenderId'],
  [403, 'InvalidPhoneNumber'],
  [404, 'UnsupportedNumberType'],
  [405, 'InsufficientBalance'],
  [406, 'UserInBlacklist'],
  [407, 'CouldNotRoute'],
  [500, 'InternalServerError'],
  [501, 'GatewayError'],
  [502, 'RejectedByGateway'],
])('a status of %i, %s, is a refusal although the answer is a 201', async (statusCode, status) => {
  expect((await sendAnd(answered([{ statusCode, status }]))).outcome).toBe(
    `the SMS gateway refused a message with ${statusCode}`,
  );
});

test('an answer about nobody is a refusal', async () => {
  expect((await sendAnd(answered([]))).outcome).toBe('the SMS gateway refused a message with no status');
});

test.each([401, 429, 500, 503])('HTTP %i is a refusal', async (status) => {
  expect((await sendAnd({ status, text: 'The supplied authentication is invalid' })).outcome).toBe(
    `the SMS gateway answered ${status}`,
  );
});

test.each([
  { status: 200, text: '<AfricasTalkingResponse/>' },
  { status: 201, json: { errors: 'something else' } },
  'reset' as const,
])('an answer that cannot be read is a refusal', async (reply) => {
  expect((await sendAnd(reply)).outcome).not.toBe('taken');
});

test('a gateway that is away is a refusal', async () => {
  const gateway = africasTalkingGateway({ baseUrl: await refusingBaseUrl(), ...account });
  await expect(gateway.send(message)).rejects.toThrow();
});

test('a redirect is not followed: the key and the code would go with it', async () => {
  const other = await startStubOperator(() => answered([{ statusCode: 101, status: 'Success' }]));
  const { outcome } = await sendAnd({ status: 307, headers: { Location: `${other.baseUrl}/messaging` } });
  expect(outcome).not.toBe('taken');
  expect(other.requests).toHaveLength(0);
});

test('no refusal repeats the number, the text or the key', async () => {
  for (const reply of [answered([{ statusCode: 403, status: 'InvalidPhoneNumber' }]), { status: 401 }]) {
    const { outcome } = await sendAnd(reply);
    for (const secret of ['0977123456', '4831', account.apiKey]) expect(outcome).not.toContain(secret);
  }
});

test('in a demo it goes to the phone of the simulator', async () => {
  const stub = await startStubOperator(() => ({ status: 200, json: { id: 1 } }));
  await handsetGateway(`${stub.baseUrl}/sim`, 'THUMBA').send(message);
  expect(stub.requests).toMatchObject([{ method: 'POST', path: '/sim/api/sms' }]);
  expect(JSON.parse(stub.requests[0]!.bodyText)).toEqual({
    to: '0977123456',
    from: 'THUMBA',
    text: message.text,
  });
  const broken = await startStubOperator(() => ({ status: 500 }));
  await expect(handsetGateway(broken.baseUrl, 'THUMBA').send(message)).rejects.toThrow('answered 500');
});
