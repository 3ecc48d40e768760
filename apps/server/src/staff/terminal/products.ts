import { openCatalogue } from '../../book/catalogue/catalogue.ts';
import { systemClock } from '../../platform/clock.ts';
import { runCatalogueCommand } from './product-commands.ts';
import { runOperatorCommand } from './terminal-command.ts';

/* npm run products */
await runOperatorCommand(async (db, words) => {
  const catalogue = await openCatalogue(db, systemClock);
  const actor = `operator ${process.env.USER ?? 'at the terminal'}`;
  return runCatalogueCommand({ db, clock: systemClock, catalogue }, words, actor);
});
