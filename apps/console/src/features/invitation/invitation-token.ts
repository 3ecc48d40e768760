/**
 * The token of the link. It stands behind `#`, so that no server and no log sees it, and is taken out of the address at
 * once, so that it stays in no history.
 */
export function takeToken(): string {
  const token = location.hash.slice(1);
  if (token !== '') history.replaceState(null, '', location.pathname);
  return token;
}
