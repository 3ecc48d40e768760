import type { Channel } from './channel.ts';

/** Reports to an advertiser's network what its advertisement led to. */
export type Pixel = { registrationComplete(): void };

type Fbq = {
  (...told: unknown[]): void;
  callMethod?: (...told: unknown[]) => void;
  queue: unknown[][];
  loaded: boolean;
  version: string;
};
type PixelWindow = Window & { fbq?: Fbq; _fbq?: Fbq };

let started: { pixelId: string; pixel: Pixel } | undefined;

/** The pixel of a channel. This loads its script, so it needs the borrower's consent. */
export function startPixel({ pixelId, pixelUrl }: Channel): Pixel | undefined {
  if (pixelId === undefined || pixelUrl === undefined) return undefined;
  if (started?.pixelId !== pixelId) started = { pixelId, pixel: startMetaPixel(pixelId, pixelUrl) };
  return started.pixel;
}

/**
 * Meta's own snippet without its first step, which would report every page. Events are queued until the script has
 * loaded.
 */
function startMetaPixel(pixelId: string, pixelUrl: string): Pixel {
  const page = window as PixelWindow;
  const fbq = page.fbq ?? waitingLine();
  page.fbq = fbq;
  page._fbq = fbq;
  const script = document.createElement('script');
  script.async = true;
  script.src = pixelUrl;
  document.head.append(script);
  // Otherwise it would record taps and typed text.
  fbq('set', 'autoConfig', false, pixelId);
  fbq('init', pixelId);
  return { registrationComplete: () => fbq('track', 'CompleteRegistration') };
}

function waitingLine(): Fbq {
  const fbq: Fbq = Object.assign(
    (...told: unknown[]) => {
      if (fbq.callMethod) fbq.callMethod(...told);
      else fbq.queue.push(told);
    },
    { queue: [] as unknown[][], loaded: true, version: '2.0' },
  );
  return fbq;
}
