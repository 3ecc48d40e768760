// Google leads here with its answer in the fragment. The page that opened the window gets it, if it is of this origin.
const answer = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
history.replaceState(null, '', location.pathname);
if (window.opener) {
  window.opener.postMessage(answer, location.origin);
  window.close();
}
