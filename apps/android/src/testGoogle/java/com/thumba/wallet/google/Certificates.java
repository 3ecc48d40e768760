package com.thumba.wallet.google;

import static org.robolectric.Shadows.shadowOf;

import android.content.Context;
import android.content.pm.PackageInfo;
import android.content.pm.Signature;
import android.content.pm.SigningInfo;
import android.os.Build;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.util.ReflectionHelpers;

/** Robolectric installs the app unsigned. */
final class Certificates {
  private Certificates() {}

  static void signInstalledApp(Context context, String certificate) {
    Signature[] signatures = {new Signature(certificate)};
    PackageInfo app =
        shadowOf(context.getPackageManager()).getInternalMutablePackageInfo(context.getPackageName());
    if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.P) {
      app.signingInfo = Shadow.newInstanceOf(SigningInfo.class);
      shadowOf(app.signingInfo).setSignatures(signatures);
    } else {
      ReflectionHelpers.setField(app, "signatures", signatures);
    }
  }
}
