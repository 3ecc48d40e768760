package com.thumba.wallet.update;

import android.app.PendingIntent;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.PackageInstaller;
import android.os.Build;
import com.thumba.wallet.bridge.Refusal;
import com.thumba.wallet.bridge.Refused;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.UUID;

/** Gives a checked file to Android's installer, which then asks the person. */
final class InstallSession {
  /** What the installer says first, on the main thread. */
  interface Listener {
    /** @param confirmation the screen on which the person decides, or null if Android needs no decision */
    void ready(Intent confirmation);

    void refused(Refusal refusal);
  }

  private static final int PIECE_BYTES = 64 * 1024;

  private final Context context;
  private final PackageInstaller installer;

  InstallSession(Context context) {
    this.context = context;
    installer = context.getPackageManager().getPackageInstaller();
  }

  /** Sessions of earlier updates that the person has not decided about. */
  void abandonEarlier() {
    for (PackageInstaller.SessionInfo session : installer.getMySessions()) abandon(session.getSessionId());
  }

  void abandon(int id) {
    try {
      installer.abandonSession(id);
    } catch (SecurityException ended) {
      // Android has ended it in the meantime.
    }
  }

  /** @return the session that holds a copy of the file */
  int write(File file) throws Refused {
    PackageInstaller.SessionParams app =
        new PackageInstaller.SessionParams(PackageInstaller.SessionParams.MODE_FULL_INSTALL);
    app.setAppPackageName(context.getPackageName());
    app.setSize(file.length());
    try {
      int id = installer.createSession(app);
      boolean isWritten = false;
      try (PackageInstaller.Session session = installer.openSession(id)) {
        copy(file, session);
        isWritten = true;
      } finally {
        if (!isWritten) abandon(id);
      }
      return id;
    } catch (IOException broken) {
      throw new Refused(Refusal.FAILED, "the installer does not take the file");
    }
  }

  private static void copy(File file, PackageInstaller.Session session) throws IOException {
    try (InputStream from = new FileInputStream(file);
        OutputStream to = session.openWrite("update.apk", 0, file.length())) {
      byte[] piece = new byte[PIECE_BYTES];
      for (int read = from.read(piece); read != -1; read = from.read(piece)) to.write(piece, 0, read);
      session.fsync(to);
    }
  }

  /**
   * Starts the installation. No other app may tell its state, because the confirmation is started as it comes: other
   * apps do not know the name of the action, and newer versions of Android do not let them send it.
   */
  void commit(int id, Listener listener) {
    String action = context.getPackageName() + ".INSTALL." + UUID.randomUUID();
    BroadcastReceiver receiver = new StatusReceiver(id, listener);
    IntentFilter filter = new IntentFilter(action);
    if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU)
      context.registerReceiver(receiver, filter, Context.RECEIVER_NOT_EXPORTED);
    else context.registerReceiver(receiver, filter);
    // Android writes the state into the intent, so it must be mutable.
    int mutable = Build.VERSION.SDK_INT >= Build.VERSION_CODES.S ? PendingIntent.FLAG_MUTABLE : 0;
    Intent status = new Intent(action).setPackage(context.getPackageName());
    PendingIntent pending =
        PendingIntent.getBroadcast(context, id, status, PendingIntent.FLAG_UPDATE_CURRENT | mutable);
    try (PackageInstaller.Session session = installer.openSession(id)) {
      session.commit(pending.getIntentSender());
    } catch (IOException | SecurityException fault) {
      context.unregisterReceiver(receiver);
      listener.refused(Refusal.FAILED);
    }
  }

  private static final class StatusReceiver extends BroadcastReceiver {
    private final int id;
    private final Listener listener;

    StatusReceiver(int id, Listener listener) {
      this.id = id;
      this.listener = listener;
    }

    @Override
    public void onReceive(Context context, Intent intent) {
      if (intent.getIntExtra(PackageInstaller.EXTRA_SESSION_ID, -1) != id) return;
      context.unregisterReceiver(this);
      switch (intent.getIntExtra(PackageInstaller.EXTRA_STATUS, PackageInstaller.STATUS_FAILURE)) {
        case PackageInstaller.STATUS_PENDING_USER_ACTION -> listener.ready(confirmationIn(intent));
        case PackageInstaller.STATUS_SUCCESS -> listener.ready(null);
        case PackageInstaller.STATUS_FAILURE_ABORTED, PackageInstaller.STATUS_FAILURE_BLOCKED ->
            listener.refused(Refusal.REFUSED);
        case PackageInstaller.STATUS_FAILURE_INCOMPATIBLE -> listener.refused(Refusal.UNSUPPORTED);
        default -> listener.refused(Refusal.FAILED);
      }
    }

    /** Android's replacement for the method is not in the older versions. */
    @SuppressWarnings("deprecation")
    private static Intent confirmationIn(Intent intent) {
      return intent.getParcelableExtra(Intent.EXTRA_INTENT);
    }
  }
}
