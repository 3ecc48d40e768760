/**
 * Refuses an amount that was written with a blank, as `50 000`: the terminal makes two words of it, and the second one
 * would be taken for the beginning of the reason. Undefined where the amount is one word.
 */
export function refuseSplitAmount(amount: string, [next = '']: readonly string[]): string | undefined {
  if (!/^\d{3}([.,]\d+)?$/.test(next)) return undefined;
  return `Please write "${amount} ${next}" without a blank. If ${next} begins the reason, put the reason in quotes.`;
}
