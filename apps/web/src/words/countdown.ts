import { words } from '@thumba/words/catalogue';

export const countdownWords = words('countdown', { left: 'left' });
