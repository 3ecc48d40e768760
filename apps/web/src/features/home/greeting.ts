import { lusakaHour } from '../../platform/lusaka-time.ts';
import { homeWords } from '../../words/home.ts';

/** "Good morning, Chanda". */
export function greeting(name: string | undefined): string {
  const hour = lusakaHour();
  const words = hour < 12 ? homeWords.morning : hour < 18 ? homeWords.afternoon : homeWords.evening;
  const firstName = name?.trim().split(/\s+/)[0];
  return firstName ? homeWords.greetingTo(words, firstName) : words;
}
