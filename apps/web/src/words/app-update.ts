import { words } from '@thumba/words/catalogue';

/** The Android app offers a newer version of itself. */
export const appUpdateWords = words('appUpdate', {
  title: 'A newer version of this app is ready',
  text: 'Thumba downloads it over your mobile data or Wi-Fi. Android then asks you before it installs it.',
  staysSignedIn: 'You stay signed in.',
  update: 'Update the app',
  again: 'Try again',
  putOff: 'Not now',
  /** `days` is a number of days, as in “7 days”. */
  isPutOff: (days: string) => `You are asked again in ${days}`,
  stages: {
    downloading: 'The new version is being downloaded. Keep this app open. You can go on using it.',
    long: 'It is still being downloaded. On a slow network this takes up to ten minutes. Keep this app open.',
    opened:
      'Android now asks whether to update this app. Tap “Update” or “Install” there. This app then closes, and you can open it again. If you closed the question, tap “Try again”.',
    refused:
      'Nothing was installed, because Android did not allow it. Tap “Try again”. If Android shows a setting, turn on “Allow from this source” and come back to this app.',
    failed:
      'Nothing was installed: the file did not arrive whole, it is not from your lender, or it was being downloaded already. Try again later. This app goes on working.',
    unsupported: 'This phone cannot install the new version from here',
  },
});
