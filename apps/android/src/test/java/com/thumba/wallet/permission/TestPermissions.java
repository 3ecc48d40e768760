package com.thumba.wallet.permission;

import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.content.Intent;
import android.content.pm.PackageManager;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadows.ShadowActivity;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** Sets which permissions the manifest of the tested build declares. */
public final class TestPermissions {
  private TestPermissions() {}

  public static void set(Permission... permissions) {
    List<String> names = new ArrayList<>();
    for (Permission permission : permissions) names.addAll(List.of(permission.androidNames()));
    var application = RuntimeEnvironment.getApplication();
    shadowOf(application.getPackageManager()).getInternalMutablePackageInfo(application.getPackageName())
            .requestedPermissions =
        names.toArray(new String[0]);
  }

  public static void grant(Permission permission) {
    shadowOf(RuntimeEnvironment.getApplication()).grantPermissions(permission.androidNames());
  }

  /** What the person answers, as Android gives it: the activity then knows that the question is closed. */
  public static void answer(
      Activity activity, ShadowActivity.PermissionsRequest question, boolean isGranted) {
    String[] names = question.requestedPermissions;
    if (isGranted) shadowOf(activity.getApplication()).grantPermissions(names);
    int[] answers = new int[names.length];
    Arrays.fill(answers, isGranted ? PackageManager.PERMISSION_GRANTED : PackageManager.PERMISSION_DENIED);
    Intent result =
        new Intent()
            .putExtra("android.content.pm.extra.REQUEST_PERMISSIONS_NAMES", names)
            .putExtra("android.content.pm.extra.REQUEST_PERMISSIONS_RESULTS", answers);
    ReflectionHelpers.callInstanceMethod(
        Activity.class,
        activity,
        "dispatchRequestPermissionsResult",
        ClassParameter.from(int.class, question.requestCode),
        ClassParameter.from(Intent.class, result));
  }
}
