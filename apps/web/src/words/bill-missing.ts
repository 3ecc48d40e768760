import { words } from './catalogue.ts';

export const billMissingWords = words('billMissing', {
  title: 'We do not find this bill',
  text: 'The link may be mistyped, or the bill belongs to another number.',
});
