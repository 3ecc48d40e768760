/// <reference path="../../../../server/src/platform/fontkit.d.ts" />
import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  CARD_LAYOUTS,
  type CardLayout,
  type CardPerson,
} from '../../../../server/src/simulator/card-layouts.ts';
import { drawCardBack, drawCardFront } from '../../../../server/src/simulator/sample-card.ts';
import { cardProblem } from './card-checks.ts';
import { isCutOff } from './card-edges.ts';
import type { Pixels } from './pixels.ts';

const PORTRAIT = readFileSync(
  path.join(import.meta.dirname, '../../../../server/src/simulator/portraits/a-portrait.jpg'),
);
const PERSON: CardPerson = {
  idNumber: '348215/61/1',
  firstName: 'Chanda Mutale',
  lastName: 'Mwansa',
  birthDate: '1994-02-28',
  gender: 'F',
  district: 'Kapiri Mposhi',
  village: 'Mukuni',
};
/** The picture of a phone, and the card in it. */
const PICTURE = { width: 960, height: 720, cardWidth: 800 } as const;
const TABLES = ['#55606a', '#6d4c2f', '#20302a'] as const;
/** In the shade at its right it is too dark to be the paper of the card. */
const PALE_TABLE = '#a8b1aa';
const SIDES = ['top', 'bottom', 'left', 'right'] as const;

async function sidesOf(layout: CardLayout): Promise<Buffer[]> {
  return [
    await drawCardFront(PERSON, { layout, portrait: PORTRAIT }),
    await drawCardBack(PERSON, { layout }),
  ];
}

/** The card on a table with light from one side. */
async function photographed(card: Buffer, table: string, degrees: number): Promise<Buffer> {
  const { width, height } = PICTURE;
  const turned = await sharp(card)
    .resize({ width: PICTURE.cardWidth })
    .rotate(degrees, { background: table })
    .png()
    .toBuffer();
  const shade = `<svg width="${width}" height="${height}"><linearGradient id="s"><stop stop-opacity="0"/><stop offset="1" stop-opacity="0.2"/></linearGradient><rect width="${width}" height="${height}" fill="url(#s)"/></svg>`;
  return sharp({ create: { width, height, channels: 3, background: table } })
    .composite([{ input: turned }, { input: Buffer.from(shade) }])
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** A quarter of the picture is missing at one side, and with it a part of the card. */
function withoutSide(picture: Buffer, side: (typeof SIDES)[number]): Promise<Buffer> {
  const { width, height } = PICTURE;
  const isLevel = side === 'top' || side === 'bottom';
  return sharp(picture)
    .extract({
      left: side === 'left' ? width / 4 : 0,
      top: side === 'top' ? height / 4 : 0,
      width: isLevel ? width : width * 0.75,
      height: isLevel ? height * 0.75 : height,
    })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** The pixels as the phone looks at them. */
async function looked(picture: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(picture)
    .resize({ width: 480, height: 480, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

let cards: Buffer[];
let pictures: Buffer[];
beforeAll(async () => {
  cards = (await Promise.all(CARD_LAYOUTS.map(sidesOf))).flat();
  pictures = await Promise.all(
    cards.map((card, place) => photographed(card, TABLES[place % TABLES.length]!, place - 2)),
  );
});

describe('isCutOff', () => {
  test('is false for a whole card on a table', async () => {
    for (const picture of pictures) expect(isCutOff(await looked(picture))).toBe(false);
  });

  test('no problem is found with a card that fills the picture', async () => {
    for (const card of cards) expect(cardProblem(await looked(card))).toBeUndefined();
  });

  test('is false for a card cut out closely and turned by two degrees', async () => {
    for (const card of cards) {
      const closely = await sharp(card).rotate(2, { background: TABLES[0] }).jpeg().toBuffer();
      expect(isCutOff(await looked(closely))).toBe(false);
    }
  });

  test('is false for a table of nearly the colour of the card', async () => {
    for (const card of cards) {
      expect(isCutOff(await looked(await photographed(card, PALE_TABLE, 1)))).toBe(false);
    }
  });

  test.each(SIDES)('a card that is cut off at the %s is reported', async (side) => {
    const told = pictures.map(async (picture) => cardProblem(await looked(await withoutSide(picture, side))));
    expect(await Promise.all(told)).toEqual(pictures.map(() => 'cutOff'));
  });
});
