import { type Ngwee, parseKwacha } from '@thumba/lending/money';

/** Kwacha as a person types them or copies them from printed lines: 10, 10.86 or K1,096.86. */
export function readAmount(text: string): Ngwee | undefined {
  const [, figures] = /^K?(\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d{1,2})?)$/.exec(text) ?? [];
  return figures === undefined ? undefined : parseKwacha(Number(figures.replaceAll(',', '')));
}
