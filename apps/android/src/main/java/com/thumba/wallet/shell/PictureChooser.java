package com.thumba.wallet.shell;

import android.app.Activity;
import android.content.ClipData;
import android.content.Context;
import android.content.Intent;
import android.net.Uri;
import android.provider.MediaStore;
import android.webkit.ValueCallback;
import com.thumba.wallet.ActivityResults;
import com.thumba.wallet.permission.Permission;
import com.thumba.wallet.permission.Permissions;

/**
 * Gives the page a picture of the gallery or of the camera. The page gets one answer to each question, null if there is
 * no picture.
 */
public final class PictureChooser {
  private static final String PICTURES = "image/*";
  private static final int READ_AND_WRITE =
      Intent.FLAG_GRANT_READ_URI_PERMISSION | Intent.FLAG_GRANT_WRITE_URI_PERMISSION;

  private final Context context;
  private final Permissions permissions;
  private final ActivityResults results;
  private ValueCallback<Uri[]> openQuestion;

  public PictureChooser(Context context, Permissions permissions, ActivityResults results) {
    this.context = context;
    this.permissions = permissions;
    this.results = results;
  }

  /** @param fromCamera whether the page wants a new picture */
  public void choose(boolean fromCamera, ValueCallback<Uri[]> answer) {
    answer(null);
    openQuestion = answer;
    if (fromCamera) permissions.request(Permission.CAMERA, isGranted -> takeOrPick(isGranted, answer));
    else pick(answer);
  }

  /** The answer of a question that a newer one has replaced is null already. */
  private boolean isOpen(ValueCallback<Uri[]> question) {
    return openQuestion == question;
  }

  private void takeOrPick(boolean mayTake, ValueCallback<Uri[]> question) {
    if (!isOpen(question)) return;
    Uri taken = PictureFile.newAddress(context);
    boolean isStarted =
        mayTake
            && results.start(
                cameraFor(taken),
                (resultCode, data) -> {
                  boolean isTaken = resultCode == Activity.RESULT_OK && PictureFile.isWritten(context, taken);
                  if (isOpen(question)) answer(isTaken ? taken : null);
                });
    if (!isStarted) pick(question);
  }

  private void pick(ValueCallback<Uri[]> question) {
    Intent gallery = new Intent(Intent.ACTION_GET_CONTENT).setType(PICTURES).addCategory(Intent.CATEGORY_OPENABLE);
    Uri taken = PictureFile.newAddress(context);
    Intent chooser = Intent.createChooser(gallery, null);
    // Android lets an app that declares the camera open it for another app only with the permission.
    if (permissions.isGranted(Permission.CAMERA))
      chooser.putExtra(Intent.EXTRA_INITIAL_INTENTS, new Intent[] {cameraFor(taken)});
    boolean isStarted =
        results.start(
            chooser,
            (resultCode, data) -> {
              if (isOpen(question)) answer(resultCode == Activity.RESULT_OK ? pictureIn(data, taken) : null);
            });
    if (!isStarted) answer(null);
  }

  private Uri pictureIn(Intent data, Uri taken) {
    Uri picked = data == null ? null : data.getData();
    if (picked == null) return PictureFile.isWritten(context, taken) ? taken : null;
    // Another app must not make the page send a file of this app.
    boolean isOfAnotherApp = "content".equals(picked.getScheme()) && !PictureFile.isOurs(context, picked);
    return isOfAnotherApp ? picked : null;
  }

  private static Intent cameraFor(Uri picture) {
    Intent camera = new Intent(MediaStore.ACTION_IMAGE_CAPTURE)
            .putExtra(MediaStore.EXTRA_OUTPUT, picture)
            .addFlags(READ_AND_WRITE);
    // Android grants the address of the extra only if it is the clip too.
    camera.setClipData(ClipData.newRawUri("", picture));
    return camera;
  }

  private void answer(Uri picture) {
    ValueCallback<Uri[]> question = openQuestion;
    openQuestion = null;
    if (question != null) question.onReceiveValue(picture == null ? null : new Uri[] {picture});
  }
}
