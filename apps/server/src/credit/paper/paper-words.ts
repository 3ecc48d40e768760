/** "100 482": a loan number in groups of three, easy to read out on the phone. */
export function loanNumber(loanId: number): string {
  return String(loanId).replace(/\B(?=(\d{3})+$)/g, ' ');
}

/** "C**** L****": enough for whoever holds the paper, nothing for anybody else. */
export function maskedName(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  return words.map((word) => `${[...word][0]}****`).join(' ');
}
