/** `('applied', 'approved')`: constant words of this program, for `in` in a statement. */
export function sqlList(words: readonly string[]): string {
  return `(${words.map((word) => `'${word}'`).join(', ')})`;
}
