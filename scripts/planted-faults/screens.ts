import { IN_SERVER, IN_WEB, journey, type PlantedFault, server, web } from './planted-fault.ts';

export const SCREEN_FAULTS: readonly PlantedFault[] = [
  // Paying
  {
    fault: 'a part payment may leave K40',
    file: 'packages/lending/src/product.ts',
    from: 'MIN_LEFTOVER = kwacha(50)',
    to: 'MIN_LEFTOVER = kwacha(40)',
    foundBy: web(
      'features/payment/amount-entry.test.ts',
      'of "%s" when 120 is left and 20 is the least says %s',
    ),
  },
  {
    fault: 'an extension is sent as a repayment',
    file: 'packages/contract/src/codes.ts',
    from: 'extension: 2 } as const',
    to: 'extension: 1 } as const',
    foundBy: {
      project: 'packages',
      file: 'packages/contract/src/contract.test.ts',
      test: 'a repayment is 1 and an extension 2, without a card unless it is said; an applied coupon is 2',
    },
  },

  // The wheel
  ...(
    [
      ['speed: 20', 'speed: 19'],
      ['accelerationTime: 2500', 'accelerationTime: 2400'],
      ['decelerationTime: 2500', 'decelerationTime: 2600'],
    ] as const
  ).map(([from, to]) => ({
    fault: `the wheel turns with ${to}`,
    file: `${IN_WEB}/features/turntable/wheel-canvas.ts`,
    from,
    to,
    foundBy: web(
      'features/turntable/wheel-canvas.test.ts',
      'the wheel turns at speed 20, takes 2500 ms to speed up and 2500 ms to slow down',
    ),
  })),
  {
    fault: 'the wheel stops at the first prize',
    file: `${IN_WEB}/features/turntable/wheel-canvas.ts`,
    from: 'lucky.stop(place);',
    to: 'lucky.stop(place * 0);',
    foundBy: web(
      'features/turntable/wheel-canvas.test.ts',
      'it stops at the place of the prize, and says so when it has stopped',
    ),
  },

  // Cards and faces
  {
    fault: 'a card of which nothing was read says that it was read well',
    file: `${IN_SERVER}/people/card/read-card.ts`,
    from: 'return { confidence: 0, picture: reading.picture,',
    to: 'return { confidence: 0.9, picture: reading.picture,',
    foundBy: server(
      'people/card/read-card.test.ts',
      'says what is wrong with a picture, and reads nothing from it',
    ),
  },
  {
    fault: 'a lender that requires a face asks for none',
    file: `${IN_SERVER}/people/authentication/routes.ts`,
    from: 'deps.isFaceRequired || pictureAskedAgain',
    to: 'pictureAskedAgain',
    foundBy: server('people/authentication/forms.test.ts', 'end with the face where the lender requires it'),
  },
  {
    fault: 'the face check is asked for where the lender wants none',
    file: `${IN_WEB}/features/face/face-gate.tsx`,
    from: 'if (!steps.some(({ cerCode }) => cerCode === CER_CODE.face))',
    to: 'if (!steps)',
    foundBy: journey('every-screen', 'of a parent leads on to what comes next'),
  },
  {
    fault: 'the middle of a number is shown',
    file: `${IN_SERVER}/platform/sealing.ts`,
    from: 'mobile.slice(0, 3)',
    to: 'mobile.slice(0, 4)',
    foundBy: server('platform/sealing.test.ts', 'a number is shown with its characters 4 to 7 hidden'),
  },

  // The layout
  {
    fault: 'the root font size has no cap',
    file: `${IN_WEB}/ui/tokens.css`,
    from: 'font-size: min(10vw, 75px);',
    to: 'font-size: 10vw;',
    foundBy: web(
      'ui/tokens.test.ts',
      'the root font size is a tenth of the width, which counts up to 750 px',
    ),
  },
];
