import { systemClock } from '../../platform/clock.ts';
import { runOperatorCommand } from './terminal-command.ts';
import { runWheelCommand } from './wheel-commands.ts';

/* npm run wheel */
await runOperatorCommand((db, words) => runWheelCommand({ db, clock: systemClock }, words));
