import type { Answer } from '@thumba/contract/wire';
import type { LoadingText } from '../../platform/call.ts';
import { device } from '../../platform/device.ts';
import { deviceOfSignIn } from '../../platform/device-secret.ts';
import { pathOfWish } from '../../platform/loan-wish.ts';
import { navigate } from '../../platform/navigation.ts';
import { useSend } from '../../platform/query.ts';
import { closeLoginPanel, session, signIn } from '../../platform/session.ts';
import { loadUserInfo } from '../../platform/user-info.ts';
import { saveAdvertiserConsent } from '../channel/advertiser.ts';
import { tellDeviceData } from '../device-data/device-data.ts';
import { letOfferWait } from '../notice/offer-after-sign-in.ts';
import type { PhoneForm } from './login-form.ts';

/** Google is provider 1 of the calls. */
export const GOOGLE = 1;
/** The `appRedirectStatus` of a login that registered the borrower. */
const REGISTERED = 1;

type Proof = PhoneForm | ({ authCode: string; thirdType: typeof GOOGLE } & Partial<PhoneForm>);

/** Signs in, and then opens the page that the borrower was going to. */
export function useMobileLogin(loading: LoadingText) {
  const send = useSend('mobileLogin', { loading });
  return {
    isPending: send.isPending,
    logIn(proof: Proof, onRefused?: (error: Error) => void) {
      const { appChannelCode } = session.getState();
      const phone = { deviceType: device.type, deviceBrand: device.brand(), ...deviceOfSignIn() };
      send.mutate(
        { body: { ...proof, ...phone, appChannelCode } },
        { onSuccess: goOn, ...(onRefused ? { onError: onRefused } : {}) },
      );
    },
  };
}

function goOn({ token, id, appRedirectStatus }: Answer<'mobileLogin'>): void {
  const next = nextPage(appRedirectStatus === REGISTERED);
  signIn(session, token, id);
  void loadUserInfo();
  tellDeviceData('signIn');
  void saveAdvertiserConsent();
  if (next !== undefined) navigate(next);
  closeLoginPanel(session);
  letOfferWait();
}

/** After the login panel. A page that signs in by itself decides by itself what comes next. */
function nextPage(isRegistered: boolean): string | undefined {
  const { headedTo, isLoginPanelOpen } = session.getState();
  if (!isLoginPanelOpen) return undefined;
  const wish = pathOfWish();
  if (wish === undefined || (headedTo !== null && headedTo !== wish)) return headedTo ?? undefined;
  // The estimated bill needs the forms, and they lead on to it.
  return isRegistered ? '/authentication' : wish;
}
