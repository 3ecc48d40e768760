import type { CardFieldName } from '@thumba/identity/card-layout';
import type { PictureVerdict, Side } from '@thumba/identity/card-picture';

/** One field as it was read, in the form of the wire, with how sure the reading is (0 to 1). */
export type ReadField = { text: string; confidence: number };

/** What a reader found on a card. Fields of which it is not sure are included; `isSure` of the rules decides. */
export type CardReading = {
  picture: PictureVerdict;
  /** What the picture of the back shows; null where there was none. */
  backSide: Side | null;
  fields: Partial<Record<CardFieldName, ReadField>>;
};

/** `busy` where too many cards wait or the time was over, and `failed` where a picture ended the reading. */
export type ReadingOutcome = { kind: 'read'; reading: CardReading } | { kind: 'busy' } | { kind: 'failed' };

/**
 * Reads a card from the pictures of its sides. The program brings a reader of its own (reading-process.ts); one of a
 * certified vendor has the same form.
 */
export type CardReader = {
  read(pictures: { front: Buffer; back: Buffer | undefined }): Promise<ReadingOutcome>;
};
