import { cardNumber } from '@thumba/identity/card-number';
import { frontVerdict, type Side, sideOf } from '@thumba/identity/card-picture';
import sharp from 'sharp';
import type { CardReading } from './card-reader.ts';
import { readPicture, readWords } from './read-picture.ts';
import type { ReadingAnswer, ReadingRequest } from './reading-process.ts';
import { openTextRecognition, type TextRecognition } from './text-recognition.ts';

/* Runs in a process of its own, which reading-process.ts starts. */

// The memory of a picture goes back as soon as it is read: no cache, and one thread for each picture.
sharp.cache(false);
sharp.concurrency(1);

let opened: Promise<TextRecognition> | undefined;

// The server has ended. A card that is half read is not finished.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', async (request: ReadingRequest) => process.send!(await answer(request)));

async function answer(request: ReadingRequest): Promise<ReadingAnswer> {
  try {
    opened ??= openTextRecognition();
    return { reading: await readCard(await opened, request) };
  } catch {
    // An error could quote what stands on the card, so what it says is not passed on.
    return 'failed';
  }
}

async function readCard(recognition: TextRecognition, { front, back }: ReadingRequest): Promise<CardReading> {
  const { words, fields, quality } = await readPicture(recognition, front);
  const backSide: Side | null = back ? sideOf(...(await readWords(recognition, back))) : null;
  const read = Object.entries(fields).map(([name, { text, confidence }]) => [name, { text, confidence }]);
  const holder = cardNumber(fields.idNumber?.text ?? '')?.holder;
  return {
    picture: frontVerdict({ words, fields, quality }),
    backSide,
    fields: Object.fromEntries(read),
    ...(holder && { holder }),
  };
}
