package com.thumba.wallet.shell;

import android.net.Uri;
import android.webkit.WebResourceRequest;
import java.util.Map;

/** A request as the WebView makes it. */
record MadeRequest(String address, boolean isForMainFrame) implements WebResourceRequest {
  @Override
  public Uri getUrl() {
    return Uri.parse(address);
  }

  @Override
  public boolean isRedirect() {
    return false;
  }

  @Override
  public boolean hasGesture() {
    return false;
  }

  @Override
  public String getMethod() {
    return "GET";
  }

  @Override
  public Map<String, String> getRequestHeaders() {
    return Map.of();
  }
}
