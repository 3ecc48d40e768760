import type { PlantedFault } from './planted-faults.ts';

/** Faults in the code that only a build with Google's libraries has. */
export const plantedGoogleFaults: readonly PlantedFault[] = [
  {
    file: 'google/CodeReader.java',
    from: 'if (!message.endsWith(smsHash)) return null;',
    to: 'if (!message.contains(smsHash)) return null;',
    test: 'CodeReaderTest',
  },
  {
    file: 'google/CodeReader.java',
    from: 'message.substring(0, message.length() - smsHash.length())',
    to: 'message',
    test: 'CodeReaderTest',
  },
  {
    file: 'google/CodeReader.java',
    from: '        SmsRetriever.SEND_PERMISSION,\n',
    to: '        null,\n',
    test: 'CodeReaderTest',
  },
  {
    file: 'google/CodeReader.java',
    from: 'ContextCompat.RECEIVER_EXPORTED',
    to: 'ContextCompat.RECEIVER_NOT_EXPORTED',
    test: 'CodeReaderTest',
  },
  {
    file: 'google/CodeReader.java',
    from: '(?<![0-9])[0-9]{4,8}(?![0-9])',
    to: '[0-9]{4,8}',
    test: 'CodeReaderTest',
  },
  {
    file: 'google/CodeReader.java',
    from: '() -> context.unregisterReceiver(receiver)',
    to: '() -> {}',
    test: 'CodeReaderTest',
  },
  {
    file: 'google/CodeReader.java',
    from: '    stop();\n    MessageReceiver',
    to: '    MessageReceiver',
    test: 'CodeReaderTest',
  },
  { file: 'google/CodeReader.java', from: 'status.isSuccess() && text', to: 'text', test: 'CodeReaderTest' },
  {
    file: 'google/CodeReader.java',
    from: 'if (status.getStatusCode() == CommonStatusCodes.TIMEOUT) request.refuse(Refusal.FAILED);',
    to: '',
    test: 'CodeReaderTest',
  },
  {
    file: 'google/CodeReader.java',
    from: '.addOnFailureListener(fault -> request.refuse(Refusal.UNSUPPORTED))',
    to: '',
    test: 'CodeReaderTest',
  },
  {
    file: 'google/CodeReader.java',
    from: 'LIMIT_MS = 299_000',
    to: 'LIMIT_MS = 300_000',
    test: 'CodeReaderTest',
  },
  {
    file: 'google/GoogleSignIn.java',
    from: '    stop();\n    String nonce',
    to: '    String nonce',
    test: 'GoogleSignInTest',
  },
  {
    file: 'google/GoogleSignIn.java',
    from: 'token != null && isOurs(token)',
    to: 'token != null',
    test: 'GoogleSignInTest',
  },
  { file: 'google/GoogleSignIn.java', from: 'random.nextBytes(bytes);', to: '', test: 'GoogleSignInTest' },
  {
    file: 'google/GoogleSignIn.java',
    from: 'token.length() <= LONGEST_TOKEN && ',
    to: '',
    test: 'GoogleSignInTest',
  },
  { file: 'google/GoogleSignIn.java', from: 'signal::cancel', to: '() -> {}', test: 'GoogleSignInTest' },
  {
    file: 'google/GoogleSignIn.java',
    from: ' || fault instanceof NoCredentialException',
    to: '',
    test: 'GoogleSignInTest',
  },
  {
    file: 'google/GoogleSignIn.java',
    from: 'if (!TYPES.contains(credential.getType())) return null;',
    to: '',
    test: 'GoogleSignInTest.aCredentialOfAnotherTypeHasFailedEvenWithATokenOfGoogle',
  },
  {
    file: 'google/GoogleSignIn.java',
    from: 'LIMIT_MS = 119_000',
    to: 'LIMIT_MS = 120_000',
    test: 'GoogleSignInTest',
  },
  {
    file: 'google/GoogleHooks.java',
    from: '          codeReader.stop();\n',
    to: '',
    test: 'GoogleHooksTest',
  },
  {
    file: 'google/SmsHash.java',
    from: 'name + " " + certificates',
    to: 'name + certificates',
    test: 'SmsHashTest',
  },
  {
    file: 'google/SmsHash.java',
    from: 'certificates.get(0).toCharsString()',
    to: 'certificates.size()',
    test: 'SmsHashTest',
  },
];
