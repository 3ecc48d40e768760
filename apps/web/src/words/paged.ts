import { words } from '@thumba/words/catalogue';

export const pagedWords = words('paged', { showMore: 'Show more' });
