import { createRoot } from 'react-dom/client';
import { loadSignature } from '../platform/call.ts';
import { followOtherTabs, keepChannelOf, session } from '../platform/session.ts';
import { App } from './app.tsx';

keepChannelOf(session, location.search);
followOtherTabs(session);
if (session.getState().token !== null) void loadSignature();

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');
createRoot(root).render(<App />);
