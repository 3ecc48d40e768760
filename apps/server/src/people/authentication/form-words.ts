import { words } from '@thumba/words/catalogue';

/** The forms about a person and their contacts: labels, examples inside of empty fields, and what is wrong with a value. */
export const formWords = words('form', {
  /** The steps of giving one's details, as a list. */
  steps: {
    identity: 'Identity Information',
    personal: 'Personal information',
    emergencyContact: 'Emergency Contact',
    face: 'Confirm Identity',
  },

  /** Headings over some fields. */
  groups: {
    about: 'About you',
    work: 'Work and income',
    home: 'Where you live',
    contact1: 'First contact',
    contact2: 'Second contact',
  },
  chooseOne: 'Please choose one from the list',

  email: { label: 'Email', wrong: 'Please enter a correct email address' },
  maritalStatus: {
    label: 'Marital status',
    options: {
      single: 'Single',
      married: 'Married',
      divorced: 'Divorced or separated',
      widowed: 'Widowed',
    },
  },
  education: {
    label: 'Education',
    options: {
      none: 'No schooling',
      primary: 'Primary school',
      secondary: 'Secondary school',
      college: 'College or trade school',
      university: 'University',
    },
  },
  employmentType: {
    label: 'Employment',
    options: {
      government: 'Employed by the government',
      company: 'Employed by a company',
      casual: 'Casual or part-time work',
      business: 'Own business or trading',
      farming: 'Farming or fishing',
      student: 'Student',
      retired: 'Retired',
      unemployed: 'Not working',
    },
  },
  employerName: {
    label: 'Employer or business',
    /** Kafue Milling is the name of a company. */
    placeholder: 'For example Kafue Milling',
    wrong: 'Please enter a name of at most 80 characters',
  },
  monthlyIncome: {
    label: 'Monthly income',
    placeholder: 'In kwacha, like 3500',
    wrong: 'Please enter an amount in kwacha above 0, like 3500 or 3500.50',
  },
  /** The day of the month on which the borrower's wage or pension comes. */
  payDay: {
    label: 'Pay day',
    placeholder: 'Day of the month, 1 to 31',
    /** Stands below the field. */
    hint: 'Type a number. If you are paid on the last day of the month, type 31.',
    wrong: 'Please enter a day of the month from 1 to 31',
  },
  /** Zambia has 10 provinces, and each has districts. */
  district: {
    label: 'District',
    placeholder: 'Province and district',
    wrong: 'Please choose your province and district',
  },
  address: {
    label: 'Address',
    placeholder: 'House, street, area or village',
    wrong: 'Please enter your address in at most 160 characters',
  },

  contactName: {
    label: 'Name',
    placeholder: 'First and last name',
    wrong: 'Please enter a name without digits, at most 60 letters',
  },
  /** What a contact is to the borrower. */
  contactRelation: {
    label: 'Relation',
    options: {
      spouse: 'Husband or wife',
      parent: 'Parent',
      sibling: 'Brother or sister',
      child: 'Son or daughter',
      relative: 'Other relative',
      friend: 'Friend',
      colleague: 'Colleague',
    },
  },
  contactMobile: { label: 'Mobile number' },

  noSuchField: 'There is no such field in this form',
  givenTwice: 'Please fill in this field once',
  missing: 'Please fill in this field',
  ownNumber: 'Please enter a number that is not your own',
  sameNumber: 'Please enter a different number for each contact',
  /** `label` is that of a field, and `flaw` says what is wrong with its value. */
  flawOf: (label: string, flaw: string) => `${label}: ${flaw}`,
  /** `group` is a heading and `label` that of a field under it, as in “First contact: Name”. */
  inGroup: (group: string, label: string) => `${group}: ${label}`,
});
