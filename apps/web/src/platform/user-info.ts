import { useEffect } from 'react';
import { call } from './call.ts';
import { useAnswer } from './query.ts';
import { session, type UserInfo } from './session.ts';

function keepUserInfo(userInfo: UserInfo): void {
  session.setState({ userInfo, userId: userInfo.userId });
}

/** Right after signing in. The screens ask for it themselves, so a failure here stops nobody. */
export async function loadUserInfo(): Promise<void> {
  const { token } = session.getState();
  try {
    const userInfo = await call('getUserInfo', {}, { failureShownBy: 'background' });
    if (token === session.getState().token) keepUserInfo(userInfo);
  } catch {
    return;
  }
}

/** Who is signed in, kept in the session too. */
export function useUserInfo() {
  const userInfo = useAnswer('getUserInfo', {});
  useEffect(() => {
    if (userInfo.data) keepUserInfo(userInfo.data);
  }, [userInfo.data]);
  return userInfo;
}
