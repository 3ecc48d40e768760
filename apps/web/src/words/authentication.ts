import { words } from './catalogue.ts';

/** Around the steps, and the two forms that are drawn from the server's columns. */
export const authenticationWords = words('authentication', {
  step: (step: number, steps: number) => `Step ${step} of ${steps}`,
  personalIntro:
    'Your answers decide how much you can borrow. What you type is kept on this phone until you send it.',
  contactIntro:
    'Two people who can tell us how to reach you if your number stops working. We never call your contacts about a debt.',
  save: 'Save and continue',
  nothingToFillIn: 'There is nothing to fill in here.',
  chooseContact: 'Choose from my contacts',
  optional: (label: string) => `${label} (optional)`,
  empty: {
    select: 'Please choose one of the list',
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
  date: { day: 'Day', month: 'Month', year: 'Year', dayForm: 'DD', monthForm: 'MM', yearForm: 'YYYY' },
  region: {
    chosen: 'Chosen',
    chooseProvince: 'Choose your province',
    chooseDistrict: 'Choose your district',
    search: 'Search a district',
    backToProvinces: 'Back to the provinces',
    inProvince: (district: string, province: string) => `${district}, ${province}`,
    none: {
      title: 'There is no such district',
      text: 'Try the first letters of its name, or look through the provinces.',
    },
  },
});
