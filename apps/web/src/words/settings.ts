import { words } from '@thumba/words/catalogue';

export const settingsWords = words('settings', {
  language: {
    title: 'Language',
    label: 'Language of the app',
    only: 'English is the only language so far. When there is another one, you can choose it here.',
  },
  theme: {
    title: 'Light or dark',
    names: { system: 'As the phone', light: 'Light', dark: 'Dark' },
  },
  consents: {
    title: 'What you allow',
    lead: 'You choose each of these, except the first. You can borrow without them.',
    kinds: {
      privacy: 'Privacy Policy',
      marketing: 'Offers and prizes',
      device: 'Information about this phone',
      messages: 'SMS from operators and banks',
      location: 'Your approximate location',
      push: 'Notifications',
      face: 'Your face',
      bureau: 'Credit bureau',
    },
    given: (on: string) => `Allowed on ${on}`,
    withdrawn: (on: string) => `Not allowed since ${on}`,
    never: 'Not allowed yet',
    version: (version: number) => `version ${version}`,
    newWords: (version: number) =>
      `This text has changed. You allowed version ${version}. Switch it off and on again to agree to the new text.`,
    privacyStays: 'You agreed when you signed in. To stop it, delete your account below.',
    allowed: 'Allowed',
    takenBack: 'No longer allowed',
  },
  notifications: {
    note: 'Reminders of your bill then come as a notification instead of an SMS, on each phone that you switch this on for. They show no amount.',
    unsupported:
      'This browser cannot show notifications, so reminders come by SMS. On an iPhone, first add Thumba to the home screen.',
    notInApp: 'This app shows no notifications, so reminders come by SMS.',
    troubles: {
      refused:
        'Your browser does not let Thumba show notifications. Tap the icon to the left of the address, then Permissions, allow notifications, and switch this on again.',
      unanswered: 'Your browser asked you and got no answer. Switch this on again and tap “Allow”.',
      impossible: 'This phone cannot get notifications at the moment, so reminders come by SMS.',
    },
    /** In the place of `troubles.refused` in the Android app. */
    refusedInApp:
      'Android does not let Thumba show notifications. Open Apps, Thumba, Notifications in the settings of Android, allow them, and switch this on again.',
    notHere: 'This phone does not get notifications yet.',
    join: 'Notify this phone too',
    joined: 'This phone gets notifications now',
    leave: 'Stop on this phone',
  },
  permissions: {
    title: 'What Thumba may use on this phone',
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
        'You change these in your browser: tap the icon to the left of the address, then Permissions. Thumba asks only when it needs one. Everything works without location and notifications.',
      android:
        'You change these in the settings of Android: open Apps, Thumba, Permissions. Thumba asks only when it needs one. Everything works without location and calendar.',
    },
  },
  data: {
    title: 'Your data',
    text: 'What we keep about you, as a file to read (PDF) or for another program (JSON).',
    pdf: 'Download as PDF',
    json: 'Download as JSON',
    remove: 'Delete my account',
    removeDetail: 'What is erased, and what the law makes us keep',
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
