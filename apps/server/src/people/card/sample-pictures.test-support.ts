import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { CARD_LAYOUTS, type CardPerson } from '../../simulator/card-layouts.ts';
import { drawCardBack, drawCardFront } from '../../simulator/sample-card.ts';

const portrait = readFileSync(path.join(import.meta.dirname, '../../simulator/portraits/a-portrait.jpg'));

/** A person who does not exist, with another number and birth date at each call: two with the same would be duplicates. */
export function inventedPerson(different: Partial<CardPerson> = {}): CardPerson {
  lastNumber += 1;
  return {
    idNumber: `${lastNumber}/61/1`,
    firstName: 'Chanda Mutale',
    lastName: 'Mwansa',
    birthDate: `${1970 + (lastNumber % 30)}-02-${10 + (lastNumber % 18)}`,
    gender: 'F',
    district: 'Kapiri Mposhi',
    village: 'Mukuni',
    ...different,
  };
}

let lastNumber = 348_215;

/** A card on a grey table, as a phone takes it. */
async function photographed(card: Buffer): Promise<Buffer> {
  return sharp(card)
    .extend({ top: 90, bottom: 90, left: 90, right: 90, background: '#55606a' })
    .jpeg({ quality: 85 })
    .toBuffer();
}

export async function frontOf(person: CardPerson, layout = CARD_LAYOUTS[0]!): Promise<Buffer> {
  return photographed(await drawCardFront(person, { layout, portrait }));
}

export async function backOf(person: CardPerson, layout = CARD_LAYOUTS[0]!): Promise<Buffer> {
  return photographed(await drawCardBack(person, { layout }));
}
