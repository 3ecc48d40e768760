package com.thumba.wallet.shell;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.app.DownloadManager;
import android.content.Context;
import android.content.Intent;
import android.os.Build;
import android.os.Environment;
import com.thumba.wallet.R;
import java.io.File;
import java.util.List;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowDownloadManager;
import org.robolectric.shadows.ShadowToast;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {24, 26, 30, 34, 36})
public final class PageDownloadsTest {
  private static final String SITE = "https://app.thumba.example";

  private final Activity activity = Robolectric.buildActivity(Activity.class).setup().get();
  private final PageDownloads downloads = new PageDownloads(activity, new LenderSite(SITE));
  private ShadowDownloadManager manager;

  @Before
  public void findTheDownloadManager() {
    manager = Shadow.extract(activity.getSystemService(Context.DOWNLOAD_SERVICE));
  }

  private void download(String address, String disposition) {
    downloads.onDownloadStart(address, "agent", disposition, "application/pdf", 1000);
  }

  private static ShadowDownloadManager.ShadowRequest of(DownloadManager.Request request) {
    return Shadow.extract(request);
  }

  @Test
  public void aPaperGoesToTheDownloadsOfThePhone() {
    download(SITE + "/paper/ticket", "attachment; filename=\"statement-1001.pdf\"");
    assertEquals(1, manager.getRequestCount());
    ShadowDownloadManager.ShadowRequest request = of(manager.getRequest(0));
    assertEquals("statement-1001.pdf", request.getTitle());
    assertEquals(List.of(), request.getRequestHeaders());
    assertEquals(
        DownloadManager.Request.VISIBILITY_VISIBLE_NOTIFY_COMPLETED, request.getNotificationVisibility());
    assertEquals(activity.getString(R.string.download_started), ShadowToast.getTextOfLatestToast());
    String folder = request.getDestination().getPath();
    boolean isPublic = folder.contains(Environment.DIRECTORY_DOWNLOADS) && !folder.contains(activity.getPackageName());
    assertEquals(Build.VERSION.SDK_INT >= Build.VERSION_CODES.Q, isPublic);
  }

  @Test
  public void theCopyOfOnesDataIsDownloadedToo() {
    download(SITE + "/my-data/ticket", "attachment; filename=\"my-data.zip\"");
    assertEquals(1, manager.getRequestCount());
  }

  /** As a phone whose memory card was taken out. */
  public static final class WithoutStorage extends Activity {
    @Override
    public File getExternalFilesDir(String type) {
      return null;
    }
  }

  @Config(sdk = {24, 26})
  @Test
  public void aPhoneWithoutRoomForFilesIsToldToThePerson() {
    Activity withoutStorage = Robolectric.buildActivity(WithoutStorage.class).setup().get();
    new PageDownloads(withoutStorage, new LenderSite(SITE))
        .onDownloadStart(SITE + "/paper/ticket", "agent", null, "application/pdf", 1000);
    assertEquals(0, manager.getRequestCount());
    assertEquals(activity.getString(R.string.download_failed), ShadowToast.getTextOfLatestToast());
  }

  @Test
  public void nothingElseIsDownloaded() {
    List<String> others =
        List.of(
            SITE + "/home",
            SITE + "/papers/x",
            "https://elsewhere.example/paper/ticket",
            "https://app.thumba.example.elsewhere.example/paper/ticket",
            "blob:" + SITE + "/paper/1",
            "data:text/html,x");
    for (String address : others) download(address, null);
    assertEquals(0, manager.getRequestCount());
    assertEquals(activity.getString(R.string.download_refused), ShadowToast.getTextOfLatestToast());
  }

  @Test
  public void aFileNameCannotLeaveItsFolder() {
    download(SITE + "/paper/ticket", "attachment; filename=\"../../../evil\u202e.pdf\"");
    String title = of(manager.getRequest(0)).getTitle().toString();
    assertTrue(title, title.matches("[A-Za-z0-9 _-][A-Za-z0-9. _-]*"));
  }

  private void finish(long id) {
    downloads.start();
    activity.sendBroadcast(
        new Intent(DownloadManager.ACTION_DOWNLOAD_COMPLETE).putExtra(DownloadManager.EXTRA_DOWNLOAD_ID, id));
    shadowOf(activity.getMainLooper()).idle();
    downloads.stop();
  }

  @SuppressWarnings("deprecation")
  private static Intent chosenBy(Intent chooser) {
    return chooser.getParcelableExtra(Intent.EXTRA_INTENT);
  }

  @Test
  public void aFinishedDownloadIsOfferedToBeOpened() {
    download(SITE + "/paper/ticket", null);
    ShadowDownloadManager.ShadowRequest request = of(manager.getRequest(manager.getRequestCount() - 1));
    request.setStatus(DownloadManager.STATUS_SUCCESSFUL);
    finish(request.getId());
    Intent open = chosenBy(shadowOf(activity).getNextStartedActivity());
    assertEquals(Intent.ACTION_VIEW, open.getAction());
    assertEquals("content", open.getData().getScheme());
    assertEquals(Intent.FLAG_GRANT_READ_URI_PERMISSION, open.getFlags() & Intent.FLAG_GRANT_READ_URI_PERMISSION);
  }

  @Test
  public void aDownloadThatFailedIsToldToThePerson() {
    download(SITE + "/paper/ticket", null);
    ShadowDownloadManager.ShadowRequest request = of(manager.getRequest(manager.getRequestCount() - 1));
    request.setStatus(DownloadManager.STATUS_FAILED);
    finish(request.getId());
    assertNull(shadowOf(activity).getNextStartedActivity());
    assertEquals(activity.getString(R.string.download_failed), ShadowToast.getTextOfLatestToast());
  }

  @Test
  public void aFinishedDownloadOfAnotherAppOpensNothing() {
    finish(77);
    assertNull(shadowOf(activity).getNextStartedActivity());
    assertNull(ShadowToast.getTextOfLatestToast());
  }
}
