/** Downloads through a link, so that the page stays open and the service worker does not take it for a screen. */
export function startDownload({ url, fileName }: { url: string; fileName: string }): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
}
