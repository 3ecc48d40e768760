import { runOperatorCommand } from '../platform/operator-command.ts';
import { runNoticeCommand } from './operator-commands.ts';

await runOperatorCommand(runNoticeCommand);
