import { randomInt } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { z } from 'zod';
import { eventually, type Wire } from './wire.ts';
import * as shape from './wire-shapes.ts';

export type Borrower = { mobile: string; token: string; id: number };

export const MTN = '096';
export const AIRTEL = '097';

export function unusedMobile(prefix = MTN): string {
  return prefix + String(randomInt(1e7)).padStart(7, '0');
}

export function unusedIdNumber(): string {
  return `${randomInt(100_000, 1_000_000)}/${randomInt(10, 100)}/1`;
}

/** The newest sign-in code among the messages of a phone. */
export async function codeOn(wire: Wire, mobile: string): Promise<string> {
  return eventually(`a code arrives at ${mobile}`, async () => {
    const { messages } = await wire.simulated(shape.handset, `/phones/${mobile}`);
    const newestFirst = messages.toSorted((one, other) => other.id - one.id);
    return newestFirst.map(({ text }) => /\b(\d{4})\b.* code/.exec(text)?.[1]).find(Boolean);
  });
}

export async function signIn(wire: Wire, mobile: string): Promise<Borrower & { isNew: boolean }> {
  await wire.ask(shape.nothing, 'POST', `/authentication/sendSmsCode/${mobile}/1`);
  const body = {
    mobile,
    captcha: await codeOn(wire, mobile),
    deviceType: 4,
    deviceBrand: 'Tecno',
    appChannelCode: '',
  };
  const login = await wire.ask(shape.login, 'POST', '/authentication/mobileLogin', { body });
  return { mobile, token: login.token, id: login.id, isNew: login.appRedirectStatus === 1 };
}

/** A grey picture with a pattern in it, as any image program would write it. */
export function pngPicture(width: number, height: number): Buffer {
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = (x * y) % 256;
  }
  return pngOf({ width, height, bitDepth: 8, compressedRows: deflateSync(rows) });
}

export function pngOf(picture: {
  width: number;
  height: number;
  bitDepth: number;
  compressedRows: Buffer;
}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(picture.width, 0);
  header.writeUInt32BE(picture.height, 4);
  header.writeUInt8(picture.bitDepth, 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', picture.compressedRows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(kind: string, content: Buffer): Buffer {
  const checked = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const chunk = Buffer.alloc(checked.length + 8);
  chunk.writeUInt32BE(content.length, 0);
  checked.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(checked), checked.length + 4);
  return chunk;
}

export function dataUrl(kind: string, bytes: Buffer): string {
  return `data:image/${kind};base64,${bytes.toString('base64')}`;
}

export async function upload(wire: Wire, purpose: string): Promise<string> {
  const body = { image: dataUrl('png', pngPicture(320, 200)), purpose };
  const { fileId } = await wire.ask(shape.uploaded, 'POST', '/common/api/uploadBase64', { body });
  return fileId;
}

export async function proveIdentity(wire: Wire, { token }: Borrower): Promise<void> {
  const files = {
    frontFileId: await upload(wire, 'nrc_front'),
    backFileId: await upload(wire, 'nrc_back'),
  };
  const path = '/user/auth/api/addOrUpdateUserOcrInfoV3';
  const read = await wire.ask(shape.cardRead, 'POST', path, { token, body: { ...files, confirm: false } });
  // Types only what was not read from the card.
  const typed = {
    idNumber: unusedIdNumber(),
    firstName: 'Chanda',
    lastName: 'Mwape',
    birthDate: '1994-05-17',
    gender: 'F',
  };
  const { confidence: _confidence, ...seen } = read;
  await wire.ask(shape.stepDone, 'POST', path, {
    token,
    body: { ...files, confirm: true, ...typed, ...seen },
  });
}

/** Fills in a form from the description of its columns and a few facts about the borrower. */
export async function fillIn(
  wire: Wire,
  { token }: Borrower,
  cerCode: number,
  facts: Record<string, unknown> = {},
): Promise<void> {
  const form = await wire.ask(
    shape.columns,
    'GET',
    `/user/auth/api/queryCertifyColumnByCerCode?cerCode=${cerCode}`,
    { token },
  );
  const filled: { columnCode: string; value: unknown }[] = [];
  for (const column of form.columns) {
    const value = facts[column.columnCode] ?? (await sensibleValue(wire, token, column));
    filled.push({ columnCode: column.columnCode, value });
  }
  await wire.ask(shape.stepDone, 'POST', '/user/auth/api/addOrUpdateUserAuthInfo', {
    token,
    body: { cerCode, columns: filled },
  });
}

async function sensibleValue(wire: Wire, token: string, column: shape.Column): Promise<unknown> {
  switch (column.type) {
    case 'select':
      return column.options?.[0]?.value;
    case 'email':
      return 'chanda@example.com';
    case 'number':
      return 25;
    case 'money':
      return 10_000;
    case 'phone':
      return unusedMobile(AIRTEL);
    case 'date':
      return '1994-05-17';
    case 'file':
      return upload(wire, 'selfie');
    case 'region': {
      const provinces = await areasIn(wire, token, 0);
      const districts = await areasIn(wire, token, provinces[0]?.id ?? 0);
      return districts[0]?.id;
    }
    case 'text':
      return 'Chanda Mwape of Kabwata'.slice(0, column.maxLength);
  }
}

export function areasIn(wire: Wire, token: string, areaId: number): Promise<z.infer<typeof shape.areas>> {
  return wire.ask(shape.areas, 'GET', `/h5/region/queryAreaInfoById/${areaId}`, { token });
}

/** A borrower whose three forms are done. */
export async function authenticatedBorrower(
  wire: Wire,
  { mobile = unusedMobile(), monthlyIncome = 10_000 } = {},
): Promise<Borrower> {
  const borrower = await signIn(wire, mobile);
  await proveIdentity(wire, borrower);
  await fillIn(wire, borrower, 2, { monthlyIncome });
  await fillIn(wire, borrower, 3);
  return borrower;
}

export type LoanAsked = { productId: number; amount: number; termId: number };

export async function apply(wire: Wire, { token }: Borrower, asked: LoanAsked): Promise<number> {
  const bill = await wire.ask(shape.trial, 'POST', '/api/v4/product/productTrial', { token, body: asked });
  const body = { ...asked, contractVersion: bill.contractVersion, agreed: true };
  const { orderId } = await wire.ask(shape.applied, 'POST', '/zmb/index/api/appManualGetLoan', {
    token,
    body,
  });
  return orderId;
}

export function loanInfoOf(wire: Wire, { token }: Borrower): Promise<z.infer<typeof shape.loanInfo>> {
  return wire.ask(shape.loanInfo, 'GET', '/my/getMyLoanInfo', { token });
}

/** Applies and waits until the money is on the phone. */
export async function borrow(wire: Wire, borrower: Borrower, asked: LoanAsked): Promise<number> {
  const orderId = await apply(wire, borrower, asked);
  await eventually('the loan is active', async () => {
    const { userStatus } = await loanInfoOf(wire, borrower);
    return userStatus === 5 ? userStatus : undefined;
  });
  return orderId;
}

export function billOf(wire: Wire, { token }: Borrower, orderId: number) {
  return wire.ask(shape.billingDetails, 'POST', `/order/api/queryLoanDetail/${orderId}`, { token });
}

export function repayDetailOf(wire: Wire, { token }: Borrower, orderId: number) {
  return wire.ask(shape.repayDetail, 'POST', `/order/api/getRepayDetailV2/${orderId}`, { token });
}

/** Tries to pay on the first plan still owed, and answers what the server said. */
export async function submitPayment(
  wire: Wire,
  borrower: Borrower,
  orderId: number,
  payAmount: unknown,
  changes: Record<string, unknown> = {},
) {
  const detail = await repayDetailOf(wire, borrower, orderId);
  const body = {
    bizType: 1,
    planId: detail.repayPlanList[0]?.planId,
    payAmount,
    repayAccountId: detail.repayAccountId,
    payCard: false,
    ...changes,
  };
  return wire.call('POST', '/order/payment/api/submitRepayApplyV2', { token: borrower.token, body });
}

export async function startPayment(wire: Wire, borrower: Borrower, orderId: number, payAmount: number) {
  const answer = await submitPayment(wire, borrower, orderId, payAmount);
  if (answer.code !== 200) throw new Error(`paying ${payAmount} was refused: ${answer.msg}`);
  return shape.paymentTaken.parse(answer.data).paymentId;
}

/** Waits for the PIN prompt, answers it, and returns its amount. */
export async function answerPrompt(wire: Wire, mobile: string, action: string): Promise<number> {
  const prompt = await eventually(`a prompt appears on ${mobile}`, async () => {
    const { prompts } = await wire.simulated(shape.handset, `/phones/${mobile}`);
    return prompts[0];
  });
  await wire.press(mobile, prompt.id, action);
  return prompt.amount;
}

export function endOfPayment(wire: Wire, { token }: Borrower, paymentId: string) {
  return eventually('the payment ends', async () => {
    const payment = await wire.ask(shape.payment, 'GET', `/order/payment/api/payment/${paymentId}`, {
      token,
    });
    return payment.status === 'pending' || payment.status === 'unknown' ? undefined : payment;
  });
}

/** Pays on the first plan still owed, and enters the PIN. */
export async function pay(wire: Wire, borrower: Borrower, orderId: number, payAmount: number) {
  const paymentId = await startPayment(wire, borrower, orderId, payAmount);
  await answerPrompt(wire, borrower.mobile, 'approve');
  return endOfPayment(wire, borrower, paymentId);
}
