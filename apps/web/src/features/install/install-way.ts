/** What a browser reports about itself that matters for installing. */
export type Browser = {
  userAgent: string;
  touchPoints: number;
  /** It supports the install prompt and service workers, and the page links a manifest. */
  isCapable: boolean;
  /** The page is open as an installed app, or inside the Android app. */
  isInstalled: boolean;
};

/** By the browser's prompt, or by hand: with its menu, the share sheet of iOS, or by opening Chrome. */
export type InstallWay = 'prompt' | 'menu' | 'share' | 'chrome';

/** The way that this browser has to install the app, if any. */
export function installWay(browser: Browser, prompt: 'none' | 'own' | 'browser'): InstallWay | undefined {
  if (browser.isInstalled) return undefined;
  if (isIos(browser)) return 'share';
  if (/Android/.test(browser.userAgent) && !isChrome(browser.userAgent)) return 'chrome';
  if (!browser.isCapable || prompt === 'none') return undefined;
  return prompt === 'browser' ? 'prompt' : 'menu';
}

/** An iPad says that it is a Mac, but no Mac has a touch screen. */
function isIos({ userAgent, touchPoints }: Browser): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
}

/** Other browsers with the same engine add their own name. */
function isChrome(userAgent: string): boolean {
  return (
    /Chrome\/\d/.test(userAgent) &&
    !/SamsungBrowser|EdgA|OPR|OPT|UCBrowser|MiuiBrowser|YaBrowser|HuaweiBrowser|Phoenix|; wv\)/.test(
      userAgent,
    )
  );
}
