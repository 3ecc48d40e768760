/** Digits and capitals that nobody takes for another: no 0, O, 1 or I. Thirty-two, so a byte gives one without favour. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 12;
const GROUP_LENGTH = 4;
const CODE_PATTERN = new RegExp(`^[${LETTERS}]{${CODE_LENGTH}}$`);

/** Sixty random bits as "K7QM-2XWD-9RTP". */
export function newPaperCode(randomBytes: (size: number) => Buffer): string {
  return grouped([...randomBytes(CODE_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join(''));
}

/** A code as somebody typed it off a paper, or undefined when it can be none of ours. */
export function readPaperCode(text: string): string | undefined {
  const plain = text.replace(/[\s-]/g, '').toUpperCase();
  return CODE_PATTERN.test(plain) ? grouped(plain) : undefined;
}

function grouped(plain: string): string {
  return plain.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g'))!.join('-');
}
