import { openStaffDesk } from '../loan/staff-desk.ts';
import { runOperatorCommand } from '../platform/operator-command.ts';
import { openCatalogue } from '../product/catalogue.ts';
import { runDifferenceCommand } from './operator-commands.ts';

/* npm run differences */
await runOperatorCommand(async (db, words) => {
  const desk = await openStaffDesk(db);
  const catalogue = await openCatalogue(db, desk.clock);
  return runDifferenceCommand({ ...desk, ladderRule: () => catalogue.current().ladder }, words);
});
