import { systemClock } from '../platform/clock.ts';
import { runOperatorCommand } from '../platform/operator-command.ts';
import { openCatalogue } from './catalogue.ts';
import { runCatalogueCommand } from './operator-commands.ts';

/* npm run products */
await runOperatorCommand(async (db, words) => {
  const catalogue = await openCatalogue(db, systemClock);
  const actor = `operator ${process.env.USER ?? 'at the terminal'}`;
  return runCatalogueCommand({ db, clock: systemClock, catalogue }, words, actor);
});
