package com.thumba.wallet.update;

import android.app.Activity;
import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.net.Uri;
import android.os.Build;
import android.provider.Settings;
import android.util.Log;
import com.thumba.wallet.ActivityResults;
import com.thumba.wallet.LenderSettings;
import com.thumba.wallet.WhenDestroyed;
import com.thumba.wallet.bridge.Argument;
import com.thumba.wallet.bridge.BackgroundWork;
import com.thumba.wallet.bridge.Hook;
import com.thumba.wallet.bridge.Refusal;
import com.thumba.wallet.bridge.Refused;
import com.thumba.wallet.bridge.Reply;
import com.thumba.wallet.bridge.TimeLimitedReply;
import java.io.File;
import java.io.IOException;
import java.util.regex.Pattern;

/** The hook updateApp: a newer version of this app from the lender's site. One update runs at a time. */
public final class UpdateApp implements Hook {
  private static final String TAG = "ThumbaUpdate";
  private static final long LIMIT_MS = 599_000;
  private static final int LONGEST_ADDRESS = 2000;
  private static final int LARGEST_VERSION_CODE = 2_100_000_000;
  private static final int HASH_LENGTH = 64;
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  private final Activity activity;
  private final LenderSettings settings;
  private final ActivityResults results;
  private final BackgroundWork background;
  private final InstallSession installation;
  private RunningUpdate running;

  /** From the question of the page to its answer. */
  private static final class RunningUpdate {
    final Download download = new Download();
    TimeLimitedReply reply;
    Integer session;
    boolean isConfirmed;
  }

  public UpdateApp(
      Activity activity, LenderSettings settings, ActivityResults results, BackgroundWork background) {
    this.activity = activity;
    this.settings = settings;
    this.results = results;
    this.background = background;
    installation = new InstallSession(activity.getApplicationContext());
    WhenDestroyed.run(activity, this::stop);
  }

  @Override
  public void ask(Argument argument, Reply reply) throws Argument.Invalid {
    String address = argument.text("url", LONGEST_ADDRESS);
    String sha256 = argument.text("sha256", HASH_LENGTH);
    int versionCode = argument.count("versionCode", LARGEST_VERSION_CODE);
    if (!settings.updatesItself()) reply.refuse(Refusal.UNSUPPORTED);
    else if (running != null || !HASH.matcher(sha256).matches()) reply.refuse(Refusal.FAILED);
    else {
      RunningUpdate update = new RunningUpdate();
      running = update;
      update.reply = new TimeLimitedReply(reply, LIMIT_MS, () -> end(update));
      background.start(
          replyOfWork(update), () -> sessionWith(update.download, address, sha256, versionCode));
    }
  }

  private Reply replyOfWork(RunningUpdate update) {
    return new Reply() {
      @Override
      public void value(Object session) {
        update.session = (Integer) session;
        if (update.download.isCancelled()) installation.abandon(update.session);
        else askForTheSource(update);
      }

      @Override
      public void refuse(Refusal refusal) {
        update.reply.refuse(refusal);
      }
    };
  }

  /** The page that waits for the update is gone. */
  private void stop() {
    if (running != null) running.reply.refuse(Refusal.FAILED);
  }

  /** The session of an update that did not reach the person would keep the file. */
  private void end(RunningUpdate update) {
    update.download.cancel();
    running = null;
    if (update.session != null && !update.isConfirmed) installation.abandon(update.session);
  }

  /** On another thread: the file is on the phone only as long as this runs. */
  private int sessionWith(Download download, String address, String sha256, int versionCode) throws Refused {
    installation.abandonEarlier();
    File folder = new File(activity.getCacheDir(), "updates");
    File file = null;
    try {
      if (!folder.isDirectory() && !folder.mkdirs()) throw new IOException("no folder for updates");
      // Android may have ended the app during an earlier update.
      for (File earlier : folder.listFiles()) earlier.delete();
      file = File.createTempFile("update-", ".apk", folder);
      download.to(file, address, sha256);
      UpdateCheck.check(activity, file, versionCode);
      return installation.write(file);
    } catch (IOException noRoom) {
      throw new Refused(Refusal.FAILED, "no room for the file");
    } catch (Refused refused) {
      Log.w(TAG, refused.getMessage());
      throw refused;
    } finally {
      if (file != null) file.delete();
    }
  }

  /** From Android 8 the person allows each app by itself to install others. */
  private void askForTheSource(RunningUpdate update) {
    if (mayInstall()) {
      open(update);
      return;
    }
    Uri self = Uri.parse("package:" + activity.getPackageName());
    Intent question = new Intent(Settings.ACTION_MANAGE_UNKNOWN_APP_SOURCES, self);
    boolean isAsked =
        results.start(
            question,
            (code, nothing) -> {
              if (update.download.isCancelled()) return;
              if (mayInstall()) open(update);
              else update.reply.refuse(Refusal.REFUSED);
            });
    if (!isAsked) update.reply.refuse(Refusal.UNSUPPORTED);
  }

  private boolean mayInstall() {
    return Build.VERSION.SDK_INT < Build.VERSION_CODES.O
        || activity.getPackageManager().canRequestPackageInstalls();
  }

  private void open(RunningUpdate update) {
    installation.commit(
        update.session,
        new InstallSession.Listener() {
          @Override
          public void ready(Intent confirmation) {
            if (update.download.isCancelled()) return;
            update.isConfirmed = confirmation == null || isStarted(confirmation);
            if (update.isConfirmed) update.reply.value(true);
            else update.reply.refuse(Refusal.UNSUPPORTED);
          }

          @Override
          public void refused(Refusal refusal) {
            update.reply.refuse(refusal);
          }
        });
  }

  private boolean isStarted(Intent confirmation) {
    try {
      activity.startActivity(confirmation);
      return true;
    } catch (ActivityNotFoundException | SecurityException noInstaller) {
      return false;
    }
  }
}
