package com.thumba.wallet.phone;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.content.Intent;
import android.os.Build;
import android.provider.Settings;
import com.thumba.wallet.bridge.TestPage;
import java.util.Map;
import org.json.JSONObject;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.util.ReflectionHelpers;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {24, 26, 30, 34, 36})
public final class PhoneHooksTest {
  private Activity activity;
  private TestPage page;

  @Before
  public void open() {
    activity = Robolectric.buildActivity(Activity.class).create().get();
    page =
        new TestPage(
            Map.of(
                "deviceInfo", new DeviceInfo(activity),
                "openExternal", new ExternalOpener(activity, "https://app.thumba.example"),
                "share", new Share(activity)));
  }

  private JSONObject deviceInfo() throws Exception {
    return new JSONObject(page.answerTo("deviceInfo", "{}")).getJSONObject("value");
  }

  private void setAndroidId(String id) {
    Settings.Secure.putString(activity.getContentResolver(), Settings.Secure.ANDROID_ID, id);
  }

  private String open(String address) {
    return page.answerTo("openExternal", new JSONObject(Map.of("url", address)).toString());
  }

  /** Android's replacement for the method is not in the older versions. */
  @SuppressWarnings("deprecation")
  private static Intent sharedBy(Intent chooser) {
    return chooser.getParcelableExtra(Intent.EXTRA_INTENT);
  }

  private Intent started() {
    return shadowOf(activity).getNextStartedActivity();
  }

  @Test
  public void thePhoneIsNamedByItsMakerModelAndVersion() throws Exception {
    ReflectionHelpers.setStaticField(Build.class, "MANUFACTURER", "TECNO");
    ReflectionHelpers.setStaticField(Build.class, "MODEL", "KI5k");
    ReflectionHelpers.setStaticField(Build.VERSION.class, "RELEASE", "14");
    setAndroidId("3f9c2a7e5b1d4c60");
    JSONObject info = deviceInfo();
    assertEquals("3f9c2a7e5b1d4c60", info.getString("deviceId"));
    assertEquals("TECNO", info.getString("manufacturer"));
    assertEquals("KI5k", info.getString("model"));
    assertEquals("Android 14", info.getString("osVersion"));
    assertEquals(4, info.length());
  }

  @Test
  public void namesOfAPhoneAreOneShortLine() throws Exception {
    ReflectionHelpers.setStaticField(Build.class, "MANUFACTURER", " \n");
    ReflectionHelpers.setStaticField(Build.class, "MODEL", "A\u0000B\r\nC\u200bD\u00a0E");
    ReflectionHelpers.setStaticField(Build.VERSION.class, "RELEASE", "9".repeat(100));
    JSONObject info = deviceInfo();
    assertEquals("Android", info.getString("manufacturer"));
    assertEquals("A B C D E", info.getString("model"));
    assertEquals(40, info.getString("osVersion").length());
    assertEquals("x".repeat(59), DeviceInfo.line("x".repeat(59) + "\ud83d\ude00", 60));
    assertEquals("Android", DeviceInfo.line(null, 60));
  }

  @Test
  public void aPhoneWithoutAnIdOfItsOwnKeepsARandomOne() throws Exception {
    setAndroidId("9774d56d682e549c");
    String kept = deviceInfo().getString("deviceId");
    assertNotEquals("9774d56d682e549c", kept);
    assertTrue(kept, kept.matches("[\\w.:-]{8,100}"));
    for (String unusable : new String[] {null, "", "1234567", "not an id", "x".repeat(101)}) {
      setAndroidId(unusable);
      assertEquals(kept, deviceInfo().getString("deviceId"));
    }
  }

  @Test
  public void anotherSiteOpensOutsideOfTheApp() {
    String[] addresses = {
      "https://elsewhere.example",
      "https://elsewhere.example/a?b=c|d#e",
      "https://app.thumba.example.elsewhere.example/",
      "market://details?id=com.thumba.wallet"
    };
    for (String address : addresses) {
      assertEquals(address, TestPage.DONE, open(address));
      Intent intent = started();
      assertEquals(Intent.ACTION_VIEW, intent.getAction());
      assertEquals(address, intent.getDataString());
      assertNull(intent.getComponent());
      assertEquals(Intent.FLAG_ACTIVITY_NEW_TASK, intent.getFlags());
    }
  }

  @Test
  public void aTelephoneNumberIsShownInTheDiallerAndNotCalled() {
    for (String number : new String[] {"tel:+260971000001", "tel:*115%23"}) {
      assertEquals(number, TestPage.DONE, open(number));
      Intent intent = started();
      assertEquals(Intent.ACTION_DIAL, intent.getAction());
      assertEquals(number, intent.getDataString());
    }
  }

  @Test
  public void everyOtherAddressIsRefused() {
    String[] addresses = {
      "https://app.thumba.example/home",
      "https://APP.thumba.example",
      "https://app.thumba.example:8443/",
      "https://app.thumba.example@elsewhere.example/",
      "https://elsewhere.example\\@app.thumba.example",
      "https:///path",
      "https://",
      "http://elsewhere.example",
      "HTTPS://elsewhere.example",
      " https://elsewhere.example",
      "https://elsewhere.example/a b",
      "https://elsewhere.example/\nb",
      "intent://x#Intent;scheme=https;end",
      "file:///data/data/com.thumba.wallet/x",
      "content://sms",
      "javascript:alert(1)",
      "data:text/html,x",
      "mailto:a@elsewhere.example",
      "tel:",
      "tel:+260 97",
      "tel://call",
      "market:details",
      "elsewhere.example"
    };
    for (String address : addresses) assertEquals(address, TestPage.REFUSED, open(address));
    assertNull(started());
  }

  @Test
  public void anAddressThatIsMissingOrTooLongFails() {
    assertEquals(TestPage.FAILED, page.answerTo("openExternal", "{}"));
    assertEquals(TestPage.FAILED, page.answerTo("openExternal", "{\"url\":7}"));
    assertEquals(TestPage.FAILED, open("https://elsewhere.example/" + "x".repeat(1975)));
    assertEquals(TestPage.DONE, open("https://elsewhere.example/" + "x".repeat(1974)));
  }

  @Test
  public void anAddressThatNoAppOpensIsUnsupported() {
    shadowOf(activity.getApplication()).checkActivities(true);
    assertEquals(TestPage.UNSUPPORTED, open("market://details?id=x"));
    assertFalse(new ExternalOpener(activity, "https://app.thumba.example").open("market://details?id=x"));
  }

  @Test
  public void aTextIsGivenToTheShareSheetUnchanged() {
    String text = "Join me:\nhttps://app.thumba.example/?i=1 \ud83d\ude00";
    assertEquals(TestPage.DONE, page.answerTo("share", new JSONObject(Map.of("text", text)).toString()));
    Intent chooser = started();
    assertEquals(Intent.ACTION_CHOOSER, chooser.getAction());
    Intent send = sharedBy(chooser);
    assertEquals(Intent.ACTION_SEND, send.getAction());
    assertEquals("text/plain", send.getType());
    assertEquals(text, send.getStringExtra(Intent.EXTRA_TEXT));
  }

  @Test
  public void aPhoneWithoutAShareSheetIsUnsupported() {
    shadowOf(activity.getApplication()).checkActivities(true);
    assertEquals(TestPage.UNSUPPORTED, page.answerTo("share", "{\"text\":\"Join me\"}"));
  }

  @Test
  public void everyHookMayBeAskedTwiceAndByAPageThatWasLoadedAgain() {
    Map<String, String> arguments =
        Map.of(
            "deviceInfo", "{}",
            "openExternal", "{\"url\":\"https://elsewhere.example\"}",
            "share", "{\"text\":\"Join me\"}");
    for (String hook : arguments.keySet()) {
      String first = page.ask(hook, arguments.get(hook));
      String second = page.ask(hook, arguments.get(hook));
      assertTrue(hook, page.answer(first).startsWith("{\"ok\":true,"));
      assertEquals(page.answer(first), page.answer(second));
      TestPage next = page.loadedAgain();
      assertEquals(page.answer(first), next.answerTo(hook, arguments.get(hook)));
    }
  }

  @Test
  public void aTextThatIsMissingOrTooLongIsNotShared() {
    String tooLong = new JSONObject(Map.of("text", "x".repeat(2001))).toString();
    for (String argument : new String[] {"{}", "{\"text\":\"\"}", "{\"text\":true}", tooLong, "x"})
      assertEquals(TestPage.FAILED, page.answerTo("share", argument));
    assertNull(started());
  }
}
