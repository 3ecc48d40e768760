import type { Answer } from '@thumba/contract/wire';
import type { CardFieldName } from '@thumba/identity/card-layout';
import { isReadWhole } from '@thumba/identity/card-picture';
import type { Clock } from '../../platform/clock.ts';
import { toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Files } from '../../platform/files.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { CardReader, CardReading } from './card-reader.ts';
import { cardReadingWords } from './card-reading-words.ts';
import { believed, type CardFiles, findReading, keepReading } from './card-readings.ts';

type ReadAnswer = Exclude<Answer<'addOrUpdateUserOcrInfoV3'>, { cerCode: 1 }>;

export type ReadCardDeps = {
  db: Database;
  sealing: Sealing;
  files: Files;
  clock: Clock;
  cardReader: CardReader;
};

/**
 * Reads the pictures of a card and keeps what was read. The same pictures are read once, so asking again tells nothing
 * new and takes no time of the reader.
 */
export async function readCard(deps: ReadCardDeps, card: CardFiles): Promise<ReadAnswer> {
  const known = await findReading(deps, card);
  if (known) return answerOf(known);
  const front = await deps.files.read(card.frontFileId);
  const back = card.backFileId === undefined ? undefined : await deps.files.read(card.backFileId);
  const outcome = await deps.cardReader.read({ front, back });
  if (outcome.kind === 'busy') return { confidence: 0, picture: 'busy', message: cardReadingWords.busy };
  if (outcome.kind === 'failed')
    return { confidence: 0, picture: 'unread', message: cardReadingWords.unread };
  await keepReading(deps, card, outcome.reading, toDate(deps.clock.nowMs()));
  return answerOf(outcome.reading);
}

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
