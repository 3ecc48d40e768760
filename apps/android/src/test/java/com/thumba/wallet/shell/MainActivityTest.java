package com.thumba.wallet.shell;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.content.Intent;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageManager;
import android.content.res.Configuration;
import android.graphics.Insets;
import android.net.ConnectivityManager;
import android.net.Uri;
import android.os.Bundle;
import android.view.View;
import android.view.WindowInsets;
import android.webkit.WebSettings;
import android.webkit.WebView;
import android.webkit.WebViewClient;
import android.widget.TextView;
import com.thumba.wallet.MainActivity;
import com.thumba.wallet.R;
import org.junit.After;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.annotation.Config;

/** The window as a person and Android use it. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = {24, 26, 30, 34, 36})
public final class MainActivityTest {
  private static final String HOME = "https://app.thumba.example/";

  private ActivityController<MainActivity> controller = Robolectric.buildActivity(MainActivity.class);

  private MainActivity open() {
    return controller.setup().get();
  }

  private MainActivity openBy(String link) {
    controller = Robolectric.buildActivity(MainActivity.class, linkTo(link));
    return open();
  }

  private static Intent linkTo(String address) {
    return new Intent(Intent.ACTION_VIEW, Uri.parse(address));
  }

  private static String loadedBy(MainActivity activity) {
    return shadowOf(ShownPage.of(activity)).getLastLoadedUrl();
  }

  private static WebViewClient clientOf(MainActivity activity) {
    return shadowOf(ShownPage.of(activity)).getWebViewClient();
  }

  private static void fail(MainActivity activity, String address) {
    PageNavigation navigation = (PageNavigation) clientOf(activity);
    navigation.onReceivedError(null, new MadeRequest(address, true), new MadeError(WebViewClient.ERROR_CONNECT));
    navigation.onPageFinished(null, address);
  }

  @After
  public void close() {
    controller.close();
  }

  @Test
  public void theAppOpensTheSite() {
    assertEquals(HOME, loadedBy(open()));
  }

  @Test
  public void aLinkOfTheSiteOpensItsPage() {
    assertEquals(HOME + "qp?code=7", loadedBy(openBy(HOME + "qp?code=7")));
  }

  @Test
  public void aLinkOfAnotherSiteOpensTheStart() {
    assertEquals(HOME, loadedBy(openBy("https://elsewhere.example/qp")));
  }

  @Test
  public void aLinkOpensInTheRunningAppAndATapOnTheIconChangesNothing() {
    MainActivity activity = open();
    controller.newIntent(linkTo(HOME + "me/bills"));
    assertEquals(HOME + "me/bills", loadedBy(activity));
    controller.newIntent(new Intent(Intent.ACTION_MAIN));
    controller.newIntent(linkTo("https://elsewhere.example/"));
    assertEquals(HOME + "me/bills", loadedBy(activity));
  }

  @Test
  public void androidFindsTheAppForLinksOfTheSite() {
    MainActivity activity = open();
    PackageManager packages = activity.getPackageManager();
    for (String path : new String[] {"", "home", "qp?code=1", "verify/ABC", "me", "me/bills"}) {
      Intent link = linkTo(HOME + path).addCategory(Intent.CATEGORY_BROWSABLE);
      assertEquals(path, 1, packages.queryIntentActivities(link, PackageManager.MATCH_DEFAULT_ONLY).size());
    }
    for (String other : new String[] {HOME + "paper/x", "https://elsewhere.example/qp", "http://app.thumba.example/qp"}) {
      Intent link = linkTo(other).addCategory(Intent.CATEGORY_BROWSABLE);
      assertEquals(other, 0, packages.queryIntentActivities(link, PackageManager.MATCH_DEFAULT_ONLY).size());
    }
  }

  @SuppressWarnings("deprecation")
  @Test
  public void thePageReachesNoFilesAndNoMixedContent() {
    WebSettings settings = ShownPage.of(open()).getSettings();
    assertTrue(settings.getJavaScriptEnabled());
    assertTrue(settings.getDomStorageEnabled());
    assertFalse(settings.getAllowFileAccess());
    assertFalse(settings.getAllowContentAccess());
    assertFalse(settings.getAllowFileAccessFromFileURLs());
    assertFalse(settings.getAllowUniversalAccessFromFileURLs());
    assertFalse(settings.getSavePassword());
    assertFalse(settings.getJavaScriptCanOpenWindowsAutomatically());
    assertFalse(settings.supportMultipleWindows());
    assertEquals(WebSettings.MIXED_CONTENT_NEVER_ALLOW, settings.getMixedContentMode());
  }

  @Test
  public void noOtherAppCanPutItsWindowOverTheTaskOfTheApp() throws Exception {
    MainActivity activity = open();
    PackageManager packages = activity.getPackageManager();
    String affinity = packages.getActivityInfo(activity.getComponentName(), 0).taskAffinity;
    assertTrue(affinity, affinity == null || affinity.isEmpty());
  }

  @Test
  public void theAppIsInNoBackupAndSendsNothingUnencrypted() {
    int flags = open().getApplicationInfo().flags;
    assertEquals(0, flags & ApplicationInfo.FLAG_ALLOW_BACKUP);
    assertEquals(0, flags & ApplicationInfo.FLAG_USES_CLEARTEXT_TRAFFIC);
    assertEquals(0, flags & ApplicationInfo.FLAG_DEBUGGABLE);
  }

  @Test
  public void aPageThatCannotBeLoadedIsCoveredUntilItIsThere() {
    MainActivity activity = open();
    assertFalse(ShownPage.failureOf(activity).isShown());
    fail(activity, HOME + "me");
    assertTrue(ShownPage.failureOf(activity).isShown());
    assertEquals(View.INVISIBLE, ShownPage.of(activity).getVisibility());
    activity.findViewById(R.id.try_again).performClick();
    assertEquals(HOME + "me", loadedBy(activity));
    assertTrue("it is not there yet", ShownPage.failureOf(activity).isShown());
    clientOf(activity).onPageFinished(null, HOME + "me");
    assertFalse(ShownPage.failureOf(activity).isShown());
    assertEquals(View.VISIBLE, ShownPage.of(activity).getVisibility());
  }

  @Test
  public void thePageIsLoadedAgainWhenThePhoneHasInternet() {
    MainActivity activity = open();
    fail(activity, HOME + "me");
    var connectivity = shadowOf(activity.getSystemService(ConnectivityManager.class));
    assertEquals(1, connectivity.getNetworkCallbacks().size());
    connectivity.getNetworkCallbacks().forEach(callback -> callback.onAvailable(null));
    shadowOf(activity.getMainLooper()).idle();
    assertEquals(HOME + "me", loadedBy(activity));
    controller.pause().stop();
    assertEquals(0, connectivity.getNetworkCallbacks().size());
  }

  @Test
  public void internetThatComesBackDoesNotDisturbAPageThatIsThere() {
    MainActivity activity = open();
    controller.newIntent(linkTo(HOME + "set"));
    clientOf(activity).doUpdateVisitedHistory(null, HOME + "me", false);
    shadowOf(activity.getSystemService(ConnectivityManager.class))
        .getNetworkCallbacks()
        .forEach(callback -> callback.onAvailable(null));
    shadowOf(activity.getMainLooper()).idle();
    assertEquals(HOME + "set", loadedBy(activity));
  }

  /** Android 7 ends the whole app together with the page. */
  @Config(sdk = {26, 30, 34, 36})
  @Test
  public void aPageThatAndroidEndedIsLoadedAgainAndNotForEver() {
    MainActivity activity = open();
    clientOf(activity).doUpdateVisitedHistory(null, HOME + "me/bills", false);
    for (int times = 1; times < 3; times++) {
      WebView ended = ShownPage.of(activity);
      assertTrue(clientOf(activity).onRenderProcessGone(ended, null));
      assertTrue(shadowOf(ended).wasDestroyCalled());
      assertNotSame(ended, ShownPage.of(activity));
      assertEquals(HOME + "me/bills", loadedBy(activity));
    }
    clientOf(activity).onRenderProcessGone(ShownPage.of(activity), null);
    assertNull(loadedBy(activity));
    TextView sentence = (TextView) ShownPage.failureOf(activity);
    assertTrue(sentence.isShown());
    assertEquals(activity.getString(R.string.page_ended), sentence.getText().toString());
    activity.findViewById(R.id.try_again).performClick();
    assertEquals(HOME + "me/bills", loadedBy(activity));
  }

  @Test
  public void turningThePhoneOrTheDarkKeepsThePage() {
    MainActivity activity = open();
    fail(activity, HOME + "me");
    WebView page = ShownPage.of(activity);
    Configuration dark = new Configuration(activity.getResources().getConfiguration());
    dark.orientation = Configuration.ORIENTATION_LANDSCAPE;
    dark.uiMode = Configuration.UI_MODE_NIGHT_YES | Configuration.UI_MODE_TYPE_NORMAL;
    controller.configurationChange(dark);
    assertEquals(activity, controller.get());
    assertEquals(page, ShownPage.of(controller.get()));
    assertTrue(ShownPage.failureOf(activity).isShown());
    int background = activity.getColor(R.color.lender_background);
    assertEquals(background, shadowOf(page).getBackgroundColor());
  }

  @Test
  public void afterTheProcessHasEndedTheSamePageIsOpened() {
    MainActivity activity = open();
    clientOf(activity).doUpdateVisitedHistory(null, HOME + "me/bills", false);
    Bundle state = new Bundle();
    controller.saveInstanceState(state).pause().stop().destroy();
    controller = Robolectric.buildActivity(MainActivity.class).setup(state);
    assertEquals(HOME + "me/bills", loadedBy(controller.get()));
  }

  @SuppressWarnings("deprecation")
  @Config(sdk = {24, 26, 30})
  @Test
  public void theBackKeyGoesBackInThePageAndThenLeaves() {
    MainActivity activity = open();
    shadowOf(ShownPage.of(activity)).setCanGoBack(true);
    activity.onBackPressed();
    assertEquals(1, shadowOf(ShownPage.of(activity)).getGoBackInvocations());
    assertFalse(activity.isFinishing());
    shadowOf(ShownPage.of(activity)).setCanGoBack(false);
    activity.onBackPressed();
    assertEquals(1, shadowOf(ShownPage.of(activity)).getGoBackInvocations());
    assertTrue(activity.isFinishing());
  }

  @Config(sdk = {30, 34, 36})
  @Test
  public void thePageStaysBetweenTheBarsAndTheKeyboard() {
    View frame = ShownPage.frameOf(open());
    WindowInsets insets =
        new WindowInsets.Builder()
            .setInsets(WindowInsets.Type.statusBars(), Insets.of(0, 24, 0, 0))
            .setInsets(WindowInsets.Type.navigationBars(), Insets.of(0, 0, 0, 48))
            .setInsets(WindowInsets.Type.displayCutout(), Insets.of(12, 0, 0, 0))
            .setInsets(WindowInsets.Type.ime(), Insets.of(0, 0, 0, 300))
            .build();
    frame.dispatchApplyWindowInsets(insets);
    assertEquals(12, frame.getPaddingLeft());
    assertEquals(24, frame.getPaddingTop());
    assertEquals(300, frame.getPaddingBottom());
  }
}
