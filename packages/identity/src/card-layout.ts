export type CardFieldName =
  | 'idNumber'
  | 'lastName'
  | 'firstName'
  | 'birthDate'
  | 'gender'
  | 'village'
  | 'district';

/** What a label can belong to. A chief and a place of birth stand on cards and are not read. */
export type CardLabel = CardFieldName | 'other';

/**
 * The words that stand beside or above a field, on any card that was seen. A card with other words is one more entry. A
 * number needs none: it is known by its form.
 */
export const LABELS: readonly { field: CardLabel; words: readonly string[] }[] = [
  {
    field: 'idNumber',
    words: ['NRC NO', 'NRC NUMBER', 'REGISTRATION NUMBER', 'REGISTRATION NO', 'CARD NO', 'NO'],
  },
  { field: 'lastName', words: ['SURNAME', 'FAMILY NAME', 'LAST NAME'] },
  {
    field: 'firstName',
    words: [
      'OTHER NAMES',
      'OTHER NAME',
      'FORENAMES',
      'FIRST NAMES',
      'FIRST NAME',
      'GIVEN NAMES',
      'NAMES',
      'NAME',
    ],
  },
  { field: 'birthDate', words: ['DATE OF BIRTH', 'BIRTH DATE', 'BORN', 'DOB', 'D O B'] },
  { field: 'gender', words: ['SEX', 'GENDER'] },
  { field: 'village', words: ['VILLAGE', 'VILLAGE TOWN', 'HOME VILLAGE'] },
  { field: 'district', words: ['DISTRICT'] },
  {
    field: 'other',
    words: ['CHIEF', 'PLACE OF BIRTH', 'RACE', 'SIGNATURE', 'DATE OF ISSUE', 'ISSUED', 'HOLDER'],
  },
];

/** Words that stand on the front of a card. */
export const FRONT_WORDS: readonly string[] = ['REPUBLIC', 'ZAMBIA', 'NATIONAL', 'REGISTRATION', 'CARD'];

/** Words that stand on the back of a card and not on the front. */
export const BACK_WORDS: readonly string[] = [
  'PROPERTY',
  'GOVERNMENT',
  'FOUND',
  'POLICE',
  'STATION',
  'REGISTRAR',
  'CONDITIONS',
  'OFFICE',
  'OFFICER',
  'ISSUED',
  'CHANGE',
  'REPORTED',
  'LOSS',
  'DAMAGE',
  'THUMB',
  'RETURN',
  'NEAREST',
];

/** Words that stand in no field, although they can be near one. */
export const NOTE_WORDS: readonly string[] = ['SAMPLE', 'DEMONSTRATION', 'DOCUMENT', 'SPECIMEN'];
