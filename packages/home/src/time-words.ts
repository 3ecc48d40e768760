import { words } from '@thumba/words/catalogue';

export const timeWords = words('time', {
  ofYear: (day: string, year: string) => `${day} ${year}`,
  moment: (day: string, time: string) => `${day}, ${time}`,
  today: (time: string) => `${time} today`,
  midnight: 'midnight',
  onDay: (time: string, day: string) => `${time} on ${day}`,
});
