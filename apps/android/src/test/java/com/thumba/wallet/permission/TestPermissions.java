package com.thumba.wallet.permission;

import static org.robolectric.Shadows.shadowOf;

import java.util.ArrayList;
import java.util.List;
import org.robolectric.RuntimeEnvironment;

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
}
