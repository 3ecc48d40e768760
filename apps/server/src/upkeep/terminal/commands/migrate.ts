import { readDatabaseSettings } from '../../../book/settings/config.ts';
import {
  declined,
  failInOneLine,
  type TerminalCommand,
  told,
} from '../../../staff/terminal/terminal-command.ts';
import { migrateAndGrant } from '../../database-rights/prepare-database.ts';

/* npm run migrate */
export const command: TerminalCommand = {
  purpose: 'brings the database up to this version, as its owner, and grants the program its rights',
  run: () =>
    failInOneLine(async () => {
      const { DATABASE_OWNER_URL, DATABASE_URL } = readDatabaseSettings(process.env);
      if (!DATABASE_OWNER_URL || !DATABASE_URL) {
        return declined(
          'Set DATABASE_OWNER_URL, the role that owns the tables, and DATABASE_URL, the role of the program.',
        );
      }
      const migrated = await migrateAndGrant({ ownerUrl: DATABASE_OWNER_URL, programUrl: DATABASE_URL });
      const what = migrated.length === 0 ? 'was up to date' : `was migrated: ${migrated.join(', ')}`;
      return told(`The database ${what}. The role of the program has its rights.`);
    }),
};
