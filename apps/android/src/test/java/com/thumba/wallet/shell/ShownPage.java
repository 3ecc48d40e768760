package com.thumba.wallet.shell;

import android.app.Activity;
import android.view.View;
import android.view.ViewGroup;
import android.webkit.WebView;
import com.thumba.wallet.R;

/** What the window of the app shows. */
final class ShownPage {
  private ShownPage() {}

  /** The WebView is below everything else. */
  static WebView of(Activity activity) {
    return (WebView) frameOf(activity).getChildAt(0);
  }

  static ViewGroup frameOf(Activity activity) {
    ViewGroup content = activity.findViewById(android.R.id.content);
    return (ViewGroup) content.getChildAt(0);
  }

  static View failureOf(Activity activity) {
    return activity.findViewById(R.id.failure);
  }
}
