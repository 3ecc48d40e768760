import { createRoot } from 'react-dom/client';
import { forgetAnswersOnSignOut } from '../platform/query.ts';
import { followOtherTabs, keepChannelOf, session } from '../platform/session.ts';
import { App } from './app.tsx';

keepChannelOf(session, location.search);
followOtherTabs(session);
forgetAnswersOnSignOut();

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');
createRoot(root).render(<App />);
