/** "100 482": a loan number in groups of three, easy to read out on the phone. */
export function loanNumber(loanId: number): string {
  return String(loanId).replace(/\B(?=(\d{3})+$)/g, ' ');
}
