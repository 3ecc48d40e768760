import type { Answer } from '@thumba/contract/wire';
import type { CardFieldName } from '@thumba/identity/card-layout';
import { isReadWhole } from '@thumba/identity/card-picture';
import type { Clock } from '../../platform/clock.ts';
import { toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Files } from '../../platform/files.ts';
import { done, named, type Reply, refused } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { tryLater } from '../../platform/try-later.ts';
import { waitWords } from '../../platform/wait-words.ts';
import type { CardReader, CardReading } from './card-reader.ts';
import { cardReadingWords } from './card-reading-words.ts';
import { believed, type CardFiles, findReading, keepReading } from './card-readings.ts';
import { admitReading } from './reading-limit.ts';
import { createReadingTurns } from './reading-turns.ts';

type ReadAnswer = Exclude<Answer<'addOrUpdateUserOcrInfoV3'>, { cerCode: 1 }>;

export type ReadCardDeps = {
  db: Database;
  sealing: Sealing;
  files: Files;
  clock: Clock;
  cardReader: CardReader;
};

/** About as long as a reading takes. */
const BUSY_SECONDS = 5;
const NOTHING_READ: CardReading = { picture: 'unread', backSide: null, fields: {} };

/**
 * Reads the pictures of a card and keeps what was read. The same pictures are read once, so asking again tells nothing
 * new and takes no time of the reader. A borrower has one place of it at a time, and so many readings in an hour.
 */
export function openCardReading(deps: ReadCardDeps): (card: CardFiles) => Promise<Reply<ReadAnswer>> {
  const turns = createReadingTurns();
  return async (card) => {
    const known = await findReading(deps, card);
    if (known && !known.wasEnded) return done(answerOf(known));
    if ((await turns.take(card.borrowerId)) === 'replaced') return replaced();
    try {
      return await readInTurn(deps, card);
    } finally {
      turns.free(card.borrowerId);
    }
  };
}

async function readInTurn(deps: ReadCardDeps, card: CardFiles): Promise<Reply<ReadAnswer>> {
  // The reading that was waited for may have been of the same pictures.
  const known = await findReading(deps, card);
  if (known && !known.wasEnded) return done(answerOf(known));
  const now = toDate(deps.clock.nowMs());
  const use = await admitReading(deps, { borrowerId: card.borrowerId, now });
  if (use.kind === 'too_often') {
    return tryLater('card_readings_of_hour', cardReadingWords.tooOften, use.retryAt, now.getTime());
  }
  const outcome = await deps.cardReader.read(() => picturesOf(deps.files, card));
  if (outcome.kind === 'busy') {
    await use.forget();
    return done(BUSY());
  }
  const reading = outcome.kind === 'read' ? outcome.reading : NOTHING_READ;
  // Pictures that end a reading are tried once more: it may have been for another reason.
  const isTriedAgain = outcome.kind === 'ended' && known === undefined;
  const kept = isTriedAgain ? { ...reading, wasEnded: true as const } : reading;
  await keepReading(deps, card, kept, toDate(deps.clock.nowMs()));
  return done(isTriedAgain ? ENDED() : answerOf(reading));
}

async function picturesOf(files: Files, { frontFileId, backFileId }: CardFiles) {
  const front = await files.read(frontFileId);
  const back = backFileId === undefined ? undefined : await files.read(backFileId);
  return { front, back };
}

const BUSY = (): ReadAnswer => ({ confidence: 0, picture: 'busy', message: cardReadingWords.busy });
const ENDED = (): ReadAnswer => ({ ...BUSY(), message: cardReadingWords.ended });

const replaced = (): Reply<never> =>
  named(
    'card_readings_at_once',
    refused(429, cardReadingWords.replaced(waitWords.seconds(BUSY_SECONDS)), {
      retryAfterSeconds: BUSY_SECONDS,
    }),
  );

function answerOf(reading: CardReading): ReadAnswer {
  const sure = believed(reading);
  const names = Object.keys(sure) as CardFieldName[];
  const confidences = Object.fromEntries(
    names.map((name) => [name, rounded(reading.fields[name]!.confidence)]),
  );
  const confidence = Math.min(...Object.values(confidences));
  const said = { ...sure, gender: genderOf(sure.gender) };
  if (reading.picture === 'read' && reading.backSide === 'front') {
    return {
      ...said,
      confidence,
      confidences,
      picture: 'wrong_side',
      message: cardReadingWords.back_is_front,
    };
  }
  if (names.length === 0) {
    return { confidence: 0, picture: reading.picture, message: cardReadingWords[reading.picture] };
  }
  const message =
    reading.picture === 'read' && !isReadWhole(reading.fields)
      ? cardReadingWords.read_in_part
      : cardReadingWords[reading.picture];
  return { ...said, confidence, confidences, picture: reading.picture, message };
}

function rounded(confidence: number): number {
  return Math.floor(confidence * 100) / 100;
}

function genderOf(text: string | undefined): 'M' | 'F' | undefined {
  return text === 'M' || text === 'F' ? text : undefined;
}
