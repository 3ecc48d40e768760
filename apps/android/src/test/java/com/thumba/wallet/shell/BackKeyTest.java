package com.thumba.wallet.shell;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.webkit.WebChromeClient;
import android.window.OnBackInvokedCallback;
import android.window.OnBackInvokedDispatcher;
import com.thumba.wallet.bridge.Bridge;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowWebView;

/** Android asks for the back key beforehand from Android 13 on. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = {34, 36})
public final class BackKeyTest {
  private static final LenderSite SITE = new LenderSite("https://app.thumba.example");

  /** A window whose back key the test presses. */
  public static final class Window extends Activity implements OnBackInvokedDispatcher {
    final List<OnBackInvokedCallback> callbacks = new ArrayList<>();

    @Override
    public OnBackInvokedDispatcher getOnBackInvokedDispatcher() {
      return this;
    }

    @Override
    public void registerOnBackInvokedCallback(int priority, OnBackInvokedCallback callback) {
      callbacks.add(callback);
    }

    @Override
    public void unregisterOnBackInvokedCallback(OnBackInvokedCallback callback) {
      callbacks.remove(callback);
    }
  }

  private final Window window = Robolectric.buildActivity(Window.class).create().get();
  private final LenderPage page = newPage();
  private final BackKey backKey = new BackKey(window, page);

  private LenderPage newPage() {
    BridgePort port = new BridgePort(SITE.origin(), new Bridge(SITE.origin(), Map.of()), "", false);
    PageDownloads downloads = new PageDownloads(window, SITE);
    LenderPage made =
        new LenderPage(window, SITE, port, new WebChromeClient(), downloads, address -> {}, () -> {});
    window.setContentView(made.view());
    return made;
  }

  @SuppressWarnings("deprecation")
  @Test
  public void theBackKeyBelongsToTheAppWhileThePageCanGoBack() {
    ShadowWebView view = shadowOf(ShownPage.of(window));
    backKey.update();
    assertEquals(List.of(), window.callbacks);
    view.setCanGoBack(true);
    backKey.update();
    backKey.update();
    assertEquals(1, window.callbacks.size());
    window.callbacks.get(0).onBackInvoked();
    assertEquals(1, view.getGoBackInvocations());
    view.setCanGoBack(false);
    backKey.update();
    assertEquals("Android leaves the app by itself", List.of(), window.callbacks);
    assertFalse(window.isFinishing());
  }

  @SuppressWarnings("deprecation")
  @Test
  public void aBackKeyThatComesBeforeTheAppGaveItUpLeavesTheApp() {
    ShadowWebView view = shadowOf(ShownPage.of(window));
    view.setCanGoBack(true);
    backKey.update();
    view.setCanGoBack(false);
    window.callbacks.get(0).onBackInvoked();
    assertTrue(window.isFinishing());
    assertEquals(0, view.getGoBackInvocations());
  }
}
