import { extractText, getDocumentProxy } from 'unpdf';

/** The words of a PDF as a person reads them, spaces evened out; without the foot of each page in `text`. */
export type PaperFile = { text: string; pages: string[] };

export async function readPdf(pdf: Buffer): Promise<PaperFile> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  const pages = text.map((page) => page.replace(/\s+/g, ' ').trim());
  return { pages, text: pages.join(' ') };
}
