import { openCatalogue } from '../../book/catalogue/catalogue.ts';
import { runDifferenceCommand } from './difference-commands.ts';
import { openStaffDesk } from './staff-desk.ts';
import { runOperatorCommand } from './terminal-command.ts';

/* npm run differences */
await runOperatorCommand(async (db, words) => {
  const desk = await openStaffDesk(db);
  const catalogue = await openCatalogue(db, desk.clock);
  return runDifferenceCommand({ ...desk, ladderRule: () => catalogue.current().ladder }, words);
});
