package com.thumba.wallet.google;

import static org.junit.Assert.assertEquals;
import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.os.Build;
import android.os.Looper;
import com.thumba.wallet.LenderSettings;
import com.thumba.wallet.bridge.Argument;
import com.thumba.wallet.bridge.Hook;
import com.thumba.wallet.bridge.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.json.JSONObject;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.annotation.Config;

/** With Google's own libraries, on a phone that has no Play services. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = {24, 26, 30, 34, 36})
public final class GoogleHooksTest {
  private static final Argument NONE = new Argument(new JSONObject());

  private final ActivityController<Activity> window = Robolectric.buildActivity(Activity.class).setup();
  private final Activity activity = window.get();
  private Map<String, Hook> hooks;

  @Before
  public void signTheApp() {
    Certificates.signInstalledApp(activity, "308201dd30820146");
    hooks = GoogleHooks.of(activity, LenderSettings.of(activity));
  }

  @Test
  public void aBuildWithGoogleHasBothHooks() {
    assertEquals(Set.of("readCode", "signInWithGoogle"), hooks.keySet());
  }

  @Test
  public void withoutPlayServicesSigningInIsUnsupportedBeforeAndroid14AndFailsByItsTimeLimitFromThen()
      throws Exception {
    Answers answers = new Answers();
    hooks.get("signInWithGoogle").ask(NONE, answers);
    shadowOf(Looper.getMainLooper()).idleFor(Duration.ofSeconds(119));
    // From Android 14 the choice is a service of the system. The one of Robolectric never answers.
    boolean isServiceOfTheSystem = Build.VERSION.SDK_INT >= Build.VERSION_CODES.UPSIDE_DOWN_CAKE;
    assertEquals(
        List.of(isServiceOfTheSystem ? Refusal.FAILED : Refusal.UNSUPPORTED), answers.given);
  }

  @Test
  public void theEndOfTheActivityEndsWhatTheHooksStarted() throws Exception {
    Answers answers = new Answers();
    hooks.get("readCode").ask(NONE, answers);
    assertEquals(List.of(), answers.given);
    window.pause().stop().destroy();
    assertEquals(List.of(Refusal.FAILED), answers.given);
  }
}
