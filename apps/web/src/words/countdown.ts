import { words } from './catalogue.ts';

export const countdownWords = words('countdown', { left: 'left' });
