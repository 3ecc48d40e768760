/** The text with a full stop, unless it ends like a sentence. Another sentence can stand behind it then. */
export function wholeSentence(text: string): string {
  return text.replace(/[^.?!]$/, '$&.');
}
