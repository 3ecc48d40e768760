package com.thumba.wallet.shell;

import android.content.Context;
import android.net.Uri;
import java.io.File;
import java.util.UUID;

/** The files that the camera writes for the page, and their addresses. */
public final class PictureFile {
  private static final String FOLDER = "pictures";
  private static final String NAME = "[0-9a-f-]{36}\\.jpg";
  private static final long HOUR_MS = 60 * 60 * 1000L;
  private static final long DAY_MS = 24 * HOUR_MS;

  private PictureFile() {}

  /** The address of a picture that is still to be taken. Pictures of earlier days are removed. */
  static Uri newAddress(Context context) {
    removeOlderThan(context, DAY_MS);
    return new Uri.Builder()
        .scheme("content")
        .authority(authorityOf(context))
        .appendPath(UUID.randomUUID() + ".jpg")
        .build();
  }

  /**
   * A new window has no page that still needs a picture.
   *
   * @param isContinued whether Android made the window again: the camera may just have taken a picture for it
   */
  public static void removeAtStart(Context context, boolean isContinued) {
    if (isContinued) removeOlderThan(context, HOUR_MS);
    else removeBefore(context, Long.MAX_VALUE);
  }

  private static void removeOlderThan(Context context, long ageMs) {
    removeBefore(context, System.currentTimeMillis() - ageMs);
  }

  private static void removeBefore(Context context, long beforeMs) {
    File[] kept = folderOf(context).listFiles();
    if (kept != null) for (File file : kept) if (file.lastModified() < beforeMs) file.delete();
  }

  /** Android reads what stands before an at sign as the number of a person on this phone. */
  static boolean isOurs(Context context, Uri address) {
    String authority = address.getAuthority();
    return authority != null
        && authority.substring(authority.lastIndexOf('@') + 1).equals(authorityOf(context));
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
