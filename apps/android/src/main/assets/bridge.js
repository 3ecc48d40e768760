// Runs before the first script of every page of the lender's site, in its top frame only. docs/android-bridge.md says
// what the object is; its methods send messages to the app, and the app's answers come back by the same port.
((constants) => {
  if (window.top !== window) return;
  const port = window.thumbaPort;
  if (port === undefined) return;
  const GOOGLE = 'google-';
  const host = {};
  const send = (requestId, method, argument) =>
    port.postMessage(JSON.stringify({ requestId, method, argument }));
  let googleRequests = 0;
  const signInWithGoogle = () => {
    googleRequests += 1;
    send(GOOGLE + googleRequests, 'signInWithGoogle', '{}');
  };
  for (const [name, value] of Object.entries(constants.answeredAtOnce)) host[name] = () => value;
  for (const method of constants.hooks)
    host[method] = (requestId, argument) => send(String(requestId), method, String(argument));
  if (constants.hooks.includes('signInWithGoogle')) host.signInWithGoogle = signInWithGoogle;
  port.onmessage = ({ data }) => {
    const { requestId, answer } = JSON.parse(data);
    if (!requestId.startsWith(GOOGLE)) window.onThumbaAndroid?.(requestId, answer);
    else if (requestId === GOOGLE + googleRequests) {
      const { value, error } = JSON.parse(answer);
      window.onThumbaGoogleSignIn?.(error === 'refused' ? '' : value);
    }
  };
  Object.defineProperty(window, 'ThumbaAndroid', { value: Object.freeze(host) });
})(CONSTANTS);
