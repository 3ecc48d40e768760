import { languageTag } from '@thumba/words/catalogue';
import { toDate } from '../../platform/clock.ts';
import { done, named, refused } from '../../platform/reply.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { chooseLanguage } from './language.ts';
import { type StepUpDeps, sendStepUpCode, withStepUp } from './step-up.ts';
import { stepUpWords } from './step-up-words.ts';
import { registerDevice } from './trusted-device.ts';

/** The second code, and the devices that become known by it. */
export function registerStepUpRoutes(server: Server, deps: StepUpDeps): void {
  const { db, sealing, clock } = deps;

  serve(server, 'sendStepUpCode', ({ body }, caller) => sendStepUpCode(deps, caller, body.purpose));

  serve(server, 'confirmDevice', async ({ body }, caller) => {
    if (caller.session.isTrusted) return done(null);
    return withStepUp(deps, caller, 'device', body, async () => {
      await chooseLanguage(db, caller.borrowerId, languageTag());
      return done(null);
    });
  });

  serve(server, 'registerDevice', async ({ body }, { borrowerId, session }) => {
    const isRegistered = await registerDevice(db, {
      borrowerId,
      sessionId: session.sessionId,
      deviceSecretHashes: sealing.lookupHashes('device_secret', body.deviceSecret),
      now: toDate(clock.nowMs()),
    });
    return isRegistered
      ? done(null)
      : named('device_unconfirmed', refused(403, stepUpWords.confirmDeviceFirst));
  });
}
