import { createRequire } from 'node:module';
import path from 'node:path';
import { type LanguageFile, sentencesOf } from '@thumba/words/language-file';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { listParts } from './list-parts.ts';
import { serviceWorker } from './service-worker/build-plugin.ts';

/** The package says no address for its models. */
const FACE_MODELS = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@vladmandic/human')),
  '../models',
);

const LANGUAGE_FILE = /\/languages\/[\w-]+\.json$/;

/** The summary and the owner of a call are used by the server and the API page only, so the app leaves them out. */
const shortCalls: Plugin = {
  name: 'short-calls',
  enforce: 'pre',
  transform: {
    filter: { id: /packages\/contract\/src\/calls\/\w+\.ts$/ },
    handler: (code) => code.replaceAll(/^ +(?:owner|summary): *(?:'[^']*'|"[^"]*"),$/gm, ''),
  },
};

/** The part of a language has the sentences that the app says, and nothing else. */
const languageParts: Plugin = {
  name: 'language-parts',
  enforce: 'pre',
  transform: {
    filter: { id: LANGUAGE_FILE },
    handler: (text) => JSON.stringify(sentencesOf(JSON.parse(text) as LanguageFile, 'app')),
  },
};

const smallIcons: Plugin = {
  name: 'small-icons',
  enforce: 'pre',
  load: {
    filter: { id: /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ },
    handler: () => `export { drawIcon as default } from '/src/ui/draw-icon.ts';`,
  },
  // Of the data of an icon, only its shapes are drawn.
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
    handler: (code) =>
      code
        .replaceAll(/,\s*key: "\w+"/g, '')
        .replaceAll(/^ {2}(?:name|size): .*,$|^ {2}aliases: \[[^\]]*\],?$|^__iconData\.node;$/gm, ''),
  },
};

/*
 * Parts that are loaded at the same time anyway are one file: many small files compress worse than one, and each needs
 * a request and a name in the first load.
 */
/** What stands below the first card of every home page. */
const HOME_DETAILS =
  /ui\/(pull-to-refresh|row-link)|icons\/(refresh-cw|chevron-right|ferris-wheel)|home\/wheel-entry|notice\/(notice-bar|reminder)|install\/lazy-install-banner|words\/(rich-text|wheel-entry|operators)|platform\/pay-menus/;
/** What the idle time after the first screen brings. */
const AFTER_START =
  /app\/(after-start|around-screens)|platform\/(analytics|browser-brand|device-secret|enter-key|half-done)|features\/(channel\/channel\.|device-data\/device-data|install\/|update\/)|push\/open-from-notification|help\/learn-lender-phone|notice\/offer-after-sign-in|ui\/(dock-toasts|steps)|words\/(install|update)|icons\/download\./;
/** What each call to the server needs. */
const QUERY = /@tanstack|@noble|contract\/src\/signature|platform\/(query|user-info)/;
/** The login by a code, whose fields other forms use too. */
const LOGIN_FORM =
  /ui\/(field|code-field|phone-field)\.|platform\/(form|code-sending|phone-number|loan-wish|keyboard-inset)\.|login\/(use-login-form|login-fields|phone-and-code|agreement-field|mobile-login|login-form|submit-when-complete)|channel\/advertiser|words\/(login|phone)\./;
/** What all screens behind the login share. */
const SIGNED_IN =
  /platform\/(kept-answers|watch-old-answers|other-tabs)|new-device\/new-device-first|app\/old-answers-banner|words\/(old-answers|whole-sentence|as-of)|ui\/(as-of|segments)|payment\/pay-overlay|calendar\/due-date/;
/** What home says while an application waits for its borrower, and the pages that home leads to. */
const WAITING = /src\/words\/(?:evidence|counter-offer)\.ts/;
/** A loan before it is signed: its cost and its contract. */
const TERMS = /src\/features\/borrow\/(?:bill-card|contract-text)\.tsx/;

/** What the home page and the bill need to offer a payment. */
const PAY_OFFERS =
  /payment\/(pay-buttons|main-offer|cancellation-offer|payment\.module|later-payment-on-its-way|open-payments)|calendar\/calendar-button|bill\/bill-status|platform\/haptics|words\/(offers|calendar)/;

const styleSheets = new Map<string, string>();

/** Compresses better than what Vite makes of a class: a hash, and the line of the class. */
function scopedName(className: string, file: string): string {
  const sheet = path.basename(file, '.module.css');
  if ((styleSheets.get(sheet) ?? file) !== file) throw new Error(`Two style sheets have the name ${sheet}.`);
  styleSheets.set(sheet, file);
  return `${className}-${sheet}`;
}

export default defineConfig(({ command }) => ({
  base: '/',
  // React's developer tools are not used in production, so the code that looks for them is left out of the first load.
  define: command === 'build' ? { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } : {},
  plugins: [
    react(),
    shortCalls,
    smallIcons,
    languageParts,
    listParts(),
    serviceWorker({
      publicFiles: ['icon.svg', 'theme.js'],
      firstScreens: [
        'src/features/home/about-loans.tsx',
        'src/app/after-start.tsx',
        'src/app/around-screens.tsx',
        'src/features/app-lock/lock-screen.tsx',
      ],
      offlineScreens: [
        'src/features/home/signed-in-home.tsx',
        'src/features/home/finish-details.tsx',
        'src/features/home/application-states.tsx',
        'src/features/bill/billing-details-page.tsx',
        'src/features/bill/repayment-plan-page.tsx',
        'src/features/borrow/loan-contract-page.tsx',
        'src/features/payment/pay-offline.tsx',
        'src/features/calendar/enter-due-date.ts',
        'src/platform/kept-answers.ts',
        'src/features/paper/kept-papers.ts',
        '../../packages/contract/src/signature.ts',
      ],
    }),
  ],
  // React has this hook since version 18, so the router's copy for older versions is not needed.
  resolve: {
    alias: { 'use-sync-external-store/shim/index.js': 'react', 'face-models': FACE_MODELS },
  },
  // The server allows WebAssembly to what lies under this address (apps/server/src/platform/web-app.ts).
  worker: {
    format: 'iife',
    rolldownOptions: {
      output: {
        entryFileNames: 'face/assets/[name]-[hash:7].js',
        assetFileNames: 'face/assets/[name]-[hash:7][extname]',
      },
    },
  },
  css: { modules: { generateScopedName: scopedName } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    cssMinify: 'lightningcss',
    // An asset inside the page or the style sheet would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    // Every browser that runs this target knows module preloading.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The first load lists the names of all parts, and hashes do not compress. Seven letters are enough to tell
        // versions apart.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${LANGUAGE_FILE.test(facadeModuleId ?? '') ? 'language.' : ''}[name]-[hash:7].js`,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 6 },
            // Needed alone before the first screen: by the Android wrapper, and by the lock screen.
            { name: 'codes', test: /contract\/src\/codes/, priority: 5 },
            { name: 'follow-other-tabs', test: /platform\/follow-other-tabs/, priority: 5 },
            { name: 'home-details', test: HOME_DETAILS, priority: 4 },
            { name: 'after-start', test: AFTER_START, priority: 3 },
            { name: 'query', test: QUERY, priority: 2 },
            { name: 'login-form', test: LOGIN_FORM, priority: 2 },
            { name: 'signed-in', test: SIGNED_IN, priority: 2 },
            { name: 'pay-offers', test: PAY_OFFERS, priority: 1 },
            { name: 'waiting', test: WAITING, priority: 1 },
            { name: 'terms', test: TERMS, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': 'http://localhost:8080',
      '/paper': 'http://localhost:8080',
      '/sim': 'http://localhost:8080',
      '/my-data': 'http://localhost:8080',
    },
  },
}));
