package com.thumba.wallet.phone;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.location.Location;
import android.location.LocationManager;
import android.os.Build;
import android.os.Looper;
import android.os.SystemClock;
import com.thumba.wallet.bridge.TestPage;
import com.thumba.wallet.permission.TestPermissions;
import com.thumba.wallet.permission.Permission;
import com.thumba.wallet.permission.PermissionQueue;
import java.time.Duration;
import java.util.Map;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowLocationManager;
import org.robolectric.shadows.ShadowSystemClock;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {24, 26, 30, 34, 36})
public final class CoarseLocationTest {
  private static final String LUSAKA = "{\"ok\":true,\"value\":{\"latitude\":-15.42,\"longitude\":28.28}}";

  private TestPage page;
  private ShadowLocationManager provider;

  @Before
  public void open() {
    TestPermissions.set(Permission.LOCATION);
    TestPermissions.grant(Permission.LOCATION);
    Activity activity = Robolectric.buildActivity(Activity.class).create().get();
    provider = shadowOf(activity.getSystemService(LocationManager.class));
    page = new TestPage(Map.of("location", new CoarseLocation(activity, new PermissionQueue(activity))));
    ShadowSystemClock.advanceBy(Duration.ofHours(1));
    provider.setLocationEnabled(true);
    provider.setProviderEnabled(LocationManager.GPS_PROVIDER, false);
    provider.setProviderEnabled(LocationManager.NETWORK_PROVIDER, true);
  }

  private static Location location(double latitude, double longitude, Duration age) {
    Location location = new Location(LocationManager.NETWORK_PROVIDER);
    location.setLatitude(latitude);
    location.setLongitude(longitude);
    location.setAccuracy(50);
    location.setTime(System.currentTimeMillis());
    location.setElapsedRealtimeNanos(SystemClock.elapsedRealtimeNanos() - age.toNanos());
    return location;
  }

  private static void pass(Duration duration) {
    shadowOf(Looper.getMainLooper()).idleFor(duration);
  }

  private int listeners() {
    return provider.getLegacyLocationRequests(LocationManager.NETWORK_PROVIDER).size();
  }

  @Test
  public void theNewLocationIsAnsweredRoundedToTwoDecimals() {
    String requestId = page.ask("location", "{}");
    assertNull(page.answer(requestId));
    provider.simulateLocation(location(-15.416789, 28.281234, Duration.ZERO));
    pass(Duration.ZERO);
    assertEquals(LUSAKA, page.answer(requestId));
    assertEquals(0, listeners());
  }

  @Test
  public void aKnownLocationOfTheLastHalfHourIsAnsweredAtOnce() {
    Duration age = Duration.ofMinutes(30).minusMillis(1);
    provider.simulateLocation(LocationManager.NETWORK_PROVIDER, location(-15.416789, 28.281234, age));
    assertEquals(LUSAKA, page.answerTo("location", "{}"));
  }

  @Test
  public void anOlderKnownLocationIsNotAnswered() {
    Duration age = Duration.ofMinutes(30);
    provider.simulateLocation(LocationManager.NETWORK_PROVIDER, location(-12.97, 28.64, age));
    String requestId = page.ask("location", "{}");
    assertNull(page.answer(requestId));
    provider.simulateLocation(location(-15.4151, 28.2849, Duration.ZERO));
    pass(Duration.ZERO);
    assertEquals(LUSAKA, page.answer(requestId));
  }

  @Test
  public void theNewestKnownLocationIsAnswered() {
    Location older = location(-12.97, 28.64, Duration.ofMinutes(20));
    provider.simulateLocation(LocationManager.FUSED_PROVIDER, older);
    Location newer = location(-15.42, 28.28, Duration.ofMinutes(10));
    provider.simulateLocation(LocationManager.NETWORK_PROVIDER, newer);
    assertEquals(LUSAKA, page.answerTo("location", "{}"));
  }

  @Test
  public void withoutThePermissionNoProviderIsAsked() {
    shadowOf(RuntimeEnvironment.getApplication())
        .denyPermissions(Permission.LOCATION.androidNames());
    Location known = location(-15.42, 28.28, Duration.ofMinutes(1));
    provider.simulateLocation(LocationManager.NETWORK_PROVIDER, known);
    assertEquals(TestPage.REFUSED, page.answerTo("location", "{}"));
    assertEquals(0, listeners());
  }

  @Test
  public void aPhoneWithItsLocationSwitchedOffRefuses() {
    provider.setLocationEnabled(false);
    provider.setProviderEnabled(LocationManager.NETWORK_PROVIDER, false);
    assertEquals(TestPage.REFUSED, page.answerTo("location", "{}"));
  }

  @Test
  public void aPhoneWithoutAProviderThatMayBeAskedIsUnsupported() {
    provider.removeProvider(LocationManager.NETWORK_PROVIDER);
    provider.removeProvider(LocationManager.FUSED_PROVIDER);
    if (Build.VERSION.SDK_INT < 28)
      provider.setProviderEnabled(LocationManager.GPS_PROVIDER, true);
    assertEquals(TestPage.UNSUPPORTED, page.answerTo("location", "{}"));
  }

  @Test
  public void aSilentProviderFailsAfterNineSecondsAndIsLeft() {
    String requestId = page.ask("location", "{}");
    assertEquals(1, listeners());
    pass(Duration.ofMillis(8_999));
    assertNull(page.answer(requestId));
    pass(Duration.ofMillis(1));
    assertEquals(TestPage.FAILED, page.answer(requestId));
    assertEquals(0, listeners());
    provider.simulateLocation(location(-15.42, 28.28, Duration.ZERO));
    pass(Duration.ZERO);
    assertEquals(TestPage.FAILED, page.answer(requestId));
  }

  @Test
  public void twoRequestsAtOnceAreBothAnswered() {
    String first = page.ask("location", "{}");
    String second = page.ask("location", "{}");
    provider.simulateLocation(location(-15.4151, 28.2849, Duration.ZERO));
    pass(Duration.ZERO);
    assertEquals(LUSAKA, page.answer(first));
    assertEquals(LUSAKA, page.answer(second));
    assertEquals(0, listeners());
  }

  @Test
  public void aProviderThatIsSwitchedOffHasNoLocation() {
    String requestId = page.ask("location", "{}");
    provider.setProviderEnabled(LocationManager.NETWORK_PROVIDER, false);
    pass(Duration.ZERO);
    assertEquals(TestPage.FAILED, page.answer(requestId));
    assertEquals(0, listeners());
  }

  @Test
  public void aLocationForAPageThatWasLoadedAgainReachesNoNewPage() {
    String before = page.ask("location", "{}");
    pass(Duration.ofMillis(8_000));
    TestPage next = page.loadedAgain();
    String after = next.ask("location", "{}");
    assertEquals(before, after);
    pass(Duration.ofMillis(1_000));
    assertEquals(TestPage.FAILED, page.answer(before));
    assertNull(next.answer(after));
    provider.simulateLocation(location(-15.4151, 28.2849, Duration.ZERO));
    pass(Duration.ZERO);
    assertEquals(LUSAKA, next.answer(after));
    assertEquals(TestPage.FAILED, page.answer(before));
  }
}
