/** "1,150" for 1150: the digits before the decimal point in groups of three. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
}
