import { runOperatorCommand } from '../platform/operator-command.ts';
import { runChannelCommand } from './operator-commands.ts';

await runOperatorCommand(runChannelCommand);
