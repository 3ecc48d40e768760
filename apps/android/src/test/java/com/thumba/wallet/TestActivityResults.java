package com.thumba.wallet;

import android.app.Activity;

/** The results of other apps, which the activity of a test does not deliver by itself. */
public final class TestActivityResults {
  private final ActivityResults results;

  public TestActivityResults(Activity activity) {
    results = new ActivityResults(activity);
  }

  public ActivityResults results() {
    return results;
  }

  public void deliver(int requestCode) {
    results.deliver(requestCode, Activity.RESULT_CANCELED, null);
  }
}
