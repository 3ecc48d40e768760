import { readConfig } from '../../../book/settings/config.ts';
import { callbackPath } from '../../../money/payment/callback-routes.ts';
import type { TerminalCommand } from '../terminal-command.ts';
import { declined, told } from '../terminal-command.ts';

export const command: TerminalCommand = {
  purpose: 'shows the addresses at which MTN and Airtel call back; enter that of Airtel in its portal',
  async run() {
    const { PUBLIC_URL, keys } = readConfig(process.env);
    if (PUBLIC_URL === undefined) return declined('Set PUBLIC_URL first: the addresses begin with it.');
    const publicUrl = PUBLIC_URL.replace(/\/$/, '');
    return told(
      ...['mtn', 'airtel'].map((name) => `${name}: ${publicUrl}${callbackPath(name, keys.callbackSecret)}`),
    );
  },
};
