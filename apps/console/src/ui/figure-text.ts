import { formatKwacha } from '@thumba/lending/money';

const PER_THOUSAND = 1000;

/** 0.068 as "6.8 %". */
export function percentText(share: number): string {
  return `${Math.round(share * PER_THOUSAND) / 10} %`;
}

/** An amount of the wire as text: K1,150.00. */
export function kwachaText(kwacha: number): string {
  return formatKwacha(Math.round(kwacha * 100));
}

/** Whole kwacha, where there is little space. */
export function wholeKwacha(kwacha: number): string {
  return formatKwacha(Math.round(kwacha) * 100).replace(/\.00$/, '');
}

const THOUSAND = 1000;
const MILLION = 1_000_000;

/** An amount on an axis, where there is little space: K950, K12k, K8.4M. */
export function shortKwacha(kwacha: number): string {
  const size = Math.abs(kwacha);
  if (size < 10 * THOUSAND) return wholeKwacha(kwacha);
  const [unit, name] = size < MILLION ? [THOUSAND, 'k'] : [MILLION, 'M'];
  return `${kwacha < 0 ? '-' : ''}K${Math.round((size / unit) * 10) / 10}${name}`;
}
