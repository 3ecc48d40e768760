import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { loadChannel } from '../features/channel/channel.ts';
import { tellDeviceData } from '../features/device-data/device-data.ts';
import { learnLenderPhone } from '../features/help/learn-lender-phone.ts';
import { HolidaysOverlay } from '../features/notice/holidays-overlay.tsx';
import { MarketingPopup } from '../features/notice/marketing-popup.tsx';
import { remindOfHoliday } from '../features/notice/reminder.ts';
import { trackScreen } from '../platform/analytics.ts';
import { registerOlderDevice } from '../platform/device-secret.ts';
import { keepChannelOf, session, useSession } from '../platform/session.ts';
import { notFound, routes } from './routes.tsx';

/** Runs beside every screen: channels, notices and analytics. */
export function AroundScreens() {
  const [path] = useLocation();
  const search = useSearch();
  const channelCode = useSession((state) => state.appChannelCode);
  const isSignedIn = useSession((state) => state.token !== null);
  const isHolidaysOpen = useSession((state) => state.isHolidaysOpen);
  const isOfferOpen = useSession((state) => state.isMarketingPopupOpen && !state.isLoginPanelOpen);

  useEffect(() => {
    if (session.getState().token !== null) tellDeviceData('start');
    void registerOlderDevice();
    void learnLenderPhone();
  }, []);

  useEffect(() => {
    if (isSignedIn) void import('../platform/watch-old-answers.ts').catch(console.warn);
  }, [isSignedIn]);

  useEffect(() => keepChannelOf(session, search), [search]);

  useEffect(() => void loadChannel(channelCode), [channelCode]);

  useEffect(() => {
    const { path: pageId, title: pageName } = routes.find((route) => isAt(route.path, path)) ?? notFound;
    trackScreen({ pageId: pageId || pageName, pageName });
    if (path === '/home' && !session.getState().isLoginPanelOpen) void remindOfHoliday();
  }, [path]);

  if (isHolidaysOpen) return <HolidaysOverlay />;
  return isOfferOpen ? <MarketingPopup /> : null;
}

/** Finds the route of a path. Analytics gets the route, because it contains no bill number. */
function isAt(routePath: string, path: string): boolean {
  return new RegExp(`^${routePath.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);
}
