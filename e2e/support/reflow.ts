import type { CDPSession, Page } from 'playwright-core';

const SMALLEST_TEXT_PX = 12;

/** Fails unless everything on the screen is inside its width, and no text is smaller than 12 px (WCAG 1.4.4, 1.4.10). */
export async function expectReflow(page: Page, name: string): Promise<void> {
  const { width } = page.viewportSize()!;
  // In the page, because it measures every piece of text.
  const findings = await page.evaluate<string[]>(`(() => {
    const found = new Set();
    if (document.documentElement.scrollWidth > ${width}) found.add('it scrolls to the side');
    const shown = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const element = text.parentElement;
      if (text.data.trim() === '' || element.closest('.visually-hidden, svg, script, noscript, option')) continue;
      const size = parseFloat(getComputedStyle(element).fontSize);
      if (size < ${SMALLEST_TEXT_PX} - 0.01) found.add(size + ' px: ' + text.data);
      const range = document.createRange();
      range.selectNodeContents(text);
      // Pictures and tables in a box of their own may scroll to the side.
      const scrolls = (box) => box !== null &&
        (/auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth || scrolls(box.parentElement));
      const isOutside = ({ left, right }) => left < -1 || right > ${width} + 1;
      if ([...range.getClientRects()].some(isOutside) && !scrolls(element)) found.add('cut: ' + text.data);
    }
    return [...found];
  })()`);
  if (findings.length > 0) throw new Error(`${name}, ${width} px wide:\n  ${findings.join('\n  ')}`);
}

/** Sets the font size of the browser, as a person does in its settings. It counts from the next load on. */
export async function setBrowserFontSize(browserOfPage: CDPSession, standard: number): Promise<void> {
  await browserOfPage.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
}
