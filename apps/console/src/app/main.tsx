import { createRoot } from 'react-dom/client';
import { keepFocus } from '../platform/focus-keeper.ts';
import { listenToKeys } from '../platform/keys.ts';
import { App } from './app.tsx';

listenToKeys();
keepFocus();
const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');
createRoot(root).render(<App />);
