const AMOUNT_PATTERN = /^(\d{1,10})(?:\.(\d{1,2}))?$/;

export function parseKwacha(text: string): number | undefined {
  const match = AMOUNT_PATTERN.exec(text);
  if (!match) return undefined;
  const ngwee = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return ngwee > 0 ? ngwee : undefined;
}

export function kwachaOf(ngwee: number): number {
  return ngwee / 100;
}

export function decimalKwacha(ngwee: number): string {
  return `${Math.trunc(ngwee / 100)}.${String(ngwee % 100).padStart(2, '0')}`;
}

export function groupedKwacha(ngwee: number): string {
  return decimalKwacha(ngwee).replace(/\B(?=(\d{3})+\.)/g, ',');
}
