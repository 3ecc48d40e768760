import { systemClock } from '../platform/clock.ts';
import { runOperatorCommand } from '../platform/operator-command.ts';
import { runWheelCommand } from './operator-commands.ts';

/* npm run wheel */
await runOperatorCommand((db, words) => runWheelCommand({ db, clock: systemClock }, words));
