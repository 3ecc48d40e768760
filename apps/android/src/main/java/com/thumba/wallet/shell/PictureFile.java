package com.thumba.wallet.shell;

import android.content.Context;
import android.net.Uri;
import java.io.File;
import java.util.UUID;

/** The files that the camera writes for the page, and their addresses. */
final class PictureFile {
  private static final String FOLDER = "pictures";
  private static final String NAME = "[0-9a-f-]{36}\\.jpg";
  private static final long LONGEST_KEPT_MS = 24 * 60 * 60 * 1000L;

  private PictureFile() {}

  /** The address of a picture that is still to be taken. Pictures of earlier days are removed. */
  static Uri newAddress(Context context) {
    File folder = folderOf(context);
    File[] kept = folder.listFiles();
    long oldestMs = System.currentTimeMillis() - LONGEST_KEPT_MS;
    if (kept != null) for (File file : kept) if (file.lastModified() < oldestMs) file.delete();
    return new Uri.Builder()
        .scheme("content")
        .authority(authorityOf(context))
        .appendPath(UUID.randomUUID() + ".jpg")
        .build();
  }

  static boolean isOurs(Context context, Uri address) {
    return authorityOf(context).equals(address.getAuthority());
  }

  static boolean isWritten(Context context, Uri address) {
    File file = fileOf(context, address);
    return file != null && file.length() > 0;
  }

  /** The file of an address, or null if it is not one of ours. */
  static File fileOf(Context context, Uri address) {
    String name = address.getLastPathSegment();
    boolean isPicture = address.getPathSegments().size() == 1 && name.matches(NAME);
    return isPicture ? new File(folderOf(context), name) : null;
  }

  static File folderOf(Context context) {
    return new File(context.getCacheDir(), FOLDER);
  }

  private static String authorityOf(Context context) {
    return context.getPackageName() + ".pictures";
  }
}
