package com.thumba.wallet.shell;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.content.ContentResolver;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.content.pm.ProviderInfo;
import android.net.Uri;
import android.os.Bundle;
import android.provider.MediaStore;
import android.webkit.ValueCallback;
import android.webkit.WebChromeClient.FileChooserParams;
import com.thumba.wallet.MainActivity;
import com.thumba.wallet.permission.Permission;
import com.thumba.wallet.permission.TestPermissions;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowActivity;

/** The pictures of the card, through the whole activity. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = {24, 26, 30, 34, 36})
public final class PictureChooserTest {
  private static final Uri PICKED = Uri.parse("content://gallery.example/picture/7");

  private final ActivityController<MainActivity> controller = Robolectric.buildActivity(MainActivity.class);
  private final List<Uri[]> answers = new ArrayList<>();
  private final ValueCallback<Uri[]> page = answers::add;
  private MainActivity activity;

  @Before
  public void openTheApp() {
    activity = controller.setup().get();
    startedForResult();
  }

  private static final class Wanted extends FileChooserParams {
    private final boolean capture;

    Wanted(boolean capture) {
      this.capture = capture;
    }

    @Override
    public int getMode() {
      return MODE_OPEN;
    }

    @Override
    public String[] getAcceptTypes() {
      return new String[] {"image/*"};
    }

    @Override
    public boolean isCaptureEnabled() {
      return capture;
    }

    @Override
    public CharSequence getTitle() {
      return null;
    }

    @Override
    public String getFilenameHint() {
      return null;
    }

    @Override
    public Intent createIntent() {
      return new Intent(Intent.ACTION_GET_CONTENT);
    }
  }

  private void ask(boolean capture, ValueCallback<Uri[]> answer) {
    var view = ShownPage.of(activity);
    assertTrue(shadowOf(view).getWebChromeClient().onShowFileChooser(view, answer, new Wanted(capture)));
  }

  private Intent startedForResult() {
    ShadowActivity.IntentForResult started = shadowOf(activity).getNextStartedActivityForResult();
    return started == null ? null : started.intent;
  }

  @SuppressWarnings("deprecation")
  private static Intent cameraIn(Intent chooser) {
    Object[] offered = chooser.getParcelableArrayExtra(Intent.EXTRA_INITIAL_INTENTS);
    return offered == null ? null : (Intent) offered[0];
  }

  @SuppressWarnings("deprecation")
  private static Uri outputOf(Intent camera) {
    return camera.getParcelableExtra(MediaStore.EXTRA_OUTPUT);
  }

  private void takePicture(Intent camera) throws Exception {
    try (OutputStream file = activity.getContentResolver().openOutputStream(outputOf(camera))) {
      file.write(new byte[] {1, 2, 3});
    }
  }

  @Test
  public void aPictureOfTheGalleryIsGivenToThePage() {
    ask(false, page);
    Intent chooser = startedForResult();
    assertNull("without the permission there is no camera", cameraIn(chooser));
    shadowOf(activity).receiveResult(chooser, Activity.RESULT_OK, new Intent().setData(PICKED));
    assertEquals(1, answers.size());
    assertArrayEquals(new Uri[] {PICKED}, answers.get(0));
  }

  @Test
  public void whereTheCameraIsGrantedItIsOfferedBesideTheGallery() throws Exception {
    TestPermissions.grant(Permission.CAMERA);
    ask(false, page);
    Intent chooser = startedForResult();
    Intent camera = cameraIn(chooser);
    takePicture(camera);
    shadowOf(activity).receiveResult(chooser, Activity.RESULT_OK, null);
    assertArrayEquals(new Uri[] {outputOf(camera)}, answers.get(0));
  }

  @Test
  public void captureOpensTheCameraAndAsksForItFirst() throws Exception {
    ask(true, page);
    Answers.toQuestion(activity, PackageManager.PERMISSION_GRANTED);
    startedForResult();
    Intent camera = Answers.lastStarted(activity, MediaStore.ACTION_IMAGE_CAPTURE);
    int grants = Intent.FLAG_GRANT_READ_URI_PERMISSION | Intent.FLAG_GRANT_WRITE_URI_PERMISSION;
    assertEquals(grants, camera.getFlags() & grants);
    assertEquals(outputOf(camera), camera.getClipData().getItemAt(0).getUri());
    takePicture(camera);
    shadowOf(activity).receiveResult(camera, Activity.RESULT_OK, null);
    assertArrayEquals(new Uri[] {outputOf(camera)}, answers.get(0));
  }

  @Test
  public void whoRefusesTheCameraCanStillPickAPicture() {
    ask(true, page);
    Answers.toQuestion(activity, PackageManager.PERMISSION_DENIED);
    Intent chooser = Answers.lastStarted(activity, Intent.ACTION_CHOOSER);
    shadowOf(activity).receiveResult(chooser, Activity.RESULT_OK, new Intent().setData(PICKED));
    assertArrayEquals(new Uri[] {PICKED}, answers.get(0));
  }

  @Test
  public void withoutAPictureThePageGetsNothing() {
    ask(false, page);
    shadowOf(activity).receiveResult(startedForResult(), Activity.RESULT_CANCELED, null);
    ask(false, page);
    shadowOf(activity).receiveResult(startedForResult(), Activity.RESULT_OK, null);
    assertEquals(2, answers.size());
    assertNull(answers.get(0));
    assertNull(answers.get(1));
  }

  @Test
  public void anotherAppCannotHandOverAFileOfThisApp() {
    Uri own = PictureFile.newAddress(activity);
    Uri asPersonTen = Uri.parse("content://10@" + own.getAuthority() + own.getPath());
    for (Uri file : List.of(Uri.parse("file:///data/data/com.thumba.wallet/x"), own, asPersonTen)) {
      ask(false, page);
      shadowOf(activity).receiveResult(startedForResult(), Activity.RESULT_OK, new Intent().setData(file));
      assertNull(answers.remove(0));
    }
  }

  @Test
  public void aSecondQuestionAnswersTheFirstWithNothing() {
    ask(false, page);
    int first = shadowOf(activity).getNextStartedActivityForResult().requestCode;
    List<Uri[]> others = new ArrayList<>();
    ask(false, others::add);
    int second = shadowOf(activity).getNextStartedActivityForResult().requestCode;
    assertEquals(1, answers.size());
    assertNull(answers.get(0));
    Answers.result(activity, first, new Intent().setData(PICKED));
    assertEquals("the late picture is for no question", 1, answers.size());
    assertEquals(0, others.size());
    Answers.result(activity, second, new Intent().setData(PICKED));
    assertArrayEquals(new Uri[] {PICKED}, others.get(0));
  }

  @Test
  public void onlyPicturesOfTheCameraAreServed() throws Exception {
    ProviderInfo provider =
        activity.getPackageManager().resolveContentProvider(activity.getPackageName() + ".pictures", 0);
    assertFalse(provider.exported);
    assertTrue(provider.grantUriPermissions);
    ContentResolver resolver = activity.getContentResolver();
    Uri picture = PictureFile.newAddress(activity);
    for (String path : List.of("x.jpg", "..%2F..%2Fshared_prefs%2Fdevice.xml", "a/" + picture.getLastPathSegment())) {
      Uri other = Uri.parse("content://" + picture.getAuthority() + "/" + path);
      assertThrows(path, FileNotFoundException.class, () -> resolver.openInputStream(other));
    }
    assertNotNull(resolver.openOutputStream(picture));
  }

  private File keptSince(Duration age) throws Exception {
    File folder = PictureFile.folderOf(activity);
    File picture = new File(folder, age.toMinutes() + ".jpg");
    assertTrue((folder.isDirectory() || folder.mkdirs()) && picture.createNewFile());
    assertTrue(picture.setLastModified(System.currentTimeMillis() - age.toMillis()));
    return picture;
  }

  @Test
  public void aNewPictureRemovesThoseOfEarlierDays() throws Exception {
    File old = keptSince(Duration.ofHours(25));
    File younger = keptSince(Duration.ofHours(23));
    PictureFile.newAddress(activity);
    assertFalse(old.exists());
    assertTrue(younger.exists());
  }

  @Test
  public void aStartOfTheAppRemovesEveryPicture() throws Exception {
    File picture = keptSince(Duration.ZERO);
    Robolectric.buildActivity(MainActivity.class).setup().close();
    assertFalse(picture.exists());
  }

  @Test
  public void aWindowThatAndroidMakesAgainKeepsThePicturesOfTheLastHour() throws Exception {
    File old = keptSince(Duration.ofMinutes(61));
    File younger = keptSince(Duration.ofMinutes(59));
    Robolectric.buildActivity(MainActivity.class).setup(new Bundle()).close();
    assertFalse(old.exists());
    assertTrue(younger.exists());
  }
}
