package com.thumba.wallet.shell;

import android.net.Uri;
import android.webkit.WebView;
import androidx.webkit.JavaScriptReplyProxy;
import androidx.webkit.WebMessageCompat;
import androidx.webkit.WebViewCompat;
import androidx.webkit.WebViewFeature;
import com.thumba.wallet.bridge.Bridge;
import java.util.Set;

/**
 * Connects the page with the bridge. A WebView that cannot limit the connection to the lender's origin gets none.
 * The site then works as in a browser, if it may be shown at all.
 *
 * @param isRequired whether the site must not be shown without the bridge, because it would offer shorter
 *     terms than this app may
 */
public record BridgePort(String origin, Bridge bridge, String script, boolean isRequired)
    implements WebViewCompat.WebMessageListener {
  private static final String NAME = "thumbaPort";

  /** The channel to the document that sent a message: it has one proxy. */
  private record DocumentChannel(JavaScriptReplyProxy proxy) implements Bridge.ReplyChannel {
    @Override
    public void post(String message) {
      proxy.postMessage(message);
    }
  }

  /** Whether the WebView of this phone is too old for this app. */
  boolean isMissing() {
    return isRequired && !isSupported();
  }

  private static boolean isSupported() {
    return WebViewFeature.isFeatureSupported(WebViewFeature.WEB_MESSAGE_LISTENER)
        && WebViewFeature.isFeatureSupported(WebViewFeature.DOCUMENT_START_SCRIPT);
  }

  void connect(WebView page) {
    if (!isSupported()) return;
    Set<String> origins = Set.of(origin);
    WebViewCompat.addWebMessageListener(page, NAME, origins, this);
    WebViewCompat.addDocumentStartJavaScript(page, script, origins);
  }

  @Override
  public void onPostMessage(
      WebView page, WebMessageCompat message, Uri origin, boolean isMainFrame, JavaScriptReplyProxy proxy) {
    if (message.getType() != WebMessageCompat.TYPE_STRING) return;
    bridge.receive(origin.toString(), isMainFrame, message.getData(), new DocumentChannel(proxy));
  }
}
