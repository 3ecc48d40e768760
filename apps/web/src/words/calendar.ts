import { words } from './catalogue.ts';

export const calendarWords = words('calendar', { add: 'Add to calendar' });
