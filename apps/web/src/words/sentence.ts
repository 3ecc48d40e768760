/** A sentence of the server's ahead of another one: a refusal that is one sentence comes without its full stop. */
export function ended(sentence: string): string {
  return sentence.replace(/[^.?!]$/, '$&.');
}
