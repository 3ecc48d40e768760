package com.thumba.wallet.shell;

import android.os.Build;
import android.webkit.CookieManager;
import android.webkit.WebSettings;
import android.webkit.WebView;
import androidx.webkit.WebSettingsCompat;
import androidx.webkit.WebViewFeature;

/**
 * What the page may do in its WebView. Debugging stays off: Android switches it on for debuggable apps only, and the
 * build makes none. The WebView does not darken the page by itself, because the site has its own dark look: this is so
 * for every app of Android 13 and later.
 */
final class PageSettings {
  private PageSettings() {}

  static void apply(WebView page) {
    WebSettings settings = page.getSettings();
    allowScript(settings);
    settings.setDomStorageEnabled(true);
    settings.setAllowFileAccess(false);
    settings.setAllowContentAccess(false);
    forbidFileAddresses(settings);
    settings.setMixedContentMode(WebSettings.MIXED_CONTENT_NEVER_ALLOW);
    settings.setGeolocationEnabled(false);
    settings.setSupportMultipleWindows(false);
    settings.setJavaScriptCanOpenWindowsAutomatically(false);
    forbidKeptPasswords(settings);
    settings.setMediaPlaybackRequiresUserGesture(false);
    CookieManager.getInstance().setAcceptThirdPartyCookies(page, false);
    if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.O) settings.setSafeBrowsingEnabled(true);
    // The app lock of the site asks for the screen lock of the phone.
    if (WebViewFeature.isFeatureSupported(WebViewFeature.WEB_AUTHENTICATION))
      WebSettingsCompat.setWebAuthenticationSupport(settings, WebSettingsCompat.WEB_AUTHENTICATION_SUPPORT_FOR_APP);
  }

  @SuppressWarnings("SetJavaScriptEnabled")
  private static void allowScript(WebSettings settings) {
    settings.setJavaScriptEnabled(true);
  }

  /** They are off by themselves from Android 11 on, and older versions need to be told. */
  @SuppressWarnings("deprecation")
  private static void forbidFileAddresses(WebSettings settings) {
    settings.setAllowFileAccessFromFileURLs(false);
    settings.setAllowUniversalAccessFromFileURLs(false);
  }

  @SuppressWarnings("deprecation")
  private static void forbidKeptPasswords(WebSettings settings) {
    settings.setSavePassword(false);
    settings.setSaveFormData(false);
  }
}
