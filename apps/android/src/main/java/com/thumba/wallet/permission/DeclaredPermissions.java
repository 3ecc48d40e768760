package com.thumba.wallet.permission;

import android.content.Context;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;

/** The names of the permissions that the manifest of this build declares. */
final class DeclaredPermissions {
  private DeclaredPermissions() {}

  static Collection<String> of(Context context) {
    try {
      PackageManager packages = context.getPackageManager();
      PackageInfo self = packages.getPackageInfo(context.getPackageName(), PackageManager.GET_PERMISSIONS);
      String[] names = self.requestedPermissions;
      return names == null ? Collections.emptyList() : Arrays.asList(names);
    } catch (PackageManager.NameNotFoundException impossible) {
      throw new IllegalStateException("the app does not find itself", impossible);
    }
  }
}
