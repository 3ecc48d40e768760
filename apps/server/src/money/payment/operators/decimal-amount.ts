/** Ngwee as the kwacha text of operators: 15000 → "150", 15050 → "150.50". */
export function toDecimalAmount(amountNgwee: number): string {
  if (!Number.isSafeInteger(amountNgwee) || amountNgwee < 0) throw new Error('not an amount in ngwee');
  const digits = String(amountNgwee).padStart(3, '0');
  const kwacha = digits.slice(0, -2);
  const ngwee = digits.slice(-2);
  return ngwee === '00' ? kwacha : `${kwacha}.${ngwee}`;
}

const DECIMAL_AMOUNT_PATTERN = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2})0*)?$/;

/** Reads "150", "150.5", "150.50" and "37,600.00". Any other text, and a part of a ngwee, is `undefined`. */
export function fromDecimalAmount(text: string): number | undefined {
  const parts = DECIMAL_AMOUNT_PATTERN.exec(text.trim());
  if (parts === null) return undefined;
  const [, kwacha = '', ngwee = ''] = parts;
  const amountNgwee = Number(kwacha.replaceAll(',', '') + ngwee.padEnd(2, '0'));
  return Number.isSafeInteger(amountNgwee) ? amountNgwee : undefined;
}
