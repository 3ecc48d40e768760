package com.thumba.wallet;

import android.app.Activity;
import android.app.Application.ActivityLifecycleCallbacks;
import android.os.Bundle;

/** Ends what was started for an activity when Android destroys the activity. */
public final class WhenDestroyed implements ActivityLifecycleCallbacks {
  private final Activity watched;
  private final Runnable end;

  private WhenDestroyed(Activity watched, Runnable end) {
    this.watched = watched;
    this.end = end;
  }

  public static void run(Activity activity, Runnable end) {
    activity.getApplication().registerActivityLifecycleCallbacks(new WhenDestroyed(activity, end));
  }

  @Override
  public void onActivityDestroyed(Activity destroyed) {
    if (destroyed != watched) return;
    destroyed.getApplication().unregisterActivityLifecycleCallbacks(this);
    end.run();
  }

  @Override
  public void onActivityCreated(Activity activity, Bundle savedState) {}

  @Override
  public void onActivityStarted(Activity activity) {}

  @Override
  public void onActivityResumed(Activity activity) {}

  @Override
  public void onActivityPaused(Activity activity) {}

  @Override
  public void onActivityStopped(Activity activity) {}

  @Override
  public void onActivitySaveInstanceState(Activity activity, Bundle state) {}
}
