import { words } from '@thumba/words/catalogue';

export const calendarWords = words('calendar', { add: 'Add to calendar' });
