package com.thumba.wallet.shell;

import android.annotation.TargetApi;
import android.graphics.Bitmap;
import android.net.Uri;
import android.net.http.SslError;
import android.os.Build;
import android.webkit.HttpAuthHandler;
import android.webkit.RenderProcessGoneDetail;
import android.webkit.SslErrorHandler;
import android.webkit.WebResourceError;
import android.webkit.WebResourceRequest;
import android.webkit.WebResourceResponse;
import android.webkit.WebView;
import android.webkit.WebViewClient;
import java.io.ByteArrayInputStream;
import java.util.Map;
import java.util.function.Consumer;

/** Keeps every other site out of the main frame, and tells the page's owner how loading went. */
final class PageNavigation extends WebViewClient {
  /** What the owner of the page learns. */
  interface Owner {
    /** Another entry of the history is shown. */
    void showed(String address);

    void loaded();

    void failed(String address, LoadFailure failure);

    /** The main frame holds something else than the lender's site. */
    void leftSite();

    /** The process that drew this page is gone. The WebView cannot be used any more. */
    void ended(WebView page);
  }

  private final LenderSite site;
  private final Owner owner;
  private final Consumer<String> openOutside;

  PageNavigation(LenderSite site, Owner owner, Consumer<String> openOutside) {
    this.site = site;
    this.owner = owner;
    this.openOutside = openOutside;
  }

  @Override
  public boolean shouldOverrideUrlLoading(WebView page, WebResourceRequest request) {
    Uri address = request.getUrl();
    if (!request.isForMainFrame() || site.holds(address.toString())) return false;
    openOutside.accept(address.toString());
    return true;
  }

  /** Forms that are sent to another site do not come through {@link #shouldOverrideUrlLoading}. */
  @Override
  public WebResourceResponse shouldInterceptRequest(WebView page, WebResourceRequest request) {
    if (!request.isForMainFrame() || site.holds(request.getUrl().toString())) return null;
    ByteArrayInputStream nothing = new ByteArrayInputStream(new byte[0]);
    return new WebResourceResponse("text/plain", "utf-8", 403, "Forbidden", Map.of(), nothing);
  }

  @Override
  public void onPageStarted(WebView page, String address, Bitmap icon) {
    if (address.startsWith("http") && !site.holds(address)) owner.leftSite();
  }

  @Override
  public void doUpdateVisitedHistory(WebView page, String address, boolean isReload) {
    owner.showed(address);
  }

  @Override
  public void onPageFinished(WebView page, String address) {
    owner.loaded();
  }

  @Override
  public void onReceivedError(WebView page, WebResourceRequest request, WebResourceError error) {
    if (!request.isForMainFrame()) return;
    boolean isUnsafe = error.getErrorCode() == ERROR_FAILED_SSL_HANDSHAKE;
    owner.failed(request.getUrl().toString(), isUnsafe ? LoadFailure.UNSAFE : LoadFailure.UNREACHABLE);
  }

  /** A wrong certificate is never accepted. */
  @Override
  public void onReceivedSslError(WebView page, SslErrorHandler handler, SslError error) {
    handler.cancel();
    if (site.holds(error.getUrl())) owner.failed(error.getUrl(), LoadFailure.UNSAFE);
  }

  @Override
  public void onReceivedHttpAuthRequest(WebView page, HttpAuthHandler handler, String host, String realm) {
    handler.cancel();
  }

  @TargetApi(Build.VERSION_CODES.O)
  @Override
  public boolean onRenderProcessGone(WebView page, RenderProcessGoneDetail detail) {
    owner.ended(page);
    return true;
  }
}
