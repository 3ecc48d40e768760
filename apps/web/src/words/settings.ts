import { words } from './catalogue.ts';

export const settingsWords = words('settings', {
  language: {
    title: 'Language',
    label: 'The app speaks',
    only: 'English is the only language so far. When there is another one, you can choose it here.',
    name: 'English',
  },
  theme: {
    title: 'Light or dark',
    names: { system: 'As the phone', light: 'Light', dark: 'Dark' },
  },
  consents: {
    title: 'What you allow',
    lead: 'Each of these is your choice, except the first. A loan never depends on them.',
    kinds: {
      privacy: 'Privacy Policy',
      marketing: 'Offers and prizes',
      device: 'Information about this phone',
      messages: 'SMS of operators and banks',
      location: 'Where you roughly are',
      push: 'Notifications',
    },
    given: (on: string) => `Allowed on ${on}`,
    withdrawn: (on: string) => `Taken back on ${on}`,
    never: 'Not allowed yet',
    version: (version: number) => `wording ${version}`,
    newWords: (version: number) =>
      `These words are new. You allowed wording ${version}; switch it off and on to agree to the new ones.`,
    privacyStays: 'You agreed when you signed in. To take it back, delete your account below.',
    allowed: 'Allowed',
    takenBack: 'Taken back',
  },
  notifications: {
    note: 'Reminders of your bill then come as a notification instead of an SMS, on the phones that you are signed in on. They name no sum.',
    unsupported:
      'This browser cannot show notifications, so reminders come by SMS. On an iPhone it can once Thumba is on the home screen.',
    notInApp: 'This app shows no notifications, so reminders come by SMS.',
    troubles: {
      refused:
        'Your browser does not let Thumba show notifications. Tap the sign left of the address, then Permissions, allow notifications, and switch this on again.',
      unanswered: 'Your browser asked and got no answer. Switch this on again and allow it.',
      impossible: 'This phone cannot get notifications at the moment, so reminders come by SMS.',
    },
    notHere: 'This phone does not get them yet.',
    join: 'Notify this phone too',
    joined: 'This phone gets notifications now',
    leave: 'Not on this phone',
  },
  permissions: {
    title: 'What the phone lets Thumba do',
    names: {
      camera: 'Camera, for pictures of your NRC',
      geolocation: 'Location',
      notifications: 'Notifications',
      calendar: 'Calendar, for the day to repay',
    },
    states: {
      granted: 'Allowed',
      denied: 'Not allowed',
      prompt: 'Asks first',
      unknown: 'Asks when needed',
    },
    bySms: 'Reminders come by SMS',
    where: {
      browser:
        'Your browser keeps these: tap the sign left of the address, then Permissions. Thumba asks only when it needs one, and everything works without location and notifications.',
      android:
        'Android keeps these: open its settings, then Apps, Thumba, Permissions. Thumba asks only when it needs one, and everything works without location and calendar.',
    },
  },
  data: {
    title: 'Your data',
    text: 'Everything we keep about you, as a file to read (PDF) or for another program (JSON).',
    pdf: 'Download as PDF',
    json: 'Download as JSON',
    remove: 'Delete my account',
    removeDetail: 'What goes, what the law makes us keep',
  },
  app: {
    title: 'This app',
    version: 'Version',
    check: 'Check for update',
    newest: 'You have the newest version',
    offline: 'The version could not be checked. Please try again when you have internet.',
  },
  logOut: 'Log out',
  logOutDetail: 'On this phone, or everywhere',
});
