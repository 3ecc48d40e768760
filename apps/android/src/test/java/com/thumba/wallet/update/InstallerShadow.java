package com.thumba.wallet.update;

import android.content.Intent;
import android.content.IntentSender;
import android.content.pm.PackageInstaller;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowPackageInstaller;

/** Android's installer: it keeps what the app gives it, and says what the test lets it say. */
@Implements(value = PackageInstaller.Session.class)
public final class InstallerShadow extends ShadowPackageInstaller.ShadowSession {
  private static ByteArrayOutputStream written;
  private static IntentSender status;
  private static boolean failsWrites;

  public static void reset() {
    written = null;
    status = null;
    failsWrites = false;
  }

  /** As a phone that has no room for the file. */
  public static void failWrites() {
    failsWrites = true;
  }

  /** Null before the app has given a file. */
  public static byte[] written() {
    return written == null ? null : written.toByteArray();
  }

  public static boolean isCommitted() {
    return status != null;
  }

  public static void say(int sessionId, int state, Intent confirmation) throws Exception {
    Intent news =
        new Intent()
            .putExtra(PackageInstaller.EXTRA_SESSION_ID, sessionId)
            .putExtra(PackageInstaller.EXTRA_STATUS, state)
            .putExtra(Intent.EXTRA_INTENT, confirmation);
    status.sendIntent(RuntimeEnvironment.getApplication(), 0, news, null, null);
  }

  @Implementation
  @Override
  protected OutputStream openWrite(String name, long offsetBytes, long lengthBytes)
      throws IOException {
    if (failsWrites) throw new IOException("no room");
    written = new ByteArrayOutputStream();
    return written;
  }

  @Implementation
  @Override
  protected void fsync(OutputStream out) {}

  @Implementation
  @Override
  protected void commit(IntentSender statusReceiver) {
    status = statusReceiver;
  }
}
