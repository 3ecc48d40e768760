import type { CardFieldName } from '@thumba/identity/card-layout';
import type { CardHolder } from '@thumba/identity/card-number';
import type { PictureVerdict, Side } from '@thumba/identity/card-picture';

/** One field as it was read, in the form of the wire, with how sure the reading is (0 to 1). */
export type ReadField = { text: string; confidence: number };

/** What a reader found on a card. Fields of which it is not sure are included; `isSure` of the rules decides. */
export type CardReading = {
  picture: PictureVerdict;
  /** What the picture of the back shows; null where there was none. */
  backSide: Side | null;
  fields: Partial<Record<CardFieldName, ReadField>>;
  /** Whom the card was issued to, by the last digit of the number that was read. For staff. */
  holder?: CardHolder;
  /** The reading did not come to its end. The same pictures are read once more if the borrower asks. */
  wasEnded?: true;
};

/**
 * `busy` where too many cards wait, `failed` where the pictures cannot be read, and `ended` where the reading was ended in
 * the middle, by its time or with its process.
 */
export type ReadingOutcome =
  | { kind: 'read'; reading: CardReading }
  | { kind: 'busy' }
  | { kind: 'failed' }
  | { kind: 'ended' };

export type CardPictures = { front: Buffer; back: Buffer | undefined };

/**
 * Reads a card from the pictures of its sides. The program brings a reader of its own (reading-process.ts); one of a
 * certified vendor has the same form.
 */
export type CardReader = {
  /** The pictures are opened once there is a place for them. */
  read(open: () => Promise<CardPictures>): Promise<ReadingOutcome>;
};
