import { IN_SERVER, IN_WEB, type PlantedFault, server, web } from './planted-fault.ts';

const CLOCK_FAULTS: readonly PlantedFault[] = [
  {
    fault: 'clock: the cooling-off hours do not pass with the business date',
    file: `${IN_SERVER}/book/loan/cooling-off-hours.ts`,
    from: 'return Math.max(0, businessDays - clockDays) * DAY_MS;',
    to: 'return Math.max(0, businessDays - clockDays) * 0;',
    foundBy: server('money/repayment/cooling-off.test.ts', 'are over for a loan that is %i days old'),
  },
  {
    fault: 'clock: a payout that is written after midnight has lost its cooling-off hours',
    file: `${IN_SERVER}/book/loan/cooling-off-hours.ts`,
    from: 'POSTING_TAKES_AT_MOST_MS = 5 * 60 * 1000',
    to: 'POSTING_TAKES_AT_MOST_MS = 0',
    foundBy: server(
      'money/repayment/cooling-off.test.ts',
      'are whole for a payout that was decided before midnight and posted after it',
    ),
  },
  {
    fault: 'clock: answers tell no business date',
    file: `${IN_SERVER}/platform/serve.ts`,
    from: 'reply.headers(server.answerHeaders());',
    to: 'server.answerHeaders();',
    foundBy: server(
      'book/calendar/time-headers.test.ts',
      'every answer of a call tells the time of the server and the business date, also a refusal',
    ),
  },
  {
    fault: 'clock: the app does not take the time from an answer',
    file: `${IN_WEB}/platform/call.ts`,
    from: '    learnTime(response.headers, sentAtMs);\n',
    to: '',
    foundBy: web(
      'platform/call.test.ts',
      'every answer tells the time and the business date, and the next call is signed with that time',
    ),
  },
  {
    fault: 'clock: today is counted from the clock of the phone',
    file: `${IN_WEB}/platform/lusaka-time.ts`,
    from: 'return Date.now() + session.getState().serverTimeOffsetMs;',
    to: 'return Date.now();',
    foundBy: web('platform/lusaka-time.test.ts', 'by days shows the day and the hour of the server'),
  },
  {
    fault: 'clock: deadlines are shown by the calendar and not by the business date',
    file: 'packages/home/src/deadline-text.ts',
    from: 'addDays(day(moment.slice(0, 10)), businessDaysAhead);',
    to: 'addDays(day(moment.slice(0, 10)), 0);',
    foundBy: web('platform/lusaka-time.test.ts', 'shows the business date of a demo, and deadlines by it'),
  },
  {
    fault: 'clock: a slow answer moves the clock',
    file: `${IN_WEB}/platform/lusaka-time.ts`,
    from: 'known < least || known > most ?',
    to: 'known < least || known >= least ?',
    foundBy: web('platform/lusaka-time.test.ts', 'a slow answer does not move a clock that may be right'),
  },
  {
    fault: 'clock: the business date is forgotten with the page',
    file: `${IN_WEB}/platform/session.ts`,
    from: "  'businessDaysAhead',\n",
    to: '',
    foundBy: web(
      'platform/session.test.ts',
      'the time of the server and the business date are kept for a start without a connection',
    ),
  },
  {
    fault: 'clock: the time left for the PIN is counted from the clock of the phone',
    file: `${IN_WEB}/features/payment/payment-countdown.ts`,
    from: 'timeLeft(payment, phoneNowMs + offsetMs, submittedMs)',
    to: 'timeLeft(payment, phoneNowMs + offsetMs * 0, submittedMs)',
    foundBy: web(
      'features/payment/payment-countdown.test.ts',
      'is right on a phone that is 3 hours wrong, also of a payment that was submitted elsewhere',
    ),
  },
  {
    fault: 'clock: a call that was refused for its time is given up',
    file: `${IN_WEB}/platform/call.ts`,
    from: "error.code === 400 && 'serverTime' in error.data",
    to: "error.code === 400 && 'time' in error.data",
    foundBy: web(
      'platform/call.test.ts',
      'a call that is refused for its time is signed once more, with the time that the refusal tells',
    ),
  },
];

const PAGE_FAULTS: readonly PlantedFault[] = [
  {
    fault: 'page: the page does not name its tenant',
    file: `${IN_SERVER}/platform/web-app.ts`,
    from: 'built.replace(/(?=<title>)/, () => told)',
    to: 'built.replace(/(?=<title>)/, () => told && "")',
    foundBy: server('platform/web-app.test.ts', 'names the tenant at %s, also compressed'),
  },
  {
    fault: 'page: the app does not read its tenant',
    file: `${IN_WEB}/platform/session.ts`,
    from: "tenantID: toldByPage('tenant') ?? DEFAULT_TENANT,",
    to: 'tenantID: DEFAULT_TENANT,',
    foundBy: web(
      'platform/session.test.ts',
      'belongs to the tenant that the server has written into the page',
    ),
  },
  {
    fault: 'page: the manifest loses the channel',
    file: `${IN_SERVER}/platform/channel-manifest.ts`,
    from: 'start_url: withChannel(manifest.start_url),',
    to: 'start_url: manifest.start_url,',
    foundBy: server('platform/web-app.test.ts', 'starts the app with the channel that its address names'),
  },
  {
    fault: 'page: the brand is never the model of the phone',
    file: `${IN_WEB}/platform/browser-brand.ts`,
    from: '  if (told?.model) nameBrowser(told.model);\n',
    to: '  void told;\n',
    foundBy: web(
      'platform/device.test.ts',
      'a browser that tells the model of its phone is of that brand, and before of its own',
    ),
  },
  {
    fault: 'page: an operator that is off is named',
    file: `${IN_SERVER}/people/borrower/accounts.ts`,
    from: 'operators[name as OperatorName] !== undefined',
    to: 'name in OPERATOR_TITLES || operators[name as OperatorName] !== undefined',
    foundBy: server('people/borrower/operator-names.test.ts', 'only the operators that are on are named'),
  },
];

const REFUSAL_FAULTS: readonly PlantedFault[] = [
  {
    fault: 'refusal: a toast repeats what a form shows at its fields',
    file: `${IN_WEB}/platform/shown-at-fields.ts`,
    from: 'if (areAllShown &&',
    to: 'if (areAllShown === null &&',
    foundBy: web('platform/call.test.ts', 'is no toast where a form shows them all'),
  },
  {
    fault: 'refusal: fields that no form shows are not said',
    file: `${IN_WEB}/platform/shown-at-fields.ts`,
    from: 'names.every((name) => name in shown)',
    to: 'names.every((name) => name !== "")',
    foundBy: web('platform/call.test.ts', 'is a toast of 3000 ms where no form does'),
  },
  {
    fault: 'refusal: an old answer is shown as if it were fresh',
    file: `${IN_WEB}/platform/watch-old-answers.ts`,
    from: 'if (why !== oldAnswers.getState().why)',
    to: 'if (why === undefined)',
    foundBy: web('platform/query.test.ts', 'is old where the server refuses, which is said until it answers'),
  },
  {
    fault: 'refusal: an old answer of a closed screen is still said',
    file: `${IN_WEB}/platform/watch-old-answers.ts`,
    from: 'answer.isActive() && ',
    to: '',
    foundBy: web('platform/query.test.ts', 'is said only while its screen is open'),
  },
];

/** What the app takes from the server, and how it says that the server refused. */
export const TOLD_BY_SERVER_FAULTS = [...CLOCK_FAULTS, ...PAGE_FAULTS, ...REFUSAL_FAULTS];
