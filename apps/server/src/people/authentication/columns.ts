import { CER_CODE } from '@thumba/contract/codes';
import { MOBILE_PATTERN, PHONE_MESSAGE } from '@thumba/contract/fields';
import type { Answer } from '@thumba/contract/wire';

export type Column = Answer<'queryCertifyColumnByCerCode'>['columns'][number];
export type FormCode = Answer<'queryCertifyColumnByCerCode'>['cerCode'];

/** A field of a form, and the sentence for a wrong value. */
export type FormColumn = Omit<Column, 'value'> & { wrong: string };

const EMAIL_PATTERN = '^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)*\\.[A-Za-z]{2,}$';
const NO_DIGITS_PATTERN = '^\\D+$';
/** Who is paid on a fixed day of the month: a wage of an employer, or a pension. */
const PAID_MONTHLY = ['government', 'company', 'retired'];
const HAS_EMPLOYER_OR_BUSINESS = ['government', 'company', 'casual', 'business'];
const DAY_OF_MONTH_PATTERN = '^([1-9]|[12]\\d|3[01])$';

const personalColumns: readonly FormColumn[] = [
  {
    columnCode: 'email',
    label: 'Email',
    type: 'email',
    required: false,
    placeholder: 'name@example.com',
    maxLength: 100,
    pattern: EMAIL_PATTERN,
    group: 'About you',
    wrong: 'Please enter a correct email address',
  },
  {
    columnCode: 'maritalStatus',
    label: 'Marital status',
    type: 'select',
    required: true,
    options: [
      { value: 'single', label: 'Single' },
      { value: 'married', label: 'Married' },
      { value: 'divorced', label: 'Divorced or separated' },
      { value: 'widowed', label: 'Widowed' },
    ],
    group: 'About you',
    wrong: 'Please choose one from the list',
  },
  {
    columnCode: 'education',
    label: 'Education',
    type: 'select',
    required: true,
    options: [
      { value: 'none', label: 'No schooling' },
      { value: 'primary', label: 'Primary school' },
      { value: 'secondary', label: 'Secondary school' },
      { value: 'college', label: 'College or trade school' },
      { value: 'university', label: 'University' },
    ],
    group: 'About you',
    wrong: 'Please choose one from the list',
  },
  {
    columnCode: 'employmentType',
    label: 'Employment',
    type: 'select',
    required: true,
    options: [
      { value: 'government', label: 'Employed by the government' },
      { value: 'company', label: 'Employed by a company' },
      { value: 'casual', label: 'Casual or part-time work' },
      { value: 'business', label: 'Own business or trading' },
      { value: 'farming', label: 'Farming or fishing' },
      { value: 'student', label: 'Student' },
      { value: 'retired', label: 'Retired' },
      { value: 'unemployed', label: 'Not working' },
    ],
    group: 'Work and income',
    wrong: 'Please choose one from the list',
  },
  {
    columnCode: 'employerName',
    label: 'Employer or business',
    type: 'text',
    required: false,
    placeholder: 'For example Kafue Milling',
    maxLength: 80,
    group: 'Work and income',
    appliesWhen: { columnCode: 'employmentType', values: HAS_EMPLOYER_OR_BUSINESS },
    wrong: 'Please enter a name of at most 80 characters',
  },
  {
    columnCode: 'monthlyIncome',
    label: 'Monthly income',
    type: 'money',
    required: true,
    placeholder: 'In kwacha, like 3500',
    group: 'Work and income',
    wrong: 'Please enter an amount in kwacha above 0, like 3500 or 3500.50',
  },
  {
    columnCode: 'payDay',
    label: 'Pay day',
    type: 'number',
    required: true,
    placeholder: 'Day of the month, 1 to 31',
    maxLength: 2,
    pattern: DAY_OF_MONTH_PATTERN,
    group: 'Work and income',
    appliesWhen: { columnCode: 'employmentType', values: PAID_MONTHLY },
    wrong: 'Please enter a day of the month from 1 to 31',
  },
  {
    columnCode: 'district',
    label: 'District',
    type: 'region',
    required: true,
    placeholder: 'Province and district',
    group: 'Where you live',
    wrong: 'Please choose your province and district',
  },
  {
    columnCode: 'address',
    label: 'Address',
    type: 'text',
    required: true,
    placeholder: 'House, street, area or village',
    maxLength: 160,
    group: 'Where you live',
    wrong: 'Please enter your address in at most 160 characters',
  },
];

const relations = [
  { value: 'spouse', label: 'Husband or wife' },
  { value: 'parent', label: 'Parent' },
  { value: 'sibling', label: 'Brother or sister' },
  { value: 'child', label: 'Son or daughter' },
  { value: 'relative', label: 'Other relative' },
  { value: 'friend', label: 'Friend' },
  { value: 'colleague', label: 'Colleague' },
];

function contactColumns(contact: 'contact1' | 'contact2', group: string): FormColumn[] {
  return [
    {
      columnCode: `${contact}Name`,
      label: 'Name',
      type: 'text',
      required: true,
      placeholder: 'First and last name',
      maxLength: 60,
      pattern: NO_DIGITS_PATTERN,
      group,
      wrong: 'Please enter a name without digits, at most 60 letters',
    },
    {
      columnCode: `${contact}Relation`,
      label: 'Relation',
      type: 'select',
      required: true,
      options: relations,
      group,
      wrong: 'Please choose one from the list',
    },
    {
      columnCode: `${contact}Mobile`,
      label: 'Mobile number',
      type: 'phone',
      required: true,
      placeholder: '0977123456',
      maxLength: 10,
      pattern: MOBILE_PATTERN.source,
      group,
      wrong: PHONE_MESSAGE,
    },
  ];
}

export const forms: Readonly<Record<FormCode, readonly FormColumn[]>> = {
  [CER_CODE.personal]: personalColumns,
  [CER_CODE.emergencyContact]: [
    ...contactColumns('contact1', 'First contact'),
    ...contactColumns('contact2', 'Second contact'),
  ],
};
