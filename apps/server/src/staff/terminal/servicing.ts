import { openCatalogue } from '../../book/catalogue/catalogue.ts';
import { runServicingCommand } from './servicing-commands.ts';
import { openStaffDesk } from './staff-desk.ts';
import { runOperatorCommand } from './terminal-command.ts';

/* npm run servicing */
await runOperatorCommand(async (db, words) => {
  const desk = await openStaffDesk(db);
  const catalogue = await openCatalogue(db, desk.clock);
  return runServicingCommand({ ...desk, ladderRule: () => catalogue.current().ladder }, words);
});
