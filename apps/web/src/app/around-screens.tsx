import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useStore } from 'zustand';
import { loadChannel } from '../features/channel/channel.ts';
import { tellDeviceData } from '../features/device-data/device-data.ts';
import { learnLenderPhone } from '../features/help/learn-lender-phone.ts';
import { offerAfterSignIn } from '../features/notice/offer-after-sign-in.ts';
import { remindOfHoliday } from '../features/notice/reminder.ts';
import { trackScreen } from '../platform/analytics.ts';
import { registerOlderDevice } from '../platform/device-secret.ts';
import { followOtherTabs } from '../platform/follow-other-tabs.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import { keepChannelOf, session, useSession } from '../platform/session.ts';
import { OptionalPart } from '../ui/part-boundary.tsx';
import { notFound, routes } from './routes.tsx';

const OldAnswersBanner = lazyPart(() =>
  import('./old-answers-banner.tsx').then((part) => part.OldAnswersBanner),
);

const HolidaysOverlay = lazyPart(() =>
  import('../features/notice/holidays-overlay.tsx').then((part) => part.HolidaysOverlay),
);

const MarketingPopup = lazyPart(() =>
  import('../features/notice/marketing-popup.tsx').then((part) => part.MarketingPopup),
);

/** Runs beside every screen: channels, notices and analytics. */
export function AroundScreens() {
  const [path] = useLocation();
  const search = useSearch();
  const channelCode = useSession((state) => state.appChannelCode);
  const isHolidaysOpen = useSession((state) => state.isHolidaysOpen);
  const isSignedIn = useSession((state) => state.token !== null);
  const isOfferWaiting = useStore(offerAfterSignIn, (state) => state.isWaiting);

  useEffect(() => {
    followOtherTabs(session);
    if (session.getState().token !== null) tellDeviceData('start');
    void registerOlderDevice();
    void learnLenderPhone();
  }, []);

  useEffect(() => keepChannelOf(session, search), [search]);

  useEffect(() => void loadChannel(channelCode), [channelCode]);

  useEffect(() => {
    const { path: pageId, title: pageName } = routes.find((route) => isAt(route.path, path)) ?? notFound;
    trackScreen({ pageId: pageId || pageName, pageName });
    if (path === '/home' && !session.getState().isLoginPanelOpen) void remindOfHoliday();
  }, [path]);

  return (
    <>
      {isSignedIn && (
        <OptionalPart>
          <OldAnswersBanner />
        </OptionalPart>
      )}
      {isHolidaysOpen && (
        <OptionalPart>
          <HolidaysOverlay />
        </OptionalPart>
      )}
      {isSignedIn && isOfferWaiting && (
        <OptionalPart>
          <MarketingPopup />
        </OptionalPart>
      )}
    </>
  );
}

/** Finds the route of a path. Analytics gets the route, because it contains no bill number. */
function isAt(routePath: string, path: string): boolean {
  return new RegExp(`^${routePath.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);
}
