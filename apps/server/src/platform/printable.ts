/** Beyond Latin-1, what the fonts that every PDF reader brings can show. */
const FURTHER = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Letters that do not come apart into a plain one and its marks, as Bemba and Nyanja write them and their neighbours. */
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
  // The fonts have no minus; the dash is as wide and as high as one.
  '−': '–',
  '‑': '-',
};
const UNKNOWN = '?';

/** The text as the standard fonts of a PDF can show it: letters lose marks before they are lost. */
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
