import { expect, test } from 'vitest';
import { readPdf } from '../../test/read-pdf.ts';
import { toDate } from './clock.ts';
import { openSheet } from './sheet.ts';

async function textOf(paragraph: string): Promise<string> {
  const letterhead = { brandName: '', drawBrandMark() {}, senderName: '', senderLines: [] };
  const sheet = openSheet({ title: '', subtitle: '', letterhead, footer: [], issuedAt: toDate(0) });
  sheet.paragraph(paragraph);
  return (await readPdf(await sheet.finish())).text;
}

test('a letter can be read out of a document, also if only letters made of it were written before', async () => {
  expect(await textOf('ŔéçéíṗţŵÝ')).toContain('ŔéçéíṗţŵÝ');
  expect(await textOf('Receipt wY')).toContain('Receipt wY');
});
