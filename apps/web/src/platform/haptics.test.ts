import { afterEach, describe, expect, test, vi } from 'vitest';
import { vibrateOnSuccess } from './haptics.ts';

afterEach(() => vi.unstubAllGlobals());

function phone({ reducesMotion = false, wasTapped = true, vibrate = vi.fn() as unknown } = {}) {
  vi.stubGlobal('navigator', { vibrate, userActivation: { hasBeenActive: wasTapped } });
  vi.stubGlobal('window', {
    matchMedia: (query: string) => ({
      matches: query === '(prefers-reduced-motion: reduce)' && reducesMotion,
    }),
  });
  return vibrate;
}

describe('a success', () => {
  test('is felt once and shortly', () => {
    const vibrate = phone();
    vibrateOnSuccess();
    expect(vibrate).toHaveBeenCalledExactlyOnceWith(30);
  });

  test.each([
    ['with reduced motion', { reducesMotion: true }],
    ['before the first tap on the page', { wasTapped: false }],
  ])('is not felt %s', (_, given) => {
    const vibrate = phone(given);
    vibrateOnSuccess();
    expect(vibrate).not.toHaveBeenCalled();
  });

  test('does no harm on a phone that cannot vibrate', () => {
    phone({ vibrate: undefined });
    vi.stubGlobal('navigator', {});
    expect(() => vibrateOnSuccess()).not.toThrow();
  });
});
