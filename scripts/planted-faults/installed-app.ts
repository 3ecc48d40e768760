import { IN_WEB, journey, type PlantedFault, web } from './planted-fault.ts';

export const INSTALLED_APP_FAULTS: readonly PlantedFault[] = [
  {
    fault: 'no new version is looked for at the start',
    file: `${IN_WEB}/features/update/keep-up-to-date.ts`,
    from: '    if (isControlled) void checkForUpdate();\n',
    to: '',
    foundBy: web(
      'features/update/keep-up-to-date.test.ts',
      'a new version is looked for at the start and then every 30 minutes exactly',
    ),
  },
  {
    fault: 'a new version is looked for every 31 minutes',
    file: `${IN_WEB}/features/update/keep-up-to-date.ts`,
    from: 'CHECK_EVERY_MS = 30 * 60 * 1000',
    to: 'CHECK_EVERY_MS = 31 * 60 * 1000',
    foundBy: web(
      'features/update/keep-up-to-date.test.ts',
      'a new version is looked for at the start and then every 30 minutes exactly',
    ),
  },
  {
    fault: 'the page loads again after two seconds',
    file: `${IN_WEB}/features/update/keep-up-to-date.ts`,
    from: 'RELOAD_AFTER_MS = 1000',
    to: 'RELOAD_AFTER_MS = 2000',
    foundBy: web(
      'features/update/keep-up-to-date.test.ts',
      'the page loads again, once, 1000 ms after a new version took over',
    ),
  },
  ...(
    [
      ["scope: '/'", "scope: '/home'"],
      ["type: 'classic'", "type: 'module'"],
      ["'/sw.js'", "'/worker.js'"],
    ] as const
  ).map(([from, to]) => ({
    fault: `the service worker is registered with ${to}`,
    file: `${IN_WEB}/features/update/keep-up-to-date.ts`,
    from,
    to,
    foundBy: web(
      'features/update/keep-up-to-date.test.ts',
      'the service worker is registered at /sw.js, for the whole site, as a classic script',
    ),
  })),
  {
    fault: 'our own prompt comes after 1500 ms',
    file: `${IN_WEB}/features/install/installation.ts`,
    from: 'PROMPT_WAIT_MS = 1000',
    to: 'PROMPT_WAIT_MS = 1500',
    foundBy: web(
      'features/install/installation.test.ts',
      'a page that was handed no prompt within 1000 ms makes its own, which resolves as accepted',
    ),
  },
  {
    fault: 'the prompt of the browser is not held back',
    file: `${IN_WEB}/platform/install-prompt.ts`,
    from: '    event.preventDefault();\n',
    to: '',
    foundBy: web(
      'features/install/installation-flags.test.ts',
      'the app can be installed from the prompt of the browser until the person has answered it',
    ),
  },
  {
    fault: 'nothing says that the app is installing',
    file: `${IN_WEB}/features/install/installation.ts`,
    from: 'installation.setState({ isInstalling: true });',
    to: '',
    foundBy: web(
      'features/install/installation-flags.test.ts',
      'it is installing from the tap to the answer',
    ),
  },
  {
    fault: 'a prompt that was answered is offered again',
    file: `${IN_WEB}/features/install/installation.ts`,
    from: 'installation.setState({ prompt: null, isInstalling: false });',
    to: 'installation.setState({ isInstalling: false });',
    foundBy: web(
      'features/install/installation-flags.test.ts',
      'the app can be installed from the prompt of the browser until the person has answered it',
    ),
  },
  {
    fault: 'the installed app opens from the network alone',
    file: 'apps/web/service-worker/service-worker.ts',
    from: "const kept = await matchPrecache('/index.html');",
    to: "const kept = (await matchPrecache('/index.html')) && undefined;",
    foundBy: journey(
      'installed',
      'the first installation registers /sw.js for the whole site, and the app then opens without a network',
    ),
  },
  {
    fault: 'the service worker serves files of the first screen from the network alone',
    file: 'apps/web/service-worker/service-worker.ts',
    from: 'precacheAndRoute(shell,',
    to: 'precacheAndRoute(shell.slice(0, 1),',
    foundBy: journey(
      'installed',
      'the first installation registers /sw.js for the whole site, and the app then opens without a network',
    ),
  },
];
