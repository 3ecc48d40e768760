package com.thumba.wallet.shell;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.os.Build;
import android.os.Bundle;
import android.webkit.WebChromeClient;
import android.widget.TextView;
import com.thumba.wallet.LenderSettings;
import com.thumba.wallet.R;
import com.thumba.wallet.bridge.Bridge;
import java.util.Map;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;

/** The WebView of Robolectric lacks the functions that limit the object of the app to the lender's site. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = {24, 26, 30, 34, 36})
public final class OldWebViewTest {
  private static final LenderSite SITE = new LenderSite("https://app.thumba.example");

  private final Activity activity = Robolectric.buildActivity(Activity.class).setup().get();

  private LenderPage pageOf(int shortestTermDays) {
    LenderSettings settings = new LenderSettings(SITE.origin(), shortestTermDays, false, false, "");
    Bridge bridge = new Bridge(SITE.origin(), Map.of());
    BridgePort port = new BridgePort(SITE.origin(), bridge, "", settings.hidesShortTerms());
    PageDownloads downloads = new PageDownloads(activity, SITE);
    LenderPage page =
        new LenderPage(activity, SITE, port, new WebChromeClient(), downloads, address -> {}, () -> {});
    activity.setContentView(page.view());
    return page;
  }

  private String loaded() {
    return shadowOf(ShownPage.of(activity)).getLastLoadedUrl();
  }

  @Test
  public void anAppThatOffersEveryTermWorksAsInABrowser() {
    pageOf(1).open(SITE.homeAddress());
    assertEquals(SITE.homeAddress(), loaded());
    assertFalse(ShownPage.failureOf(activity).isShown());
  }

  @Test
  public void anAppOfAStoreDoesNotShowTheSite() {
    LenderPage page = pageOf(61);
    page.open(SITE.homeAddress());
    assertNull(loaded());
    TextView sentence = (TextView) ShownPage.failureOf(activity);
    assertTrue(sentence.isShown());
    assertEquals(activity.getString(R.string.page_old_web_view), sentence.getText().toString());
    page.tryAgain();
    page.ended(ShownPage.of(activity));
    assertNull(loaded());
    assertTrue(ShownPage.failureOf(activity).isShown());
  }

  @Test
  public void anAppOfAStoreDoesNotOpenThePageThatAndroidHasKept() {
    LenderPage before = pageOf(1);
    shadowOf(ShownPage.of(activity)).pushEntryToHistory(SITE.homeAddress());
    Bundle kept = new Bundle();
    before.saveTo(kept);
    pageOf(61).openFrom(kept);
    assertNull(loaded());
    assertTrue(ShownPage.failureOf(activity).isShown());
  }

  @Test
  public void beforeAndroid12TouchesThroughTheWindowOfAnotherAppAreDropped() {
    pageOf(1);
    boolean isDroppedByTheSystem = Build.VERSION.SDK_INT >= Build.VERSION_CODES.S;
    assertEquals(!isDroppedByTheSystem, ShownPage.frameOf(activity).getFilterTouchesWhenObscured());
  }
}
