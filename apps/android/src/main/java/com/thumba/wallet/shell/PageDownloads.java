package com.thumba.wallet.shell;

import android.annotation.TargetApi;
import android.app.Activity;
import android.app.DownloadManager;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.net.Uri;
import android.os.Build;
import android.os.Environment;
import android.webkit.DownloadListener;
import android.webkit.URLUtil;
import android.widget.Toast;
import com.thumba.wallet.R;
import java.util.HashMap;
import java.util.Map;

/** Gives papers and the copy of one's data to the download manager of Android, and offers to open them. */
public final class PageDownloads extends BroadcastReceiver implements DownloadListener {
  private static final String[] FOLDERS = {"/paper/", "/my-data/"};
  private static final int LONGEST_NAME = 100;

  private final Activity activity;
  private final LenderSite site;
  private final DownloadManager manager;
  /** The type of each download that this window has started. */
  private final Map<Long, String> running = new HashMap<>();

  public PageDownloads(Activity activity, LenderSite site) {
    this.activity = activity;
    this.site = site;
    manager = (DownloadManager) activity.getSystemService(Context.DOWNLOAD_SERVICE);
  }

  /** From now on a finished download is offered to be opened. */
  @TargetApi(Build.VERSION_CODES.TIRAMISU)
  public void start() {
    IntentFilter finished = new IntentFilter(DownloadManager.ACTION_DOWNLOAD_COMPLETE);
    // The download manager is another app. Its message counts only for a download that it has itself.
    if (Build.VERSION.SDK_INT < Build.VERSION_CODES.TIRAMISU) activity.registerReceiver(this, finished);
    else activity.registerReceiver(this, finished, Context.RECEIVER_EXPORTED);
  }

  public void stop() {
    activity.unregisterReceiver(this);
  }

  @Override
  public void onDownloadStart(String address, String agent, String disposition, String type, long length) {
    if (!isOffered(address)) {
      say(R.string.download_refused);
      return;
    }
    String name = nameOf(address, disposition, type);
    DownloadManager.Request request =
        new DownloadManager.Request(Uri.parse(address))
            .setTitle(name)
            .setMimeType(type)
            .setNotificationVisibility(DownloadManager.Request.VISIBILITY_VISIBLE_NOTIFY_COMPLETED);
    try {
      // The public folder needs a permission up to Android 9.
      if (Build.VERSION.SDK_INT < Build.VERSION_CODES.Q)
        request.setDestinationInExternalFilesDir(activity, Environment.DIRECTORY_DOWNLOADS, name);
      else request.setDestinationInExternalPublicDir(Environment.DIRECTORY_DOWNLOADS, name);
      running.put(manager.enqueue(request), type);
      say(R.string.download_started);
    } catch (IllegalArgumentException | IllegalStateException | SecurityException notPossible) {
      say(R.string.download_failed);
    }
  }

  @Override
  public void onReceive(Context context, Intent finished) {
    long id = finished.getLongExtra(DownloadManager.EXTRA_DOWNLOAD_ID, -1);
    if (!running.containsKey(id)) return;
    String type = running.remove(id);
    Uri file = manager.getUriForDownloadedFile(id);
    if (file == null) {
      say(R.string.download_failed);
      return;
    }
    Intent open =
        new Intent(Intent.ACTION_VIEW)
            .setDataAndType(file, type)
            .addFlags(Intent.FLAG_GRANT_READ_URI_PERMISSION);
    activity.startActivity(Intent.createChooser(open, null));
  }

  private boolean isOffered(String address) {
    for (String folder : FOLDERS) if (address.startsWith(site.origin() + folder)) return true;
    return false;
  }

  /** The name that the server gives, without signs that a file name or a notification cannot have. */
  private static String nameOf(String address, String disposition, String type) {
    String given = URLUtil.guessFileName(address, disposition, type);
    String name = given.replaceAll("[^\\p{L}\\p{N}._ -]", "-").replaceAll("^[. ]+", "");
    return name.length() <= LONGEST_NAME ? name : name.substring(name.length() - LONGEST_NAME);
  }

  private void say(int sentence) {
    Toast.makeText(activity, sentence, Toast.LENGTH_LONG).show();
  }
}
