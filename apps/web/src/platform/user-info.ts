import { useEffect } from 'react';
import { call } from './call.ts';
import { useAnswer } from './query.ts';
import { session, type UserInfo } from './session.ts';

function keepUserInfo(userInfo: UserInfo): void {
  session.setState({ userInfo, userId: userInfo.userId });
}

/** Called right after signing in. The screens ask for it too, so a failure here is ignored. */
export async function loadUserInfo(): Promise<void> {
  const { token } = session.getState();
  try {
    const userInfo = await call('getUserInfo', {}, { failureShownBy: 'background' });
    if (token === session.getState().token) keepUserInfo(userInfo);
  } catch {
    return;
  }
}

/** The signed-in borrower, also kept in the session. */
export function useUserInfo() {
  const userInfo = useAnswer('getUserInfo', {});
  useEffect(() => {
    if (userInfo.data) keepUserInfo(userInfo.data);
  }, [userInfo.data]);
  return userInfo;
}
