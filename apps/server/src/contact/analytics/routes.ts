import type { Log } from '../../platform/log.ts';
import { done } from '../../platform/reply.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { type AnalyticsDeps, openAnalytics } from './events.ts';

export function registerAnalyticsRoutes(server: Server, deps: AnalyticsDeps & { log: Log }): void {
  const analytics = openAnalytics(deps);

  serve(server, 'buriedPointV2', async ({ body }, { address, appChannelCode }) => {
    const events = Array.isArray(body) ? body : [body];
    // The app does not need the events to be kept, so a lost event is no error for it.
    await analytics.keep({ events, address, channelCode: appChannelCode }).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'analytics events were lost');
    });
    return done(null);
  });
}
