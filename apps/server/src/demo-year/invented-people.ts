import type { SeededRandom } from './seeded-random.ts';

export type InventedPerson = {
  idNumber: string;
  firstName: string;
  lastName: string;
  /** A day, such as `1994-02-28`. */
  birthDate: string;
  gender: 'M' | 'F';
  district: string;
  village: string;
};

/* People who do not exist, with names as they are frequent in Zambia. */

const FEMALE = [
  'Chanda',
  'Mutinta',
  'Thandiwe',
  'Bwalya',
  'Luyando',
  'Namwinga',
  'Chipo',
  'Mwaka',
  'Esnart',
  'Ruth',
  'Beatrice',
  'Loveness',
  'Grace',
  'Memory',
];
const MALE = [
  'Mulenga',
  'Kabwe',
  'Chilufya',
  'Mapalo',
  'Lubasi',
  'Moses',
  'Joseph',
  'Emmanuel',
  'Kelvin',
  'Gift',
  'Bornface',
  'Webster',
  'Musonda',
  'Hamoonga',
];
const SURNAMES = [
  'Banda',
  'Phiri',
  'Mwale',
  'Tembo',
  'Zulu',
  'Mumba',
  'Mwansa',
  'Chanda',
  "Ng'andu",
  'Sakala',
  'Lungu',
  'Hamukoma',
  'Siwale',
  'Kapambwe',
  'Mwanawasa',
  'Simukonda',
  'Nyirenda',
  'Chibwe',
  'Habeenzu',
  'Muleya',
  'Njovu',
  'Kaunda',
  'Mutale',
  'Mwape',
  'Daka',
  'Zimba',
  'Jere',
  'Kasonde',
  'Mwansa-Banda',
  'Lifwekelo',
];
const DISTRICTS = [
  'Lusaka',
  'Kitwe',
  'Ndola',
  'Choma',
  'Mongu',
  'Chipata',
  'Kasama',
  'Mansa',
  'Solwezi',
  'Kabwe',
  'Kapiri Mposhi',
  'Livingstone',
  'Mpika',
  'Mazabuka',
];
const VILLAGES = [
  'Mukuni',
  'Chikankata',
  'Mwansabombwe',
  'Nalolo',
  'Chiawa',
  'Kalindawalo',
  'Simaamba',
  'Chitambo',
  'Mungule',
  'Kapoche',
];

export function inventedPerson(random: SeededRandom): InventedPerson {
  const gender = random.pick(['M', 'F'] as const);
  const given = gender === 'M' ? MALE : FEMALE;
  const first = random.pick(given);
  const second = random.between(0, 1) === 0 ? '' : ` ${random.pick(given.filter((name) => name !== first))}`;
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    idNumber: `${String(random.between(0, 999_999)).padStart(6, '0')}/${two(random.between(10, 99))}/${random.pick([1, 1, 1, 1, 2, 3])}`,
    firstName: first + second,
    lastName: random.pick(SURNAMES),
    birthDate: `${random.between(1955, 2008)}-${two(random.between(1, 12))}-${two(random.between(1, 28))}`,
    gender,
    district: random.pick(DISTRICTS),
    village: random.pick(VILLAGES),
  };
}
