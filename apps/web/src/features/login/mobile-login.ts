import type { Answer } from '@thumba/contract/wire';
import type { LoadingText } from '../../platform/call.ts';
import { device } from '../../platform/device.ts';
import { deviceOfSignIn } from '../../platform/device-secret.ts';
import { navigate } from '../../platform/navigation.ts';
import { useSend } from '../../platform/query.ts';
import { closeLoginPanel, session, signIn } from '../../platform/session.ts';
import { loadUserInfo } from '../../platform/user-info.ts';
import { saveAdvertiserConsent } from '../channel/advertiser.ts';
import { tellDeviceData } from '../device-data/device-data.ts';
import type { PhoneForm } from './login-form.ts';

/** Google is provider 1 of the calls. */
export const GOOGLE = 1;

type Proof = PhoneForm | ({ authCode: string; thirdType: typeof GOOGLE } & Partial<PhoneForm>);

/** Signs in, and then opens the page that the borrower was going to. */
export function useMobileLogin(loading: LoadingText) {
  const send = useSend('mobileLogin', { loading });
  return {
    isPending: send.isPending,
    logIn(proof: Proof) {
      const { appChannelCode } = session.getState();
      const phone = { deviceType: device.type, deviceBrand: device.brand(), ...deviceOfSignIn() };
      send.mutate({ body: { ...proof, ...phone, appChannelCode } }, { onSuccess: goOn });
    },
  };
}

function goOn({ token, id }: Answer<'mobileLogin'>): void {
  const { headedTo } = session.getState();
  signIn(session, token, id);
  void loadUserInfo();
  tellDeviceData('signIn');
  void saveAdvertiserConsent();
  if (headedTo !== null) navigate(headedTo);
  closeLoginPanel(session);
  session.setState({ isMarketingPopupOpen: true });
}
