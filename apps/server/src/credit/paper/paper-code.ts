/** No 0, O, 1 and I, which look alike. They are 32, so a random byte gives each equally often. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 12;
const GROUP_LENGTH = 4;
const CODE_PATTERN = new RegExp(`^[${LETTERS}]{${CODE_LENGTH}}$`);

/** Sixty random bits as "K7QM-2XWD-9RTP". */
export function newPaperCode(randomBytes: (size: number) => Buffer): string {
  return grouped([...randomBytes(CODE_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join(''));
}

/** A code as a person typed it, or undefined where it cannot be one of ours. */
export function readPaperCode(text: string): string | undefined {
  const plain = text.replace(/[\s-]/g, '').toUpperCase();
  return CODE_PATTERN.test(plain) ? grouped(plain) : undefined;
}

function grouped(plain: string): string {
  return plain.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g'))!.join('-');
}
