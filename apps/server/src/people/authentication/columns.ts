import { CER_CODE } from '@thumba/contract/codes';
import { contractWords } from '@thumba/contract/contract-words';
import { MOBILE_PATTERN } from '@thumba/contract/fields';
import type { Answer } from '@thumba/contract/wire';
import { formWords } from './form-words.ts';

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

function aboutColumns(): FormColumn[] {
  return [
    {
      columnCode: 'email',
      label: formWords.email.label,
      type: 'email',
      required: false,
      placeholder: 'name@example.com',
      maxLength: 100,
      pattern: EMAIL_PATTERN,
      group: formWords.groups.about,
      wrong: formWords.email.wrong,
    },
    {
      columnCode: 'maritalStatus',
      label: formWords.maritalStatus.label,
      type: 'select',
      required: true,
      options: optionsOf(formWords.maritalStatus.options),
      group: formWords.groups.about,
      wrong: formWords.chooseOne,
    },
    {
      columnCode: 'education',
      label: formWords.education.label,
      type: 'select',
      required: true,
      options: optionsOf(formWords.education.options),
      group: formWords.groups.about,
      wrong: formWords.chooseOne,
    },
  ];
}

function workColumns(): FormColumn[] {
  return [
    {
      columnCode: 'employmentType',
      label: formWords.employmentType.label,
      type: 'select',
      required: true,
      options: optionsOf(formWords.employmentType.options),
      group: formWords.groups.work,
      wrong: formWords.chooseOne,
    },
    {
      columnCode: 'employerName',
      label: formWords.employerName.label,
      type: 'text',
      required: false,
      placeholder: formWords.employerName.placeholder,
      maxLength: 80,
      group: formWords.groups.work,
      appliesWhen: { columnCode: 'employmentType', values: HAS_EMPLOYER_OR_BUSINESS },
      wrong: formWords.employerName.wrong,
    },
    {
      columnCode: 'monthlyIncome',
      label: formWords.monthlyIncome.label,
      type: 'money',
      required: true,
      placeholder: formWords.monthlyIncome.placeholder,
      group: formWords.groups.work,
      wrong: formWords.monthlyIncome.wrong,
    },
    {
      columnCode: 'payDay',
      label: formWords.payDay.label,
      type: 'number',
      required: true,
      placeholder: formWords.payDay.placeholder,
      hint: formWords.payDay.hint,
      maxLength: 2,
      pattern: DAY_OF_MONTH_PATTERN,
      group: formWords.groups.work,
      appliesWhen: { columnCode: 'employmentType', values: PAID_MONTHLY },
      wrong: formWords.payDay.wrong,
    },
  ];
}

function homeColumns(): FormColumn[] {
  return [
    {
      columnCode: 'district',
      label: formWords.district.label,
      type: 'region',
      required: true,
      placeholder: formWords.district.placeholder,
      group: formWords.groups.home,
      wrong: formWords.district.wrong,
    },
    {
      columnCode: 'address',
      label: formWords.address.label,
      type: 'text',
      required: true,
      placeholder: formWords.address.placeholder,
      maxLength: 160,
      group: formWords.groups.home,
      wrong: formWords.address.wrong,
    },
  ];
}

function contactColumns(contact: 'contact1' | 'contact2'): FormColumn[] {
  return [
    {
      columnCode: `${contact}Name`,
      label: formWords.contactName.label,
      type: 'text',
      required: true,
      placeholder: formWords.contactName.placeholder,
      maxLength: 60,
      pattern: NO_DIGITS_PATTERN,
      group: formWords.groups[contact],
      wrong: formWords.contactName.wrong,
    },
    {
      columnCode: `${contact}Relation`,
      label: formWords.contactRelation.label,
      type: 'select',
      required: true,
      options: optionsOf(formWords.contactRelation.options),
      group: formWords.groups[contact],
      wrong: formWords.chooseOne,
    },
    {
      columnCode: `${contact}Mobile`,
      label: formWords.contactMobile.label,
      type: 'phone',
      required: true,
      placeholder: '0977123456',
      maxLength: 10,
      pattern: MOBILE_PATTERN.source,
      group: formWords.groups[contact],
      wrong: contractWords.phone,
    },
  ];
}

function optionsOf(labels: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

/** The fields of a form, in the language of the one who fills it in. */
export function formColumns(cerCode: FormCode): readonly FormColumn[] {
  return cerCode === CER_CODE.personal
    ? [...aboutColumns(), ...workColumns(), ...homeColumns()]
    : [...contactColumns('contact1'), ...contactColumns('contact2')];
}
