import { formatKwacha } from '@thumba/lending/money';
import type { Cell, CellKind } from './report.ts';

/** A cell for a person: "K1,150.00". */
export function printedCell(cell: Cell, kind: CellKind): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  if (kind === 'money') return formatKwacha(cell);
  return kind === 'share' ? decimalOf(cell) : String(cell);
}

/** A cell for a program: "1150.00", without a currency or separators. */
export function plainCell(cell: Cell, kind: CellKind): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  return kind === 'money' || kind === 'share' ? decimalOf(cell) : String(cell);
}

/** Hundredths as a decimal with two places, exactly: no float is in between. */
function decimalOf(hundredths: number): string {
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
