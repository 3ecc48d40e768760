package com.thumba.wallet.shell;

import android.annotation.TargetApi;
import android.app.Activity;
import android.os.Build;
import android.window.OnBackInvokedCallback;
import android.window.OnBackInvokedDispatcher;

/**
 * From Android 13 on, Android wants to know beforehand whether the back key belongs to the app. It does while the page
 * has something to go back to; else Android leaves the app.
 */
@TargetApi(Build.VERSION_CODES.TIRAMISU)
public final class BackKey {
  private final Activity activity;
  private final LenderPage page;
  private final OnBackInvokedCallback goBack = this::goBack;
  private boolean isOurs;

  public BackKey(Activity activity, LenderPage page) {
    this.activity = activity;
    this.page = page;
  }

  /** The page may have more or less to go back to. */
  public void update() {
    if (page.canGoBack() == isOurs) return;
    isOurs = !isOurs;
    OnBackInvokedDispatcher dispatcher = activity.getOnBackInvokedDispatcher();
    if (isOurs) dispatcher.registerOnBackInvokedCallback(OnBackInvokedDispatcher.PRIORITY_DEFAULT, goBack);
    else dispatcher.unregisterOnBackInvokedCallback(goBack);
  }

  private void goBack() {
    if (page.canGoBack()) page.goBack();
    else activity.finish();
  }
}
