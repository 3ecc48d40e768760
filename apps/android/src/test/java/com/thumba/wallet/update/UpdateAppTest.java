package com.thumba.wallet.update;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.content.Intent;
import android.content.pm.PackageInfo;
import android.content.pm.PackageInstaller;
import android.content.pm.Signature;
import android.content.pm.SigningInfo;
import android.os.Build;
import android.os.Looper;
import android.provider.Settings;
import com.thumba.wallet.TestActivityResults;
import com.thumba.wallet.LenderSettings;
import com.thumba.wallet.bridge.BackgroundWork;
import com.thumba.wallet.bridge.TestBackground;
import com.thumba.wallet.bridge.TestPage;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.json.JSONObject;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.annotation.Config;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowActivity.IntentForResult;
import org.robolectric.util.ReflectionHelpers;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {24, 26, 30, 34, 36}, shadows = InstallerShadow.class)
public final class UpdateAppTest {
  private static final String OWN_CERTIFICATE = "0a0b";
  private static final String OTHER_CERTIFICATE = "0c0d";
  private static final Intent CONFIRMATION = new Intent("android.content.pm.action.CONFIRM_INSTALL");

  private final TestBackground background = new TestBackground();
  private TestDownloadSite site;
  private ActivityController<Activity> window;
  private Activity activity;
  private TestActivityResults results;
  private TestPage page;

  @Before
  public void open() throws Exception {
    site = new TestDownloadSite();
    InstallerShadow.reset();
    openPage(true);
    shadowOf(activity.getPackageManager()).setCanRequestPackageInstalls(true);
    String name = activity.getPackageName();
    describe(shadowOf(activity.getPackageManager()).getInternalMutablePackageInfo(name), 7, OWN_CERTIFICATE);
    serve(name, 8, OWN_CERTIFICATE);
  }

  @After
  public void close() throws Exception {
    site.close();
  }

  private void openPage(boolean updatesItself) {
    window = Robolectric.buildActivity(Activity.class).create();
    activity = window.get();
    results = new TestActivityResults(activity);
    LenderSettings settings =
        new LenderSettings("https://app.thumba.example", 1, false, updatesItself, "");
    BackgroundWork work = new BackgroundWork(background);
    page = new TestPage(Map.of("updateApp", new UpdateApp(activity, settings, results.results(), work)));
  }

  private static void describe(PackageInfo app, int versionCode, String... certificates) {
    Signature[] signatures = new Signature[certificates.length];
    for (int index = 0; index < certificates.length; index++)
      signatures[index] = new Signature(certificates[index]);
    ReflectionHelpers.setField(app, "versionCode", versionCode);
    ReflectionHelpers.setField(app, "signatures", signatures);
    if (Build.VERSION.SDK_INT < 28) return;
    app.signingInfo = Shadow.newInstanceOf(SigningInfo.class);
    shadowOf(app.signingInfo).setSignatures(signatures);
  }

  /** What Android reads from the file when the app has downloaded it. */
  private void serve(String packageName, int versionCode, String... certificates) {
    PackageInfo offered = new PackageInfo();
    offered.packageName = packageName;
    describe(offered, versionCode, certificates);
    site.whenAsked(
        () -> {
          for (File file : downloaded())
            shadowOf(activity.getPackageManager()).setPackageArchiveInfo(file.getPath(), offered);
        });
  }

  private File[] downloaded() {
    File[] files = new File(activity.getCacheDir(), "updates").listFiles();
    return files == null ? new File[0] : files;
  }

  private JSONObject update(String address) throws Exception {
    return new JSONObject(Map.of("url", address, "sha256", site.sha256(), "versionCode", 8));
  }

  private String ask(JSONObject update) throws Exception {
    String requestId = page.ask("updateApp", update.toString());
    background.run();
    return requestId;
  }

  private void installerSays(int state) throws Exception {
    InstallerShadow.say(session(), state, CONFIRMATION);
    shadowOf(Looper.getMainLooper()).idle();
  }

  private int session() {
    return sessions().get(0).getSessionId();
  }

  private List<PackageInstaller.SessionInfo> sessions() {
    return activity.getPackageManager().getPackageInstaller().getMySessions();
  }

  private void assertFails(JSONObject update) throws Exception {
    assertEquals(update.toString(), TestPage.FAILED, page.answer(ask(update)));
    assertNull(InstallerShadow.written());
    assertEquals(0, downloaded().length);
  }

  @Test
  public void aNewerVersionIsGivenToTheInstallerWhichAsksThePerson() throws Exception {
    String requestId = ask(update(site.address("/app")));
    assertArrayEquals(site.file(), InstallerShadow.written());
    assertTrue(InstallerShadow.isCommitted());
    assertNull(page.answer(requestId));
    installerSays(PackageInstaller.STATUS_PENDING_USER_ACTION);
    assertEquals(TestPage.DONE, page.answer(requestId));
    assertTrue(CONFIRMATION.filterEquals(shadowOf(activity).getNextStartedActivity()));
    assertEquals(0, downloaded().length);
  }

  @Test
  public void aFileThatHasMovedIsFollowedOverHttps() throws Exception {
    ask(update(site.address("/moved")));
    assertArrayEquals(site.file(), InstallerShadow.written());
  }

  @Test
  public void anAddressWithoutHttpsIsNotRead() throws Exception {
    assertFails(update(site.addressWithoutHttps()));
    assertFails(update(site.address("/unsafe")));
    assertFails(update("file:///etc/hostname"));
    assertFails(update("not an address"));
  }

  @Test
  public void aFaultyAnswerOfTheSiteFails() throws Exception {
    assertFails(update(site.address("/missing")));
    assertFails(update(site.address("/circle")));
    assertFails(update("https://localhost:1/app"));
  }

  @Test
  public void aFileThatIsTooLargeIsNotReadToItsEnd() throws Exception {
    assertFails(update(site.address("/large")).put("sha256", TestDownloadSite.sha256OfTooLarge()));
  }

  @Test
  public void aFileWithAnotherHashIsDeleted() throws Exception {
    assertFails(update(site.address("/app")).put("sha256", "0".repeat(64)));
  }

  @Test
  public void aFileThatIsNoAppIsDeleted() throws Exception {
    site.whenAsked(() -> {});
    assertFails(update(site.address("/app")));
  }

  @Test
  public void anotherAppIsDeleted() throws Exception {
    serve("com.thumba.wallet.other", 8, OWN_CERTIFICATE);
    assertFails(update(site.address("/app")));
  }

  @Test
  public void aVersionThatThePageHasNotNamedIsDeleted() throws Exception {
    serve(activity.getPackageName(), 9, OWN_CERTIFICATE);
    assertFails(update(site.address("/app")));
  }

  @Test
  public void aVersionThatIsNotNewerIsDeleted() throws Exception {
    serve(activity.getPackageName(), 7, OWN_CERTIFICATE);
    assertFails(update(site.address("/app")).put("versionCode", 7));
  }

  @Test
  public void anAppWithAnotherSignatureIsDeleted() throws Exception {
    serve(activity.getPackageName(), 8, OTHER_CERTIFICATE);
    assertFails(update(site.address("/app")));
    serve(activity.getPackageName(), 8, OWN_CERTIFICATE, OTHER_CERTIFICATE);
    assertFails(update(site.address("/app")));
    serve(activity.getPackageName(), 8);
    assertFails(update(site.address("/app")));
  }

  @Test
  public void aSecondUpdateAtOnceFailsAndTheFirstGoesOn() throws Exception {
    String first = page.ask("updateApp", update(site.address("/app")).toString());
    assertEquals(TestPage.FAILED, page.answerTo("updateApp", update(site.address("/app")).toString()));
    background.run();
    installerSays(PackageInstaller.STATUS_PENDING_USER_ACTION);
    assertEquals(TestPage.DONE, page.answer(first));
    String third = ask(update(site.address("/app")));
    assertEquals(1, sessions().size());
    installerSays(PackageInstaller.STATUS_PENDING_USER_ACTION);
    assertEquals(TestPage.DONE, page.answer(third));
  }

  @Config(sdk = {26, 30, 34, 36})
  @Test
  public void thePersonIsAskedToAllowTheAppAsASourceFirst() throws Exception {
    shadowOf(activity.getPackageManager()).setCanRequestPackageInstalls(false);
    String requestId = ask(update(site.address("/app")));
    IntentForResult question = shadowOf(activity).getNextStartedActivityForResult();
    assertEquals(Settings.ACTION_MANAGE_UNKNOWN_APP_SOURCES, question.intent.getAction());
    assertEquals("package:" + activity.getPackageName(), question.intent.getDataString());
    assertFalse(InstallerShadow.isCommitted());
    shadowOf(activity.getPackageManager()).setCanRequestPackageInstalls(true);
    results.deliver(question.requestCode);
    installerSays(PackageInstaller.STATUS_PENDING_USER_ACTION);
    assertEquals(TestPage.DONE, page.answer(requestId));
  }

  @Config(sdk = {26, 30, 34, 36})
  @Test
  public void aPersonWhoDoesNotAllowTheSourceRefuses() throws Exception {
    shadowOf(activity.getPackageManager()).setCanRequestPackageInstalls(false);
    String requestId = ask(update(site.address("/app")));
    results.deliver(shadowOf(activity).getNextStartedActivityForResult().requestCode);
    assertEquals(TestPage.REFUSED, page.answer(requestId));
    assertFalse(InstallerShadow.isCommitted());
    assertEquals(List.of(), sessions());
  }

  @Config(sdk = 24)
  @Test
  public void android7AsksForNoSource() throws Exception {
    shadowOf(activity.getPackageManager()).setCanRequestPackageInstalls(false);
    String requestId = ask(update(site.address("/app")));
    assertNull(shadowOf(activity).getNextStartedActivityForResult());
    installerSays(PackageInstaller.STATUS_PENDING_USER_ACTION);
    assertEquals(TestPage.DONE, page.answer(requestId));
  }

  @Test
  public void theInstallerDecidesWhatIsAnsweredWithoutAQuestion() throws Exception {
    Map<Integer, String> answers =
        Map.of(
            PackageInstaller.STATUS_SUCCESS, TestPage.DONE,
            PackageInstaller.STATUS_FAILURE_BLOCKED, TestPage.REFUSED,
            PackageInstaller.STATUS_FAILURE_ABORTED, TestPage.REFUSED,
            PackageInstaller.STATUS_FAILURE_INCOMPATIBLE, TestPage.UNSUPPORTED,
            PackageInstaller.STATUS_FAILURE_STORAGE, TestPage.FAILED);
    for (Map.Entry<Integer, String> answer : answers.entrySet()) {
      String requestId = ask(update(site.address("/app")));
      installerSays(answer.getKey());
      assertEquals(answer.getValue(), page.answer(requestId));
      boolean isKept = answer.getValue().equals(TestPage.DONE);
      assertEquals(answer.toString(), isKept ? 1 : 0, sessions().size());
    }
  }

  @Test
  public void newsOfAnotherSessionAreDropped() throws Exception {
    String requestId = ask(update(site.address("/app")));
    InstallerShadow.say(session() + 1, PackageInstaller.STATUS_PENDING_USER_ACTION, CONFIRMATION);
    shadowOf(Looper.getMainLooper()).idle();
    assertNull(page.answer(requestId));
    assertNull(shadowOf(activity).getNextStartedActivity());
  }

  @Test
  public void anUpdateThatTakesTooLongFailsAndTheNextOneWorks() throws Exception {
    String slow = page.ask("updateApp", update(site.address("/app")).toString());
    shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(598_999));
    assertNull(page.answer(slow));
    shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(1));
    assertEquals(TestPage.FAILED, page.answer(slow));
    background.run();
    assertFalse(InstallerShadow.isCommitted());
    assertEquals(List.of(), sessions());
    String next = ask(update(site.address("/app")));
    installerSays(PackageInstaller.STATUS_PENDING_USER_ACTION);
    assertEquals(TestPage.DONE, page.answer(next));
  }

  @Test
  public void aPageThatWasLoadedAgainGetsNoAnswerOfTheEarlierUpdate() throws Exception {
    String before = ask(update(site.address("/app")));
    TestPage next = page.loadedAgain();
    String after = next.ask("updateApp", update(site.address("/app")).toString());
    assertEquals(before, after);
    assertEquals(TestPage.FAILED, next.answer(after));
    assertNull(page.answer(before));
    installerSays(PackageInstaller.STATUS_PENDING_USER_ACTION);
    assertEquals(TestPage.DONE, page.answer(before));
    assertEquals(TestPage.FAILED, next.answer(after));
  }

  @Test
  public void anUpdateEndsWithItsWindowAndTheNextWindowCanUpdate() throws Exception {
    String requestId = page.ask("updateApp", update(site.address("/app")).toString());
    window.destroy();
    assertEquals(TestPage.FAILED, page.answer(requestId));
    background.run();
    assertNull("the download stops", InstallerShadow.written());
    openPage(true);
    String next = ask(update(site.address("/app")));
    installerSays(PackageInstaller.STATUS_PENDING_USER_ACTION);
    assertEquals(TestPage.DONE, page.answer(next));
  }

  @Config(sdk = {26, 30, 34, 36})
  @Test
  public void aFileThatWaitsForThePersonIsLeftWhenItsWindowEnds() throws Exception {
    shadowOf(activity.getPackageManager()).setCanRequestPackageInstalls(false);
    ask(update(site.address("/app")));
    int question = shadowOf(activity).getNextStartedActivityForResult().requestCode;
    assertEquals(1, sessions().size());
    window.destroy();
    assertEquals(List.of(), sessions());
    shadowOf(activity.getPackageManager()).setCanRequestPackageInstalls(true);
    results.deliver(question);
    assertFalse(InstallerShadow.isCommitted());
  }

  @Test
  public void aFileThatTheInstallerHasIsLeftWhenItsWindowHasEnded() throws Exception {
    page.ask("updateApp", update(site.address("/app")).toString());
    background.runOnOtherThreads();
    assertEquals(1, sessions().size());
    window.destroy();
    shadowOf(Looper.getMainLooper()).idle();
    assertEquals(List.of(), sessions());
    assertFalse(InstallerShadow.isCommitted());
  }

  @Test
  public void theEndOfAnotherWindowDoesNotEndTheUpdate() throws Exception {
    String requestId = ask(update(site.address("/app")));
    Robolectric.buildActivity(Activity.class).create().destroy();
    assertNull(page.answer(requestId));
    installerSays(PackageInstaller.STATUS_PENDING_USER_ACTION);
    assertEquals(TestPage.DONE, page.answer(requestId));
  }

  @Test
  public void anInstallerThatDoesNotTakeTheFileKeepsNothingOfIt() throws Exception {
    InstallerShadow.failWrites();
    assertFails(update(site.address("/app")));
    assertEquals(List.of(), sessions());
  }

  @Test
  public void aBuildThatItsStoreUpdatesIsUnsupported() throws Exception {
    openPage(false);
    assertEquals(TestPage.UNSUPPORTED, page.answer(ask(update(site.address("/app")))));
    assertTrue(background.isEmpty());
  }

  @Test
  public void whatIsNotAnUpdateOfTheContractFails() throws Exception {
    String address = site.address("/app");
    assertFails(update(address).put("sha256", site.sha256().toUpperCase()));
    assertFails(update(address).put("sha256", site.sha256().substring(1)));
    assertFails(update(address).put("sha256", 7));
    assertFails(update(address).put("versionCode", "8"));
    assertFails(update(address).put("versionCode", -1));
    assertFails(update(address).put("versionCode", 2_100_000_001));
    assertFails(update(address + "?" + "x".repeat(2000)));
    for (String field : new String[] {"url", "sha256", "versionCode"}) {
      JSONObject missing = update(address);
      missing.remove(field);
      assertFails(missing);
    }
  }
}
