import { readdirSync, readFileSync } from 'node:fs';

/*
 * The bytes that a screen may add to what the borrower's phone has already on the way to it. `list-parts.ts` writes the
 * files of each part during the build, so that a part of any name is counted.
 */

const parts = JSON.parse(readFileSync(new URL('.parts.json', import.meta.url), 'utf8'));
const counted = new Set();

/** The files of these modules. Names without an ending are of `src/features`. */
function filesOf(modules) {
  const files = modules.flatMap((name) => {
    const module = name.includes('.') ? name : `src/features/${name}.tsx`;
    if (parts[module] === undefined) throw new Error(`The build loads no part ${module} by itself.`);
    counted.add(module);
    return parts[module];
  });
  return [...new Set(files)];
}

const row = (name, files, limit) => ({
  name,
  path: files.map((file) => `dist/${file}`),
  limit,
  brotli: true,
});
const scripts = (files) => files.filter((file) => file.endsWith('.js'));
const without = (files, known) => files.filter((file) => !known.includes(file));

const first = filesOf(['index.html']);
const firstLoad = [
  ...new Set([
    ...first,
    ...filesOf([
      'src/ui/pull-to-refresh.tsx',
      'home/about-loans',
      'install/install-entry',
      'src/app/after-start.tsx',
      'src/app/around-screens.tsx',
      'src/features/update/keep-up-to-date.ts',
    ]),
  ]),
];
const login = filesOf(['login/login-panel']);
const beforeHome = [...firstLoad, ...login];
/** What every screen behind the login has. */
const beside = ['src/app/old-answers-banner.tsx', 'notice/marketing-popup'];
const home = filesOf(['home/signed-in-home', ...beside]);
const afterHome = [...beforeHome, ...home];

const guide = readdirSync(new URL('dist/face/assets', import.meta.url))
  .filter((file) => /\.(js|json|bin)$|-simd-.*\.wasm$/.test(file))
  .map((file) => `face/assets/${file}`);

const homeStates = {
  'home, with a bill': ['home/open-loan', 'home/limit-ladder', 'payment/payment-on-its-way'],
  'home, with a late bill': ['home/open-loan', 'home/ways-out', 'payment/payment-on-its-way'],
  'home, when the money has arrived': ['home/open-loan', 'home/money-arrived', 'home/limit-ladder'],
  'home, when a loan is over': ['home/loan-over', 'home/limit-ladder'],
  'home, while an application waits or was declined': ['home/application-states', 'home/payout-failed'],
  'home, before the forms are done': ['home/finish-details'],
  'home, on a new phone': ['new-device/new-device-card', 'step-up/step-up-sheet'],
};

const screens = {
  identity: ['authentication/authentication-page', 'authentication/identity-page'],
  'the authentication forms': ['authentication/authentication-page', 'authentication/form-pages'],
  'the start of the face check': ['face/face-start-page'],
  'the camera of the face check': ['face/face-recognition-page'],
  'the end of the face check': ['face/face-success-page'],
  questionnaire: ['authentication/authentication-page', 'authentication/questionnaire-page'],
  'estimated bill': ['borrow/borrow-plan-page', 'borrow/if-plans-change', 'consent/device-question'],
  'loan contract': ['borrow/loan-contract-page'],
  'billing details': ['bill/billing-details-page', 'bill/bill-story'],
  'repayment plan': ['bill/repayment-plan-page'],
  'paying a bill': [
    'payment/pay-popup',
    'payment/repay-popup',
    'payment/coupon-field',
    'payment/saving-notice',
  ],
  'paying a bill without a network': ['payment/pay-popup', 'payment/pay-offline'],
  'after a payment': ['payment/submit-success-dialog', 'payment/paid-moment'],
  extension: ['payment/pay-popup', 'payment/extension-popup'],
  settlement: ['payment/pay-popup', 'payment/settlement-popup'],
  'giving the money back': ['payment/pay-popup', 'payment/cancellation-popup'],
  'the claim of a payment': ['claim/claim-page'],
  me: ['me/me-page'],
  bills: ['me/bills-page'],
  messages: ['me/messages-page'],
  accounts: ['me/accounts-page'],
  wallet: ['me/wallet-page', 'me/wallet-overlay'],
  'change of number': ['me/number-page'],
  help: ['help/help-page'],
  complaints: ['help/complaint-page', 'help/tickets-page', 'help/ticket-page'],
  coupons: ['coupon/coupon-page'],
  'the lucky wheel': ['turntable/turntable-page', 'src/features/turntable/wheel-canvas.ts'],
  'settings, with each of their cards': [
    'settings/settings-page',
    'settings/theme-card',
    'settings/sessions-card',
    'settings/app-lock-card',
    'language/language-card',
  ],
  'deleting the account': ['settings/account-deletion-panel'],
  'privacy policy and terms': ['privacy/privacy-page', 'privacy/privacy-text', 'privacy/terms-text'],
};

/** Opened by a link, before anything else of the app. */
const firstScreens = {
  'a bill opened by its link, before its data has arrived': ['quick-repayment/quick-repayment-page'],
  'the page of a promotion': ['promotion/promotion-page'],
  'the app in the store': ['google-store/google-store-page'],
};

const afterLink = {
  'the bill and the form of a link': ['quick-repayment/quick-repayment-form'],
  'the payment of a link': ['quick-repayment/link-payment'],
};

const rowsOf = (groups, known, limit, shared = []) =>
  Object.entries(groups).map(([name, modules]) =>
    row(name, without(filesOf([...shared, ...modules]), known), limit),
  );

const rows = [
  row('JavaScript before the first screen', [...scripts(first), 'theme.js'], '78 kB'),
  row(
    'JavaScript of the first load, with what its idle time brings',
    [...scripts(firstLoad), 'theme.js'],
    '90 kB',
  ),
  row('HTML and CSS of the first load', ['index.html', ...without(firstLoad, scripts(firstLoad))], '14 kB'),
  row('the service worker', ['sw.js'], '9 kB'),
  row('the login panel', without(login, firstLoad), '20 kB'),
  ...rowsOf(homeStates, beforeHome, '20 kB', ['home/signed-in-home', ...beside]),
  ...rowsOf(screens, afterHome, '20 kB'),
  // As a phone loads it: of the two programs it takes the one that its processor can run. src/words/face.ts names the size.
  row('the guide of the face check', guide, '600 kB'),
  ...rowsOf(firstScreens, firstLoad, '20 kB'),
  ...rowsOf(afterLink, [...firstLoad, ...filesOf(['quick-repayment/quick-repayment-page'])], '20 kB'),
  row('the lock screen', without(filesOf(['app-lock/lock-screen']), first), '4 kB'),
  row(
    'what the Android wrapper waits for before the first screen',
    without(filesOf(['src/platform/android-device.ts']), first),
    '3 kB',
  ),
  row('the app in Nyanja', filesOf(['../../languages/ny.json']), '32 kB'),
  row('the app in Bemba', filesOf(['../../languages/bem.json']), '32 kB'),
];

export default [
  ...rows,
  ...Object.keys(parts)
    .filter((module) => !counted.has(module))
    .map((module) => [module, without(filesOf([module]), afterHome)])
    .filter(([, files]) => files.length > 0)
    .map(([module, files]) => row(module.replace('src/', ''), files, '20 kB')),
];
