import { runChannelCommand } from './channel-commands.ts';
import { runOperatorCommand } from './terminal-command.ts';

await runOperatorCommand(runChannelCommand);
