package com.thumba.wallet.shell;

import android.webkit.WebResourceError;

/** A failure as the WebView tells it. */
final class MadeError extends WebResourceError {
  private final int code;

  MadeError(int code) {
    this.code = code;
  }

  @Override
  public int getErrorCode() {
    return code;
  }

  @Override
  public CharSequence getDescription() {
    return "net::ERR";
  }
}
