import { words } from '@thumba/words/catalogue';

/** Around the steps, and the two forms that are drawn from the server's columns. */
export const authenticationWords = words('authentication', {
  step: (step: number, steps: number) => `Step ${step} of ${steps}`,
  /** The loan that a borrower chose before the steps, as in “You asked for K500, 14 days”. */
  askedFor: (amount: string, term: string) => `You asked for ${amount}, ${term}`,
  personalIntro:
    'Your answers help us decide how much you can borrow. This phone keeps what you type until you send it.',
  contactIntro:
    'Name two people who can help us reach you if your number stops working. We never call your contacts about a debt.',
  saveAndContinue: 'Save and continue',
  /** On the button of a form that is opened again to correct it. */
  save: 'Save',
  nothingToFillIn: 'There is nothing to fill in here.',
  chooseContact: 'Choose from my contacts',
  optional: (label: string) => `${label} (optional)`,
  empty: {
    select: 'Please choose one from the list',
    region: 'Please choose your province and district',
    other: 'Please fill in this field',
  },
  wrong: {
    email: 'Please enter a correct email address',
    money: 'Please enter an amount in kwacha, like 3500 or 3500.50',
    number: 'Please enter a number',
    date: 'Please enter a date that exists',
    pattern: 'Please check what you entered',
    patternLike: (example: string) => `Please check this: ${example}`,
  },
  date: {
    day: 'Day',
    month: 'Month',
    year: 'Year',
    forms: { day: 'DD', month: 'MM', year: 'YYYY' },
    /** For a screen reader, which may not say the name of the whole date again. */
    partOf: (part: string, date: string) => `${part}, ${date}`,
    movesOn:
      'Two digits for the day, two for the month, four for the year. The next field follows by itself.',
  },
  region: {
    chosen: 'Chosen',
    chooseProvince: 'Choose your province',
    chooseDistrict: 'Choose your district',
    search: 'Search for a district',
    backToProvinces: 'Back to provinces',
    inProvince: (district: string, province: string) => `${district}, ${province}`,
    none: {
      title: 'No district found',
      text: 'Try the first letters of its name, or choose a province.',
    },
  },
});
