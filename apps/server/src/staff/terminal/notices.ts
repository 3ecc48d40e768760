import { runNoticeCommand } from './notice-commands.ts';
import { runOperatorCommand } from './terminal-command.ts';

await runOperatorCommand(runNoticeCommand);
