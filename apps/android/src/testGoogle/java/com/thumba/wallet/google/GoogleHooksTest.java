package com.thumba.wallet.google;

import static org.junit.Assert.assertEquals;
import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.os.Looper;
import com.thumba.wallet.LenderSettings;
import com.thumba.wallet.bridge.Argument;
import com.thumba.wallet.bridge.Hook;
import com.thumba.wallet.bridge.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.json.JSONObject;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;

/** With Google's own libraries, on a phone that has no Play services. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = {26, 30, 34, 36})
public final class GoogleHooksTest {
  private static final Argument NONE = new Argument(new JSONObject());

  private final Activity activity = Robolectric.buildActivity(Activity.class).setup().get();
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
  public void withoutPlayServicesSigningInIsUnsupported() throws Exception {
    Answers answers = new Answers();
    hooks.get("signInWithGoogle").ask(NONE, answers);
    shadowOf(Looper.getMainLooper()).idle();
    assertEquals(List.of(Refusal.UNSUPPORTED), answers.given);
  }
}
