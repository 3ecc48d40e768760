import { words } from '@thumba/words/catalogue';

export const billMissingWords = words('billMissing', {
  title: 'We cannot find this bill',
  text: 'Check the link. The bill may belong to another number.',
});
