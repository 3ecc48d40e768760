import { createRoot } from 'react-dom/client';
import { loadSignature } from '../platform/call.ts';
import { chooseDevice } from '../platform/choose-device.ts';
import { holdInstallPrompt } from '../platform/install-prompt.ts';
import { keepChannelOf, keepLanguageOf, session } from '../platform/session.ts';
import { App } from './app.tsx';

holdInstallPrompt();
keepChannelOf(session, location.search);
keepLanguageOf(session, location.search);
if (session.getState().token !== null) void loadSignature();

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');
const app = createRoot(root);
const show = () => app.render(<App />);
const chosen = chooseDevice();
const { lang } = session.getState();
// English is built in. Without its part, another language is English until the next start.
const spoken =
  lang === 'en'
    ? undefined
    : import('../platform/speak.ts').then(({ speak }) => speak(lang)).catch(() => undefined);
if (chosen || spoken) void Promise.all([chosen, spoken]).then(show);
else show();

// Loaded after the first screen. In development there is no service worker.
if (import.meta.env.PROD) {
  addEventListener('load', () => setTimeout(continueAfterStart, 500));
}

function continueAfterStart(): void {
  import('./after-start.tsx').then(({ runAfterStart }) => runAfterStart(), console.warn);
}
