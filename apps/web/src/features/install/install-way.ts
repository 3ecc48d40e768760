/** What a browser says about itself, as far as installing goes. */
export type Browser = {
  userAgent: string;
  touchPoints: number;
  /** It can hand over a prompt, run a service worker, and the page names a manifest. */
  isCapable: boolean;
  /** The page is open as an installed app, or inside the Android app. */
  isInstalled: boolean;
};

/** By the browser's own prompt, or by hand: its menu, the share sheet of iOS, or in Chrome instead. */
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

/** Others on the same engine name themselves beside it. */
function isChrome(userAgent: string): boolean {
  return (
    /Chrome\/\d/.test(userAgent) &&
    !/SamsungBrowser|EdgA|OPR|OPT|UCBrowser|MiuiBrowser|YaBrowser|HuaweiBrowser|Phoenix|; wv\)/.test(
      userAgent,
    )
  );
}
