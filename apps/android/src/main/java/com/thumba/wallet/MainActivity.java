package com.thumba.wallet;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.webkit.WebView;

/** The one activity: the lender's site in a WebView. */
public final class MainActivity extends Activity {
  private ActivityResults results;

  @Override
  protected void onCreate(Bundle savedState) {
    super.onCreate(savedState);
    results = new ActivityResults(this);
    WebView page = new WebView(this);
    setContentView(page);
    page.loadUrl(LenderSettings.of(this).origin() + "/");
  }

  @Override
  protected void onActivityResult(int code, int resultCode, Intent data) {
    super.onActivityResult(code, resultCode, data);
    results.deliver(code, resultCode, data);
  }
}
