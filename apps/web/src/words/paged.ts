import { words } from './catalogue.ts';

export const pagedWords = words('paged', { showMore: 'Show more' });
