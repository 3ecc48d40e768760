import { IN_WEB, journey, type PlantedFault, web } from './planted-fault.ts';

export const SESSION_FAULTS: readonly PlantedFault[] = [
  {
    fault: 'a load of the page is open while app lock is on',
    file: `${IN_WEB}/platform/session.ts`,
    from: 'isLocked: storage.getItem(APP_LOCK_KEY) !== null,',
    to: 'isLocked: false,',
    foundBy: web(
      'platform/session.test.ts',
      'locks each load of the page while it is on, until its borrower leaves',
    ),
  },
  {
    fault: 'what was chosen to borrow does not outlive the page',
    file: `${IN_WEB}/platform/order.ts`,
    from: "  'appliedProduct',\n  'isOnTheWay',\n]",
    to: "  'isOnTheWay',\n]",
    foundBy: web(
      'platform/order.test.ts',
      'what the borrower chose to borrow outlives the page, and the number of an order does not',
    ),
  },
  {
    fault: 'the number of an order is not kept',
    file: `${IN_WEB}/platform/follow-answers.ts`,
    from: 'order.setState({ orderId });',
    to: '',
    foundBy: web(
      'platform/follow-answers.test.ts',
      'the answer to an application decides the order, and no other answer does',
    ),
  },
  ...(['loanType', 'userStatus', 'marketList'] as const).map((field) => ({
    fault: `the session does not take over ${field}`,
    file: `${IN_WEB}/platform/follow-answers.ts`,
    from: 'session.setState({ loanType, userStatus, marketList });',
    to: `session.setState({ ${['loanType', 'userStatus', 'marketList'].filter((other) => other !== field).join(', ')} });`,
    foundBy: web(
      'platform/follow-answers.test.ts',
      'the answer for the home page decides loan type, status and offered products',
    ),
  })),
  {
    fault: 'the query layer hands no answer to the session',
    file: `${IN_WEB}/platform/query.ts`,
    from: '\nfollowAnswers(queryClient);',
    to: '\nvoid followAnswers;',
    foundBy: web('platform/query.test.ts', 'an answer for the home page reaches the session'),
  },
  {
    fault: 'the first product is always the one that is shown',
    file: `${IN_WEB}/features/home/may-borrow.tsx`,
    from: 'session.setState({ productIndex: index })',
    to: 'session.setState({ productIndex: 0 * index })',
    foundBy: journey(
      'every-screen',
      'of two products the one that was tapped is shown, also after another screen',
    ),
  },
  ...(['apkUrl', 'packageName', 'intentHost'] as const).map((field) => ({
    fault: `the session does not take over ${field}`,
    file: `${IN_WEB}/features/channel/channel.ts`,
    from: 'session.setState({ apkUrl, packageName, intentHost });',
    to: `session.setState({ ${['apkUrl', 'packageName', 'intentHost'].filter((other) => other !== field).join(', ')} });`,
    foundBy: web(
      'features/channel/channel.test.ts',
      'where the app is found comes with the answer about the channel',
    ),
  })),
  {
    fault: 'the wrapper says that it is a browser',
    file: `${IN_WEB}/platform/android-device.ts`,
    from: 'type: DEVICE_TYPE.android,',
    to: 'type: DEVICE_TYPE.browser,',
    foundBy: web('platform/choose-device.test.ts', 'the wrapper is device type 2, and a browser is 4'),
  },
];
