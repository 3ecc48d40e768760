import { type CardPerson, SAMPLE_LAYOUTS } from './card-layouts.ts';
import { drawCardBack, drawCardFront } from './sample-card.ts';
import {
  cutForCard,
  type FacePicture,
  FREE,
  GESTURES,
  type Gesture,
  keptPicture,
  type Random,
  type SampleFace,
  takenAgain,
} from './sample-pictures.ts';

/* Invented people with a card and a face, for a newcomer of the demo who has neither camera nor card. */

/** What a borrower types in. */
export type SampleDetails = Pick<CardPerson, 'idNumber' | 'firstName' | 'lastName' | 'birthDate' | 'gender'>;

/** Pictures are data URLs of JPEGs. */
export type SamplePerson = SampleDetails & {
  cardFront: string;
  cardBack: string;
  face: string;
  frames: Record<Gesture, string[]>;
};

type Look = { face: SampleFace; gender: 'M' | 'F'; leastAge: number; mostAge: number };

const LOOKS: readonly Look[] = [
  { face: 'a', gender: 'F', leastAge: 26, mostAge: 38 },
  { face: 'd', gender: 'M', leastAge: 26, mostAge: 38 },
  { face: 'c', gender: 'F', leastAge: 52, mostAge: 60 },
];

const FIRST_NAMES = {
  F: ['Mutinta', 'Chipo', 'Namukolo', 'Thandiwe', 'Bupe', 'Monde', 'Kasuba', 'Lweendo', 'Mapalo', 'Natasha'],
  M: ['Mulenga', 'Kelvin', 'Luyando', 'Chanda', 'Musonda', 'Sitali', 'Mabvuto', 'Mwiza', 'Choolwe', 'Bwalya'],
} as const;
const LAST_NAMES = [
  'Hamoonga',
  'Mwansa',
  'Sitali',
  'Zulu',
  'Kapasa',
  'Moonga',
  'Chisenga',
  'Lungu',
  'Nyirenda',
  'Simukonda',
  'Kabwe',
  'Mweemba',
];
const HOMES = [
  { district: 'Lusaka', village: 'Kabwata' },
  { district: 'Monze', village: 'Chona' },
  { district: 'Kasama', village: 'Mulobola' },
  { district: 'Mongu', village: 'Lealui' },
  { district: 'Chipata', village: 'Kapata' },
];

/** One invented person of each look. The year is that in which they are as old as they look. */
export async function drawSamplePeople(year: number, random: Random): Promise<SamplePerson[]> {
  const people: SamplePerson[] = [];
  // One after the other: a demo's server has other work as well.
  for (const look of LOOKS) people.push(await drawPerson(look, inventDetails(look, year, random), random));
  return people;
}

/** A person with these details, whose face and card fit them. Drawn again in the same year, it is the same face. */
export function drawSamplePerson(
  details: SampleDetails,
  year: number,
  random: Random,
): Promise<SamplePerson> {
  return drawPerson(lookOf(details, year), details, random);
}

/** The look of this gender that is nearest in age. */
export function lookOf(
  { gender, birthDate }: Pick<SampleDetails, 'gender' | 'birthDate'>,
  year: number,
): Look {
  const age = year - Number(birthDate.slice(0, 4));
  const yearsFrom = ({ leastAge, mostAge }: Look) => Math.max(leastAge - age, age - mostAge, 0);
  return LOOKS.filter((look) => look.gender === gender).toSorted((a, b) => yearsFrom(a) - yearsFrom(b))[0]!;
}

function inventDetails(look: Look, year: number, random: Random): SampleDetails {
  const age = look.leastAge + Math.floor(random() * (look.mostAge - look.leastAge + 1));
  const twoDigits = (least: number, count: number) =>
    String(least + Math.floor(random() * count)).padStart(2, '0');
  return {
    // The last digit says that a Zambian holds the card.
    idNumber: `${100_000 + Math.floor(random() * 900_000)}/${twoDigits(10, 90)}/1`,
    firstName: oneOf(FIRST_NAMES[look.gender], random),
    lastName: oneOf(LAST_NAMES, random),
    birthDate: `${year - age}-${twoDigits(1, 12)}-${twoDigits(1, 28)}`,
    gender: look.gender,
  };
}

async function drawPerson(look: Look, details: SampleDetails, random: Random): Promise<SamplePerson> {
  const again = async (picture: FacePicture) =>
    takenAgain(await keptPicture(look.face, picture), random, FREE);
  const layout = oneOf(SAMPLE_LAYOUTS, random);
  const cardPerson = { ...details, ...oneOf(HOMES, random) };
  const portrait = await cutForCard(await takenAgain(await keptPicture(look.face, 'facing'), random));
  const frames: Partial<Record<Gesture, string[]>> = {};
  for (const gesture of GESTURES) {
    frames[gesture] = [];
    for (const place of [1, 2, 3] as const) frames[gesture].push(dataUrl(await again(`${gesture}-${place}`)));
  }
  return {
    ...details,
    cardFront: dataUrl(await drawCardFront(cardPerson, { layout, portrait })),
    cardBack: dataUrl(await drawCardBack(cardPerson, { layout })),
    face: dataUrl(await again('facing')),
    frames: frames as Record<Gesture, string[]>,
  };
}

function oneOf<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)]!;
}

function dataUrl(jpeg: Buffer): string {
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}
