package com.thumba.wallet;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.content.Intent;
import android.os.Bundle;
import android.view.WindowManager;
import com.thumba.wallet.bridge.TestPage;
import com.thumba.wallet.permission.Permission;
import com.thumba.wallet.permission.TestPermissions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.After;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.annotation.Config;

/** The hooks of the whole app, as the page asks them. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = {24, 26, 30, 34, 36})
public final class WrapperHooksTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\|");
  /** The hooks that need Google's libraries or Firebase. */
  private static final Set<String> OF_OTHER_BUILDS = Set.of("readCode", "signInWithGoogle", "pushToken");

  private ActivityController<MainActivity> controller = Robolectric.buildActivity(MainActivity.class);

  private TestPage open() {
    return new TestPage(controller.setup().get().port().bridge());
  }

  @After
  public void close() {
    controller.close();
  }

  private boolean isHidden() {
    int flags = controller.get().getWindow().getAttributes().flags;
    return (flags & WindowManager.LayoutParams.FLAG_SECURE) != 0;
  }

  private static Set<String> hooksOfTheContract() throws Exception {
    Path folder = Path.of(System.getProperty("thumba.money-messages"));
    while (!Files.exists(folder.resolve("docs/android-bridge.md"))) folder = folder.getParent();
    String page = Files.readString(folder.resolve("docs/android-bridge.md"));
    Set<String> hooks = new TreeSet<>();
    String table = page.substring(page.indexOf("\n## The hooks"), page.indexOf("\n### Permissions"));
    for (Matcher row = ROW.matcher(table); row.find(); ) hooks.add(row.group(1));
    return hooks;
  }

  @Test
  public void theAppHasTheHooksOfTheContract() throws Exception {
    open();
    String script = controller.get().port().script();
    String constants = script.substring(script.lastIndexOf("})(") + 3, script.lastIndexOf(")"));
    JSONArray names = new JSONObject(constants).getJSONArray("hooks");
    Set<String> hooks = new TreeSet<>();
    for (int index = 0; index < names.length(); index++) hooks.add(names.getString(index));
    Set<String> expected = hooksOfTheContract();
    expected.removeAll(OF_OTHER_BUILDS);
    assertEquals(11, expected.size());
    assertEquals(expected, hooks);
  }

  @Test
  public void theScreenIsHiddenAndShownAgain() {
    TestPage page = open();
    assertFalse(isHidden());
    assertEquals(TestPage.DONE, page.answerTo("hideScreen", "{\"hidden\":true}"));
    assertTrue(isHidden());
    assertEquals(TestPage.DONE, page.answerTo("hideScreen", "{\"hidden\":true}"));
    assertTrue(isHidden());
    String[] arguments = {"{}", "{\"hidden\":\"false\"}", "{\"hidden\":0}", "{\"hidden\":null}", "[]"};
    for (String rubbish : arguments)
      assertEquals(rubbish, TestPage.FAILED, page.answerTo("hideScreen", rubbish));
    assertTrue(isHidden());
    assertEquals(TestPage.DONE, page.loadedAgain().answerTo("hideScreen", "{\"hidden\":false}"));
    assertFalse(isHidden());
  }

  private void endTheProcess() {
    Bundle state = new Bundle();
    controller.saveInstanceState(state).pause().stop().destroy();
    controller = Robolectric.buildActivity(MainActivity.class).setup(state);
  }

  @Test
  public void anAnswerOfThePersonForTheProcessThatEndedReachesNoNewQuestion() {
    TestPermissions.set(Permission.LOCATION, Permission.CALENDAR);
    open().ask("requestPermission", "{\"permission\":\"location\"}");
    var before = shadowOf(controller.get()).getLastRequestedPermission();
    endTheProcess();
    MainActivity activity = controller.get();
    TestPage page = new TestPage(activity.port().bridge());
    TestPermissions.answer(activity, before, false);
    String requestId = page.ask("requestPermission", "{\"permission\":\"calendar\"}");
    activity.onRequestPermissionsResult(before.requestCode, before.requestedPermissions, new int[] {-1});
    assertNull(page.answer(requestId));
    TestPermissions.answer(activity, shadowOf(activity).getLastRequestedPermission(), true);
    assertEquals("{\"ok\":true,\"value\":\"granted\"}", page.answer(requestId));
  }

  @Test
  public void hooksThatAnswerAtOnceWorkAfterTheProcessHasEnded() {
    open();
    endTheProcess();
    TestPage page = new TestPage(controller.get().port().bridge());
    assertEquals(TestPage.DONE, page.answerTo("share", "{\"text\":\"Join me\"}"));
    assertEquals(Intent.ACTION_CHOOSER, shadowOf(controller.get()).getNextStartedActivity().getAction());
    assertEquals(TestPage.DONE, page.answerTo("openExternal", "{\"url\":\"https://elsewhere.example\"}"));
    assertEquals(TestPage.DONE, page.answerTo("hideScreen", "{\"hidden\":true}"));
    assertTrue(isHidden());
  }
}
