const UNKNOWN = '?';

/** The text in characters of which a font has a shape. A letter loses its marks before it becomes a "?". */
export function printable(text: string, hasShape: (point: number) => boolean): string {
  const isPrintable = (letter: string) => hasShape(letter.codePointAt(0)!);
  let shown = '';
  for (const letter of text.normalize('NFC')) {
    if (/^\p{Cc}$/u.test(letter)) shown += ' ';
    // Joiners and the variants of pictures have no shape of their own.
    else if (/^[\p{Cf}\p{Variation_Selector}]$/u.test(letter)) continue;
    else shown += isPrintable(letter) ? letter : nearest(letter, isPrintable);
  }
  return shown;
}

function nearest(letter: string, isPrintable: (letter: string) => boolean): string {
  const bare = letter.normalize('NFKD').replace(/\p{M}/gu, '');
  return bare !== '' && [...bare].every(isPrintable) ? bare : UNKNOWN;
}
