import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { DESKTOP, PHONE, standStill } from '../support/browser.ts';

const LARGE_PHONE = { width: 412, height: 915 };
const HIGHEST_PIXELS = 6000;

type Picture = { name: string; file: string; width: number; height: number };

export type PictureBook = {
  /** Begins a chapter of the contact sheet. The next pictures belong to it. */
  chapter(title: string): void;
  /** Takes a phone, a large phone and a desktop. For a page that scrolls it also takes the end and the whole page. */
  take(page: Page, name: string, options?: TakeOptions): Promise<void>;
  /** Writes the contact sheet and answers the files. */
  close(): Promise<string[]>;
};

type TakeOptions = {
  /** True for a picture of a page that still loads. */
  isLoading?: boolean;
  /** True for a page that is not for phones: only the size that its window has. */
  isOneSize?: boolean;
};

export async function openPictureBook(folder: string): Promise<PictureBook> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const chapters: { title: string; pictures: Picture[] }[] = [];

  async function save(page: Page, name: string): Promise<void> {
    const { width, height } = page.viewportSize()!;
    const file = `${name}-${width}.png`;
    await standStill(page);
    const scale = width === PHONE.width ? 'device' : 'css';
    await page.screenshot({ path: path.join(folder, file), caret: 'initial', scale });
    chapters.at(-1)!.pictures.push({ name, file, width, height });
  }

  return {
    chapter(title) {
      chapters.push({ title, pictures: [] });
    },
    async take(page, name, { isLoading = false, isOneSize = false } = {}) {
      if (!isLoading) await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'hidden' });
      const size = page.viewportSize()!;
      await save(page, name);
      if (isOneSize) return;
      // First the other screens, because a toast is gone before a long page is scrolled.
      for (const other of [LARGE_PHONE, DESKTOP]) {
        await page.setViewportSize(other);
        await save(page, name);
      }
      await page.setViewportSize(size);
      const height = Math.min(await heightOfAll(page), HIGHEST_PIXELS);
      if (height <= size.height + 1) return;
      await scrollAll(page, height);
      await save(page, `${name}--end`);
      await scrollAll(page, 0);
      await page.setViewportSize({ width: size.width, height });
      await save(page, `${name}--whole`);
      await page.setViewportSize(size);
    },
    async close() {
      await writeFile(path.join(folder, 'index.html'), contactSheet(chapters));
      return chapters.flatMap(({ pictures }) => pictures.map(({ file }) => file));
    },
  };
}

/** The height of the dialog on top, where one is open, because the page behind it does not scroll. */
function heightOfAll(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    if (!dialog) return document.documentElement.scrollHeight;
    const hidden = [dialog, ...dialog.querySelectorAll('*')]
      .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowY))
      .map((element) => element.scrollHeight - element.clientHeight);
    return innerHeight + Math.max(0, ...hidden);
  })()`);
}

async function scrollAll(page: Page, top: number): Promise<void> {
  await page.evaluate(`(() => {
    for (const element of [document.documentElement, ...document.querySelectorAll('dialog[open] *')]) {
      element.scrollTop = ${top};
    }
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  })()`);
}

function contactSheet(chapters: readonly { title: string; pictures: readonly Picture[] }[]): string {
  const sections = chapters.map(
    ({ title, pictures }) => `<h2>${title}</h2><div>${pictures.map(figure).join('')}</div>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Thumba: every screen and state</title>
<style>
  body { margin: 24px; background: #ddd6ca; font: 14px system-ui, sans-serif; color: #14201b; }
  div { display: flex; flex-wrap: wrap; gap: 16px; align-items: start; }
  figure { margin: 0; }
  img { display: block; border-radius: 8px; box-shadow: 0 2px 12px rgb(0 0 0 / .2); }
  figcaption { max-width: 240px; padding: 6px 2px; }
</style>
<h1>Thumba: every screen and state</h1>
${sections.join('\n')}
</html>
`;
}

function figure({ name, file, width, height }: Picture): string {
  const shown = width > PHONE.width ? 0.4 : 0.66;
  const size = `width="${Math.round(width * shown)}" height="${Math.round(height * shown)}"`;
  const caption = `${name.replaceAll('-', ' ').replace(/ {2}(\w+)$/, ' ($1)')} · ${width} × ${height}`;
  return `<figure><a href="${file}"><img src="${file}" ${size} alt="" loading="lazy"></a><figcaption>${caption}</figcaption></figure>`;
}
