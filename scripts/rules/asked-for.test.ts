import { CER_CODE } from '@thumba/contract/codes';
import { expect, test } from 'vitest';
import { formColumns } from '../../apps/server/src/people/authentication/columns.ts';
import { questionnaireWords } from '../../apps/server/src/people/authentication/questionnaire-words.ts';
import { EMPTY_IDENTITY } from '../../apps/web/src/features/authentication/identity-form.ts';
import { identityWords } from '../../apps/web/src/words/identity.ts';

/* The list on the first step, “What we ask for”, names everything that the steps ask for. */

const { card, details, contacts, questions } = identityWords.needed;

/** Where the list names a field or a question: the sentence, and the words in it. */
const NAMED: Readonly<Record<string, readonly [string, string]>> = {
  frontFileId: [card, 'pictures of both sides'],
  backFileId: [card, 'pictures of both sides'],
  idNumber: [card, 'its number'],
  firstName: [card, 'your name'],
  lastName: [card, 'your name'],
  birthDate: [card, 'your date of birth'],
  gender: [card, 'your gender'],

  email: [details, 'your email'],
  maritalStatus: [details, 'marital status'],
  education: [details, 'education'],
  employmentType: [details, 'work'],
  employerName: [details, 'employer or business'],
  monthlyIncome: [details, 'income'],
  payDay: [details, 'pay day'],
  district: [details, 'address'],
  address: [details, 'address'],

  contact1Name: [contacts, 'names'],
  contact1Relation: [contacts, 'how you know them'],
  contact1Mobile: [contacts, 'mobile numbers'],
  contact2Name: [contacts, 'names'],
  contact2Relation: [contacts, 'how you know them'],
  contact2Mobile: [contacts, 'mobile numbers'],

  income: [questions, 'your income'],
  dependants: [questions, 'who depends on it'],
  saving: [questions, 'your savings'],
  earlierLoan: [questions, 'earlier loans'],
};

/** It was asked earlier, and is kept to show the answers that were given. */
const NOT_ASKED_ANY_MORE = 'purpose';

const asked = [
  ...Object.keys(EMPTY_IDENTITY),
  ...[CER_CODE.personal, CER_CODE.emergencyContact].flatMap((cerCode) =>
    formColumns(cerCode).map(({ columnCode }) => columnCode),
  ),
  ...Object.entries(questionnaireWords)
    .filter(([name, words]) => typeof words === 'object' && 'options' in words && name !== NOT_ASKED_ANY_MORE)
    .map(([name]) => name),
];

test.each(asked)('the list on the first step names %s', (name) => {
  const [sentence, words] = NAMED[name] ?? ['', 'missing'];
  expect(sentence).toContain(words);
});

test('the list on the first step names nothing that no step asks for', () => {
  expect(Object.keys(NAMED).sort()).toEqual([...asked].sort());
});
