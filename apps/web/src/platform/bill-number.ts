/** "100 482": a bill number in groups of three, easy to read out on the phone. */
export function billNumber(orderId: number): string {
  return String(orderId).replace(/\B(?=(\d{3})+$)/g, ' ');
}
