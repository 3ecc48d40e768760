package com.thumba.wallet.shell;

import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.content.Intent;
import android.content.pm.PackageManager;
import java.util.Arrays;
import org.robolectric.shadows.ShadowActivity;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** What a person answers, and what Android started. */
final class Answers {
  private Answers() {}

  /** Answers the open question for a permission. */
  static void toQuestion(Activity activity, int answer) {
    ShadowActivity.PermissionsRequest open = shadowOf(activity).getLastRequestedPermission();
    if (answer == PackageManager.PERMISSION_GRANTED)
      shadowOf(activity.getApplication()).grantPermissions(open.requestedPermissions);
    int[] answers = new int[open.requestedPermissions.length];
    Arrays.fill(answers, answer);
    activity.onRequestPermissionsResult(open.requestCode, open.requestedPermissions, answers);
  }

  /** The result of another app, to the code by which it was started. */
  static void result(Activity activity, int code, Intent data) {
    ReflectionHelpers.callInstanceMethod(
        activity,
        "onActivityResult",
        ClassParameter.from(int.class, code),
        ClassParameter.from(int.class, Activity.RESULT_OK),
        ClassParameter.from(Intent.class, data));
  }

  /** The app that was started by this action. */
  static Intent lastStarted(Activity activity, String action) {
    for (Intent started = shadowOf(activity).getNextStartedActivity();
        started != null;
        started = shadowOf(activity).getNextStartedActivity())
      if (action.equals(started.getAction())) return started;
    throw new AssertionError("nothing was started by " + action);
  }
}
