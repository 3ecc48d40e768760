/** The characters beyond Latin-1 that the standard fonts of PDF readers contain. */
const FURTHER = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Letters of Bemba, Nyanja and other languages that Unicode does not split into a plain letter and marks. */
const SPELLED: Record<string, string> = {
  ŋ: 'ng',
  Ŋ: 'Ng',
  ɓ: 'b',
  Ɓ: 'B',
  ɗ: 'd',
  Ɗ: 'D',
  ŵ: 'w',
  Ŵ: 'W',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ʼ: '’',
  // The fonts have no minus. The dash has the same width and height.
  '−': '–',
  '‑': '-',
};
const UNKNOWN = '?';

/** The text in characters that the standard fonts of a PDF contain. A letter loses its marks before it becomes a "?". */
export function printable(text: string): string {
  let shown = '';
  for (const letter of text.normalize('NFC')) shown += isPrintable(letter) ? letter : nearest(letter);
  return shown;
}

function isPrintable(letter: string): boolean {
  const point = letter.codePointAt(0)!;
  return (point >= 0x20 && point <= 0x7e) || (point >= 0xa0 && point <= 0xff) || FURTHER.has(letter);
}

function nearest(letter: string): string {
  if (/^\p{Cc}$/u.test(letter)) return ' ';
  const spelled = SPELLED[letter];
  if (spelled !== undefined) return spelled;
  const bare = letter.normalize('NFKD').replace(/\p{M}/gu, '');
  return bare !== '' && [...bare].every(isPrintable) ? bare : UNKNOWN;
}
