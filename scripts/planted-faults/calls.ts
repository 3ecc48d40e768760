import { IN_WEB, journey, type PlantedFault, web } from './planted-fault.ts';

export const CALL_FAULTS: readonly PlantedFault[] = [
  // Calls and refusals
  {
    fault: 'a request is given up after 12 seconds',
    file: 'packages/contract/src/envelope.ts',
    from: 'REQUEST_TIMEOUT_MS = 120_000',
    to: 'REQUEST_TIMEOUT_MS = 12_000',
    foundBy: web('platform/call.test.ts', 'a call is given up when 120000 ms have brought no answer'),
  },
  {
    fault: 'a nonce has five characters',
    file: 'packages/contract/src/envelope.ts',
    from: 'NONCE_LENGTH = 6',
    to: 'NONCE_LENGTH = 5',
    foundBy: web(
      'platform/call.test.ts',
      'a call that needs a token signs uid, six random characters and the time',
    ),
  },
  {
    fault: 'the signature leaves out the nonce',
    file: 'packages/contract/src/signature.ts',
    from: 'utf8ToBytes(uid + nonce + timestamp)',
    to: 'utf8ToBytes(uid + timestamp + nonce.slice(6))',
    foundBy: web('platform/call-request.test.ts', 'the signature is MD5 of uid, nonce and timestamp'),
  },
  {
    fault: 'code 401 leaves the borrower signed in',
    file: `${IN_WEB}/platform/call.ts`,
    from: '    signOut(session);\n',
    to: '    void signOut;\n',
    foundBy: web(
      'platform/call.test.ts',
      'code 401 logs out and opens the login panel, and nothing is shown',
    ),
  },
  {
    fault: 'code 501 shows a toast',
    file: `${IN_WEB}/platform/call-answer.ts`,
    from: 'if (code === 501 || ',
    to: 'if (',
    foundBy: web('platform/call.test.ts', 'code 501 is left to the caller, and nothing is shown'),
  },
  {
    fault: 'a failure is shown for two seconds',
    file: `${IN_WEB}/platform/toast.ts`,
    from: 'FAILURE_TOAST_MS = 3000',
    to: 'FAILURE_TOAST_MS = 2000',
    foundBy: web(
      'platform/call.test.ts',
      'a refusal is shown for 3000 ms and rejects the call with its words',
    ),
  },
  {
    fault: 'logging out keeps the step of authentication',
    file: `${IN_WEB}/platform/session.ts`,
    from: '  token: null,\n  authStep: 1,\n',
    to: '  token: null,\n',
    foundBy: web(
      'platform/session.test.ts',
      'clears token, step, user and the remind flag, and keeps phone, channel and language',
    ),
  },
  {
    fault: 'the face counts as a form of its own',
    file: `${IN_WEB}/platform/next-step.ts`,
    from: ' || next.cerCode === CER_CODE.face',
    to: '',
    foundBy: web('platform/authentication-step.test.ts', 'when only the face is missing the forms are done'),
  },

  // Signing in
  {
    fault: 'a number of nine digits is accepted',
    file: `${IN_WEB}/platform/phone-number.ts`,
    from: '/^0\\d{9}$/.test(mobile)',
    to: '/^0\\d{8,9}$/.test(mobile)',
    foundBy: web('platform/phone-number.test.ts', '%s is not ten digits from 0'),
  },
  {
    fault: 'a code may have five digits',
    file: `${IN_WEB}/platform/phone-number.ts`,
    from: 'CODE_LENGTH = 4',
    to: 'CODE_LENGTH = 5',
    foundBy: web('platform/phone-number.test.ts', 'has at most four digits'),
  },
  {
    fault: 'the agreement is not asked for',
    file: `${IN_WEB}/features/login/login-form.ts`,
    from: 'checked: checked ? undefined : loginWords.notAgreed',
    to: 'checked: checked || true ? undefined : loginWords.notAgreed',
    foundBy: web(
      'features/login/login-form.test.ts',
      'phone, code and agreement each have their message, and the phone speaks first',
    ),
  },
  {
    fault: 'the next code can be had after 30 seconds',
    file: `${IN_WEB}/platform/code-sending.ts`,
    from: 'RESEND_SECONDS = 60',
    to: 'RESEND_SECONDS = 30',
    foundBy: journey(
      'errors',
      '"Sending..." shows after 400 ms and not before, and the code counts down from 60 s',
    ),
  },
  {
    fault: 'the login panel stands there at once',
    file: `${IN_WEB}/ui/overlay.module.css`,
    from: '  animation: slide-in var(--slow) var(--ease);\n',
    to: '',
    foundBy: journey('every-screen', 'it slides in from the side'),
  },
  {
    fault: 'an answer of Google to another request signs in',
    file: `${IN_WEB}/features/login/google-window.ts`,
    from: 'data?.state !== state',
    to: "data?.state === ''",
    foundBy: journey('google', 'an answer with the state of another request starts no session'),
  },
  {
    fault: 'the access token of Google is lost',
    file: `${IN_WEB}/features/login/google-window.ts`,
    from: "{ kind: 'granted', accessToken }",
    to: "{ kind: 'granted', accessToken: accessToken.slice(1) }",
    foundBy: journey('google', 'the back arrow of the second panel closes both, and what was typed is gone'),
  },
];
