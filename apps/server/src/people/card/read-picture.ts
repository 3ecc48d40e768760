import { type FoundFields, fieldValue, findFields, placesOfMissing } from '@thumba/identity/card-fields';
import { labelIn, placesOfLabels, withLabel } from '@thumba/identity/card-labels';
import type { CardFieldName } from '@thumba/identity/card-layout';
import { type PictureQuality, sideOf } from '@thumba/identity/card-picture';
import type { Box, FoundField, ReadWord } from '@thumba/identity/read-text';
import { confidenceOfTwo } from '@thumba/identity/second-reading';
import sharp from 'sharp';
import { cardCorners } from '../card-edges/card-corners.ts';
import { fromSharp, type GreyPicture, greyPicture, toSharp } from '../card-edges/grey-picture.ts';
import { straightened } from '../card-edges/straighten.ts';
import { evenlyLit } from './even-light.ts';
import { qualityOf } from './picture-quality.ts';
import type { TextRecognition } from './text-recognition.ts';

const MOST_PIXELS = 1600;
const LETTER_PIXELS = 46;
const LEAST_PIXELS = 6;

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LETTERS_OF_LABELS = `${CAPITALS}${CAPITALS.toLowerCase()} `;
/** What can stand in a field, for the second reading. */
const CHARACTERS: Readonly<Record<CardFieldName, string>> = {
  idNumber: '0123456789/',
  birthDate: `0123456789/.- ${CAPITALS}`,
  lastName: `${CAPITALS}'- `,
  firstName: `${CAPITALS}'- `,
  gender: 'EFALM',
  village: `${CAPITALS}'- `,
  district: `${CAPITALS}'- `,
};

/** A card that lies upside down or on its side looks like at least as many words. Turning other pictures is in vain. */
const WORDS_OF_A_TURNED_CARD = 6;
/** Below this, a field is looked for once more beside its label. */
const DOUBTFUL = 0.6;
const LEAST_CONFIDENCE_OF_LINE = 0.3;

export type ReadPicture = { words: ReadWord[]; fields: FoundFields; quality: PictureQuality };

/**
 * Reads a picture. The words of a card that lies on its side or upside down mean nothing, so it is turned and read again.
 * A picture that shows no card in any position is answered as it came.
 */
export async function readPicture(recognition: TextRecognition, bytes: Uint8Array): Promise<ReadPicture> {
  const asItCame = await readInPosition(recognition, bytes);
  const isKnown = sideOf(asItCame.words, asItCame.fields) !== 'unknown';
  if (isKnown || asItCame.words.length < WORDS_OF_A_TURNED_CARD) return asItCame;
  const { width, height } = await sharp(bytes).metadata();
  for (const degrees of height > width ? [90, 270, 180] : [180, 90, 270]) {
    const turned = await readInPosition(recognition, await sharp(bytes).rotate(degrees).png().toBuffer());
    if (sideOf(turned.words, turned.fields) !== 'unknown') return turned;
  }
  return asItCame;
}

/** Reads all words of a picture, finds the fields among them, and reads the line of each field once more by itself. */
async function readInPosition(recognition: TextRecognition, bytes: Uint8Array): Promise<ReadPicture> {
  const { straight, lit, hasEdges } = await prepared(bytes);
  const words = await withLostLabels(recognition, lit, recognition.words(lit, 'scattered'));
  const fields = findFields(words);
  for (const [name, field] of fieldsOf(fields)) {
    const again =
      (await readLine(recognition, straight, name, field.box)) ??
      (await readLine(recognition, lit, name, field.box));
    fields[name] = { ...field, confidence: confidenceOfTwo(field, again) };
  }
  const sure = Object.fromEntries(fieldsOf(fields).filter(([, field]) => field.confidence >= DOUBTFUL));
  for (const [name, box] of Object.entries(placesOfMissing(words, sure)) as [CardFieldName, Box][]) {
    const found = fields[name];
    const first = await readLine(recognition, lit, name, box);
    if (!first) continue;
    const again = await readLine(recognition, straight, name, box);
    // Two readings of a line can make the same mistake. The words that were found before are a reading of another kind.
    const confidence = found ? confidenceOfTwo(first, found) : confidenceOfTwo(first, again);
    fields[name] = { text: first.text, box, confidence };
  }
  return { words, fields, quality: { ...(await qualityOf(straight)), hasEdges } };
}

/** The words with the labels that were overlooked among them, each read by itself from a larger picture of its place. */
async function withLostLabels(
  recognition: TextRecognition,
  lit: GreyPicture,
  words: ReadWord[],
): Promise<ReadWord[]> {
  const found = Object.values(findFields(words)).map(({ box }) => box);
  let labelled = words;
  for (const labelPlace of placesOfLabels(words, found)) {
    const line = await enlarged(lit, labelPlace.place);
    const read = line ? recognition.words(line, 'line', LETTERS_OF_LABELS) : [];
    const label = labelIn(read.map(({ text }) => text).join(' '));
    if (label !== undefined) labelled = withLabel(labelled, labelPlace, label);
  }
  return labelled;
}

/** The words of a picture and the fields among them, read once. */
export async function readWords(
  recognition: TextRecognition,
  bytes: Uint8Array,
): Promise<[ReadWord[], FoundFields]> {
  const { lit } = await prepared(bytes);
  const words = recognition.words(lit, 'scattered');
  return [words, findFields(words)];
}

async function prepared(bytes: Uint8Array) {
  const picture = await greyPicture(bytes, MOST_PIXELS);
  const corners = await cardCorners(picture);
  const straight = corners ? straightened(picture, corners) : picture;
  return { straight, lit: await evenlyLit(straight), hasEdges: corners !== undefined };
}

function fieldsOf(fields: FoundFields): [CardFieldName, FoundField][] {
  return Object.entries(fields) as [CardFieldName, FoundField][];
}

async function readLine(recognition: TextRecognition, picture: GreyPicture, name: CardFieldName, box: Box) {
  const line = await enlarged(picture, box);
  const words = line ? recognition.words(line, 'line', CHARACTERS[name]) : [];
  const confidence = Math.min(...words.map((word) => word.confidence));
  // A reading that is so unsure says nothing of the first one, and another picture of the line is read in its place.
  if (words.length === 0 || confidence < LEAST_CONFIDENCE_OF_LINE) return undefined;
  const value = fieldValue(name, words.map((word) => word.text).join(' '));
  return value && { text: value.text, confidence: value.certainty * confidence };
}

async function enlarged(picture: GreyPicture, box: Box): Promise<GreyPicture | undefined> {
  const margin = Math.round(box.height * 0.4);
  const left = Math.max(0, Math.round(box.left - margin));
  const top = Math.max(0, Math.round(box.top - margin));
  const width = Math.min(picture.width - left, Math.round(box.width + 2 * margin));
  const height = Math.min(picture.height - top, Math.round(box.height + 2 * margin));
  if (width < LEAST_PIXELS || height < LEAST_PIXELS) return undefined;
  const scale = LETTER_PIXELS / box.height;
  return fromSharp(
    toSharp(picture)
      .extract({ left, top, width, height })
      .resize(Math.round(width * scale), Math.round(height * scale), { kernel: 'cubic', fit: 'fill' })
      .normalise(),
  );
}
