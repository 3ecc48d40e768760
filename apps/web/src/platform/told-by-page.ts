/** What the server has written into the page. It leaves out the default tenant, and the languages of English alone. */
export function toldByPage(name: 'tenant' | 'languages'): string | undefined {
  return globalThis.document?.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content;
}
