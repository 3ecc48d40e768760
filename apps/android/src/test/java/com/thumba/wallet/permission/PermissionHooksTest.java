package com.thumba.wallet.permission;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.app.NotificationManager;
import android.content.pm.PackageManager;
import android.os.Build;
import android.os.Looper;
import com.thumba.wallet.bridge.TestPage;
import java.time.Duration;
import org.json.JSONObject;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowActivity.PermissionsRequest;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {24, 26, 30, 34, 36})
public final class PermissionHooksTest {
  private static final String GRANTED = "{\"ok\":true,\"value\":\"granted\"}";
  private static final String DENIED = "{\"ok\":true,\"value\":\"denied\"}";
  private static final String[] NOTHING = {};

  private Activity activity;
  private PermissionQueue queue;
  private TestPage page;

  @Before
  public void open() {
    TestPermissions.set(
        Permission.CAMERA, Permission.LOCATION, Permission.CALENDAR, Permission.NOTIFICATIONS);
    openAgain();
  }

  private void openAgain() {
    ActivityController<Activity> controller = Robolectric.buildActivity(Activity.class).create();
    activity = controller.get();
    queue = new PermissionQueue(activity);
    page = new TestPage(PermissionHooks.of(queue));
  }

  private String request(String permission) {
    return page.ask("requestPermission", "{\"permission\":\"" + permission + "\"}");
  }

  private PermissionsRequest asked() {
    return shadowOf(activity).getLastRequestedPermission();
  }

  private void answerOfAndroid(boolean isGranted) {
    PermissionsRequest asked = asked();
    if (isGranted) shadowOf(activity.getApplication()).grantPermissions(asked.requestedPermissions);
    queue.deliverResult(asked.requestCode, asked.requestedPermissions);
  }

  private void androidWantsExplanation(Permission permission, boolean isWanted) {
    PackageManager packages = activity.getPackageManager();
    for (String name : permission.androidNames())
      shadowOf(packages).setShouldShowRequestPermissionRationale(name, isWanted);
  }

  private String state(String permission) throws Exception {
    JSONObject answer = new JSONObject(page.answerTo("checkPermissions", "{}"));
    return answer.getJSONObject("value").optString(permission, "left out");
  }

  @Test
  public void aPermissionThatThePersonGrantsIsGranted() throws Exception {
    assertEquals("prompt", state("location"));
    String requestId = request("location");
    assertArrayEquals(
        new String[] {"android.permission.ACCESS_COARSE_LOCATION"}, asked().requestedPermissions);
    assertNull(page.answer(requestId));
    answerOfAndroid(true);
    assertEquals(GRANTED, page.answer(requestId));
    assertEquals("granted", state("location"));
  }

  @Test
  public void aGrantedPermissionIsNotAskedForAgain() {
    TestPermissions.grant(Permission.CAMERA);
    assertEquals(GRANTED, page.answer(request("camera")));
    assertNull(asked());
  }

  @Test
  public void theCalendarIsGrantedOnlyToReadAndToWrite() throws Exception {
    shadowOf(activity.getApplication()).grantPermissions("android.permission.READ_CALENDAR");
    assertEquals("prompt", state("calendar"));
    TestPermissions.grant(Permission.CALENDAR);
    assertEquals("granted", state("calendar"));
  }

  @Test
  public void aPermissionIsDeniedForGoodOnlyAfterAndroidStopsAsking() throws Exception {
    String first = request("location");
    androidWantsExplanation(Permission.LOCATION, true);
    answerOfAndroid(false);
    assertEquals(DENIED, page.answer(first));
    assertEquals("prompt", state("location"));
    openAgain();
    String second = request("location");
    androidWantsExplanation(Permission.LOCATION, false);
    answerOfAndroid(false);
    assertEquals(DENIED, page.answer(second));
    assertEquals("denied", state("location"));
    openAgain();
    assertEquals("denied", state("location"));
  }

  @Test
  public void aPermissionThatIsGrantedAfterARefusalIsAskedForAgainWhenAndroidTakesItBack() throws Exception {
    request("location");
    androidWantsExplanation(Permission.LOCATION, true);
    answerOfAndroid(false);
    androidWantsExplanation(Permission.LOCATION, false);
    TestPermissions.grant(Permission.LOCATION);
    assertEquals("granted", state("location"));
    shadowOf(activity.getApplication()).denyPermissions(Permission.LOCATION.androidNames());
    assertEquals("prompt", state("location"));
  }

  @Test
  public void aQuestionClosedWithoutAnAnswerIsDeniedButAskedAgain() throws Exception {
    String requestId = request("location");
    queue.deliverResult(asked().requestCode, NOTHING);
    assertEquals(DENIED, page.answer(requestId));
    assertEquals("prompt", state("location"));
  }

  @Test
  public void theSamePermissionTwiceIsOneQuestionWithTwoAnswers() {
    String first = request("location");
    PermissionsRequest question = asked();
    String second = request("location");
    assertEquals(question, asked());
    answerOfAndroid(false);
    assertEquals(DENIED, page.answer(first));
    assertEquals(DENIED, page.answer(second));
    assertEquals(question, asked());
  }

  @Test
  public void aSecondPermissionIsAskedForWhenTheFirstIsAnswered() {
    String location = request("location");
    String camera = request("camera");
    assertEquals("android.permission.ACCESS_COARSE_LOCATION", asked().requestedPermissions[0]);
    answerOfAndroid(false);
    assertEquals(DENIED, page.answer(location));
    assertNull(page.answer(camera));
    assertEquals("android.permission.CAMERA", asked().requestedPermissions[0]);
    answerOfAndroid(true);
    assertEquals(GRANTED, page.answer(camera));
  }

  @Test
  public void aQuestionThatStaysOpenFailsAndTheNextOneIsAskedLater() {
    String open = request("location");
    String stale = request("camera");
    shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(58_999));
    assertNull(page.answer(open));
    shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(1));
    assertEquals(TestPage.FAILED, page.answer(open));
    assertEquals(TestPage.FAILED, page.answer(stale));
    shadowOf(Looper.getMainLooper()).idleFor(Duration.ofSeconds(1));
    String fresh = request("calendar");
    answerOfAndroid(false);
    assertArrayEquals(Permission.CALENDAR.androidNames(), asked().requestedPermissions);
    answerOfAndroid(true);
    assertEquals(GRANTED, page.answer(fresh));
  }

  @Test
  public void aLateAnswerToAnEndedProcessReachesNoNewPage() throws Exception {
    request("location");
    PermissionsRequest before = asked();
    openAgain();
    androidWantsExplanation(Permission.LOCATION, true);
    String camera = request("camera");
    queue.deliverResult(before.requestCode, before.requestedPermissions);
    assertNull(page.answer(camera));
    answerOfAndroid(true);
    assertEquals(GRANTED, page.answer(camera));
    androidWantsExplanation(Permission.LOCATION, false);
    assertEquals("denied", state("location"));
    queue.deliverResult(7, before.requestedPermissions);
  }

  @Test
  public void aPermissionThatTheBuildLacksIsLeftOutAndDenied() throws Exception {
    assertEquals("left out", state("messages"));
    assertEquals(DENIED, page.answer(request("messages")));
    TestPermissions.grant(Permission.MESSAGES);
    assertEquals(DENIED, page.answer(request("messages")));
    assertNull(asked());
  }

  @Test
  public void notificationsBeforeAndroid13AreASettingOfThePhone() throws Exception {
    NotificationManager notifications = activity.getSystemService(NotificationManager.class);
    boolean isAsked = Build.VERSION.SDK_INT >= 33;
    shadowOf(notifications).setNotificationsEnabled(true);
    assertEquals(isAsked ? "prompt" : "granted", state("notifications"));
    shadowOf(notifications).setNotificationsEnabled(false);
    assertEquals(isAsked ? "prompt" : "denied", state("notifications"));
    String requestId = request("notifications");
    assertEquals(isAsked ? null : DENIED, page.answer(requestId));
    if (isAsked) answerOfAndroid(true);
    assertEquals(isAsked ? GRANTED : DENIED, page.answer(requestId));
  }

  @Test
  public void whatIsNotAPermissionOfTheContractFails() {
    String tooLong = "location".repeat(10);
    String[] arguments = {
      "{}",
      "{\"permission\":\"contacts\"}",
      "{\"permission\":\"Location\"}",
      "{\"permission\":\"\"}",
      "{\"permission\":7}",
      "{\"permission\":[\"location\"]}",
      "{\"permission\":\"" + tooLong + "\"}",
      "null",
      "location",
      ""
    };
    for (String argument : arguments)
      assertEquals(argument, TestPage.FAILED, page.answerTo("requestPermission", argument));
    assertNull(asked());
  }
}
