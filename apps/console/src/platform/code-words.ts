/** "Loan payout" of `loan_payout`: a code of the server as words. */
export function codeInWords(code: string): string {
  const words = code.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
