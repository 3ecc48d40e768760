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
 * Connects the page with the bridge. A WebView that cannot limit the connection to the lender's origin gets none: the
 * site then works as in a browser.
 */
public record BridgePort(String origin, Bridge bridge, String script) implements WebViewCompat.WebMessageListener {
  private static final String NAME = "thumbaPort";

  /** The channel to the document that sent a message: it has one proxy. */
  private record DocumentChannel(JavaScriptReplyProxy proxy) implements Bridge.ReplyChannel {
    @Override
    public void post(String message) {
      proxy.postMessage(message);
    }
  }

  void connect(WebView page) {
    if (!WebViewFeature.isFeatureSupported(WebViewFeature.WEB_MESSAGE_LISTENER)
        || !WebViewFeature.isFeatureSupported(WebViewFeature.DOCUMENT_START_SCRIPT)) return;
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
