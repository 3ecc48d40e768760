import { words } from '@thumba/words/catalogue';

export const holidayWords = words('holiday', {
  names: {
    newYear: 'New Year’s Day',
    women: 'International Women’s Day',
    youth: 'Youth Day',
    goodFriday: 'Good Friday',
    holySaturday: 'Holy Saturday',
    easterMonday: 'Easter Monday',
    kennethKaunda: 'Kenneth Kaunda Day',
    labour: 'Labour Day',
    africaFreedom: 'Africa Freedom Day',
    heroes: 'Heroes’ Day',
    unity: 'Unity Day',
    farmers: 'Farmers’ Day',
    prayer: 'National Day of Prayer',
    independence: 'Independence Day',
    christmas: 'Christmas Day',
  },
  // A holiday that fell on a Sunday: the Monday after it is one too. The value is the name of the holiday.
  observed: (name: string) => `${name} (observed)`,
  // Shown on the day. The value is the name of the holiday.
  message: (name: string) =>
    `Today is ${name}. You can borrow and repay here as on any other day, and a bill that is due today stays due today. Our phone line may be closed.`,
});
